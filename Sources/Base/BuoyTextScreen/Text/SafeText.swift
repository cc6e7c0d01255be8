/// Text that may be drawn: one line without control or invisible characters, in which the width of
/// every character is known. It can be created only by the `Sanitizer`.
package struct SafeText: Hashable, Sendable {
    /// How characters that must not be drawn are shown.
    package enum Notation: Sendable {
        /// As short marks, for lists and previews: `␛` for a control character, one `·` for a run
        /// of invisible ones.
        case singleLine

        /// As escapes that show exactly what was there, for raw views and plain output: `\u202E`.
        case reveal
    }

    /// The characters in the result.
    package enum Alphabet: Sendable {
        case unicode
        case ascii
    }

    /// The default limit on bytes: more than any preview can show.
    package static let defaultLimit = 4096

    /// The text as valid UTF-8.
    package internal(set) var utf8: [UInt8]

    /// The byte ranges of `utf8` that replace other characters, in order; drawn with the role
    /// `escape`.
    package internal(set) var marks: [Range<Int>]

    /// The width of the text, in cells.
    package internal(set) var width: Int

    /// Whether the source was longer than the limit.
    package internal(set) var isCut: Bool

    package static let empty = SafeText(utf8: [], marks: [], width: 0, isCut: false)

    init(utf8: [UInt8], marks: [Range<Int>], width: Int, isCut: Bool) {
        self.utf8 = utf8
        self.marks = marks
        self.width = width
        self.isCut = isCut
    }

    /// Creates a string from untrusted bytes. Bytes after `limit` are ignored.
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

    /// Creates a string from an untrusted string. Bytes of its UTF-8 after `limit` are ignored.
    package init(
        sanitizing text: String,
        limit: Int = SafeText.defaultLimit,
        style: Notation = .singleLine,
        alphabet: Alphabet = .unicode
    ) {
        self.init(sanitizing: text.utf8, limit: limit, style: style, alphabet: alphabet)
    }

    /// Creates a string from one of the program's own, such as a formatted number. It is sanitised
    /// like any other; the name says that nothing should need it.
    package init(ours text: String) {
        self.init(sanitizing: text.utf8, limit: .max - 1)
    }

    package init(glyph: Unicode.Scalar) {
        self.init(ours: String(Character(glyph)))
    }

    /// Whether there is nothing to draw.
    package var isEmpty: Bool { self.utf8.isEmpty }

    /// Whether each byte is a character of one cell, and none is a mark. A character outside of
    /// ASCII has more bytes than cells.
    var isASCII: Bool { self.utf8.count == self.width && self.marks.isEmpty }

    /// The text as a string, for output that is not the screen.
    package var string: String { String(decoding: self.utf8, as: UTF8.self) }

    /// The two strings one after the other.
    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var sum = left
        sum += right
        return sum
    }

    /// Appends a string.
    static func += (left: inout SafeText, right: SafeText) {
        let offset = left.utf8.count
        left.utf8 += right.utf8
        left.marks += right.marks.map { $0.lowerBound + offset..<$0.upperBound + offset }
        left.width += right.width
        left.isCut = left.isCut || right.isCut
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    /// A literal; it is sanitised like any other text.
    package init(stringLiteral value: String) {
        self.init(ours: value)
    }

    /// A literal that contains strings and numbers.
    package init(stringInterpolation: Interpolation) {
        self = stringInterpolation.text
    }

    /// Builds a string from pieces: `"\(count) members of \(name)"`. Strings are sanitised.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = SafeText.empty

        /// Reserves capacity for the pieces.
        package init(literalCapacity: Int, interpolationCount: Int) {
            self.text.utf8.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        /// Appends a piece of the literal.
        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty {
                self.text += SafeText(ours: literal)
            }
        }

        package mutating func appendInterpolation(_ text: SafeText) {
            self.text += text
        }

        /// Appends a number in decimal digits.
        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            self.text += SafeText(ours: String(number))
        }

        /// Appends an untrusted text, up to the default limit.
        package mutating func appendInterpolation(_ text: String) {
            self.text += SafeText(sanitizing: text)
        }

        /// Appends a symbol of a `GlyphSet`.
        package mutating func appendInterpolation(glyph: Unicode.Scalar) {
            self.text += SafeText(glyph: glyph)
        }
    }
}

extension SafeText {
    /// One character of a string, with its properties for drawing.
    struct Glyph {
        let scalar: Unicode.Scalar
        let width: Int
        let isMark: Bool
    }

    /// The characters in order. Combining marks are characters of width 0.
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
