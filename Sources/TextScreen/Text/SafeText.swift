/// Text that may be drawn: one line, no control characters, nothing invisible, every character of
/// known width. All ways to make one go through the `Sanitizer`; there is no way around it.
package struct SafeText: Hashable, Sendable {
    /// How what must not be drawn is shown.
    package enum Style: Sendable {
        /// As short marks, for lists and previews: `␛` for a control character, one `·` for a run
        /// of invisible ones.
        case singleLine

        /// As escapes that tell exactly what was there, for raw views and plain output: `\u202E`.
        case reveal
    }

    /// Which characters may come out.
    package enum Alphabet: Sendable {
        case unicode
        case ascii
    }

    /// How many bytes are looked at unless told otherwise: more than any preview can show.
    package static let defaultLimit = 4096

    /// The text as valid UTF-8.
    package internal(set) var utf8: [UInt8]

    /// The byte ranges of `utf8` that stand for something else, in order; drawn with the role
    /// `escape`.
    package internal(set) var marks: [Range<Int>]

    /// Cells the text takes.
    package internal(set) var width: Int

    /// Whether the source was longer than the limit.
    package internal(set) var isCut: Bool

    /// Nothing.
    package static let empty = SafeText(utf8: [], marks: [], width: 0, isCut: false)

    init(utf8: [UInt8], marks: [Range<Int>], width: Int, isCut: Bool) {
        self.utf8 = utf8
        self.marks = marks
        self.width = width
        self.isCut = isCut
    }

    /// Text from anywhere. Bytes after `limit` are not looked at.
    package init(
        sanitizing bytes: some Sequence<UInt8>,
        limit: Int = SafeText.defaultLimit,
        style: Style = .singleLine,
        alphabet: Alphabet = .unicode
    ) {
        let sanitizer = Sanitizer(style: style, alphabet: alphabet)
        self =
            bytes.withContiguousStorageIfAvailable { sanitizer.text(from: $0, limit: limit) }
            ?? Array(bytes.prefix(max(limit, 0) &+ 1)).withUnsafeBufferPointer {
                sanitizer.text(from: $0, limit: limit)
            }
    }

    /// Text from anywhere that is already a string. Bytes of its UTF-8 after `limit` are not looked
    /// at.
    package init(
        sanitizing text: String,
        limit: Int = SafeText.defaultLimit,
        style: Style = .singleLine,
        alphabet: Alphabet = .unicode
    ) {
        self.init(sanitizing: text.utf8, limit: limit, style: style, alphabet: alphabet)
    }

    /// A text of our own, such as a formatted number. It is looked at like any other; the name says
    /// that nothing in it is expected to need it.
    package init(ours text: String) {
        self.init(sanitizing: text.utf8, limit: .max - 1)
    }

    /// One glyph.
    package init(glyph: Unicode.Scalar) {
        self.init(ours: String(Character(glyph)))
    }

    /// Whether there is nothing to draw.
    package var isEmpty: Bool { self.utf8.isEmpty }

    /// The text as a string, for output that is not the screen.
    package var string: String { String(decoding: self.utf8, as: UTF8.self) }

    /// The two texts one after the other.
    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var sum = left
        sum += right
        return sum
    }

    /// Adds a text behind this one.
    package static func += (left: inout SafeText, right: SafeText) {
        let offset = left.utf8.count
        left.utf8 += right.utf8
        left.marks += right.marks.map { $0.lowerBound + offset..<$0.upperBound + offset }
        left.width += right.width
        left.isCut = left.isCut || right.isCut
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    /// A literal; it is looked at like any other text.
    package init(stringLiteral value: String) {
        self.init(ours: value)
    }

    /// A literal with texts and numbers in it.
    package init(stringInterpolation: Interpolation) {
        self = stringInterpolation.text
    }

    /// Builds a text from pieces: `"\(count) members of \(name)"`. Strings are sanitized on the way
    /// in.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = SafeText.empty

        /// Makes room for the pieces.
        package init(literalCapacity: Int, interpolationCount: Int) {
            self.text.utf8.reserveCapacity(literalCapacity + 8 * interpolationCount)
        }

        /// Adds a piece of the literal.
        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty {
                self.text += SafeText(ours: literal)
            }
        }

        /// Adds a text that is safe already.
        package mutating func appendInterpolation(_ text: SafeText) {
            self.text += text
        }

        /// Adds a number in decimal digits.
        package mutating func appendInterpolation(_ number: some BinaryInteger) {
            self.text += SafeText(ours: String(number))
        }

        /// Adds a text from anywhere, up to the default limit.
        package mutating func appendInterpolation(_ text: String) {
            self.text += SafeText(sanitizing: text)
        }

        /// Adds a symbol of a `GlyphSet`.
        package mutating func appendInterpolation(glyph: Unicode.Scalar) {
            self.text += SafeText(glyph: glyph)
        }
    }
}

extension SafeText {
    /// One character of a text, with what drawing needs to know.
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
