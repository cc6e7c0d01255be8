/// One line of text without control or invisible characters, in which every width is known.
/// Only the `Sanitizer` creates it.
package struct SafeText: Hashable, Sendable {
    package enum Notation: Sendable {
        /// As short marks, for lists and previews: `␛` for a control character, one `·` for a run
        /// of invisible ones.
        case singleLine

        /// As escapes that show exactly what was there, for raw views and plain output: `\u202E`.
        case reveal
    }

    package enum Alphabet: Sendable {
        case unicode
        case ascii
    }

    /// In bytes; more than any preview can show.
    package static let defaultLimit = 4096

    package internal(set) var utf8: [UInt8]

    /// Byte ranges of `utf8` that replace other characters, in order; drawn in the role `escape`.
    package internal(set) var marks: [Range<Int>]

    package internal(set) var width: Int

    /// Whether the source exceeded the limit.
    package internal(set) var isCut: Bool

    package static let empty = SafeText(utf8: [], marks: [], width: 0, isCut: false)

    init(utf8: [UInt8], marks: [Range<Int>], width: Int, isCut: Bool) {
        self.utf8 = utf8
        self.marks = marks
        self.width = width
        self.isCut = isCut
    }

    package init(
        sanitizing bytes: some Sequence<UInt8>,
        limit: Int = SafeText.defaultLimit,
        style: Notation = .singleLine,
        alphabet: Alphabet = .unicode
    ) {
        let sanitizer = Sanitizer(style: style, alphabet: alphabet)
        self =
            bytes.withContiguousStorageIfAvailable { sanitizer.text(from: $0, limit: limit) }
            ?? Array(bytes.prefix(max(limit, 0) &+ 1)).withUnsafeBufferPointer {
                sanitizer.text(from: $0, limit: limit)
            }
    }

    package init(
        sanitizing text: String,
        limit: Int = SafeText.defaultLimit,
        style: Notation = .singleLine,
        alphabet: Alphabet = .unicode
    ) {
        self.init(sanitizing: text.utf8, limit: limit, style: style, alphabet: alphabet)
    }

    /// For the program's own text, such as a formatted number. Sanitised all the same.
    package init(ours text: String) {
        self.init(sanitizing: text.utf8, limit: .max - 1)
    }

    package init(glyph: Unicode.Scalar) {
        self.init(ours: String(Character(glyph)))
    }

    package var isEmpty: Bool { self.utf8.isEmpty }

    /// A character outside ASCII has more bytes than cells.
    var isASCII: Bool { self.utf8.count == self.width && self.marks.isEmpty }

    package var string: String { String(decoding: self.utf8, as: UTF8.self) }

    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout SafeText, right: SafeText) {
        let offset = left.utf8.count
        left.utf8 += right.utf8
        left.marks += right.marks.map { $0.lowerBound + offset..<$0.upperBound + offset }
        left.width += right.width
        left.isCut = left.isCut || right.isCut
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) {
        self.init(ours: value)
    }

    package init(stringInterpolation: Interpolation) {
        self = stringInterpolation.text
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = SafeText.empty

        package init(literalCapacity: Int, interpolationCount: Int) {
            self.text.utf8.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty {
                self.text += SafeText(ours: literal)
            }
        }

        package mutating func appendInterpolation(_ text: SafeText) {
            self.text += text
        }

        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            self.text += SafeText(ours: String(number))
        }

        package mutating func appendInterpolation(_ text: String) {
            self.text += SafeText(sanitizing: text)
        }

        package mutating func appendInterpolation(glyph: Unicode.Scalar) {
            self.text += SafeText(glyph: glyph)
        }
    }
}

extension SafeText {
    struct Glyph {
        let scalar: Unicode.Scalar
        let width: Int
        let isMark: Bool
    }

    /// Combining marks are characters of width 0.
    var characters: Characters { Characters(text: self) }

    struct Characters: Sequence, IteratorProtocol {
        private let text: SafeText
        private var offset = 0
        private var nextMark = 0

        init(text: SafeText) {
            self.text = text
        }

        mutating func next() -> Glyph? {
            guard self.offset < self.text.utf8.count else { return nil }
            let start = self.offset
            let scalar = self.decode()
            while self.nextMark < self.text.marks.count,
                self.text.marks[self.nextMark].upperBound <= start
            {
                self.nextMark += 1
            }
            let isMark =
                self.nextMark < self.text.marks.count
                && self.text.marks[self.nextMark].contains(start)
            let width = scalar.value < 0x7F ? 1 : CharacterWidth.cells(of: scalar) ?? 1
            return Glyph(scalar: scalar, width: width, isMark: isMark)
        }

        private mutating func decode() -> Unicode.Scalar {
            let first = self.text.utf8[self.offset]
            if first < 0x80 {
                self.offset += 1
                return Unicode.Scalar(first)
            }
            let decoded = self.text.utf8.withUnsafeBufferPointer {
                UTF8Scalar(in: $0, at: self.offset)
            }
            self.offset += decoded.length
            return decoded.scalar ?? "\u{FFFD}"
        }
    }
}
