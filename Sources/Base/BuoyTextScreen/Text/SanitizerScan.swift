import ChannelsBasics

struct SanitizerScan {
    private enum Run {
        case none, invalid, hidden
    }

    private let style: SafeText.Notation
    private let alphabet: SafeText.Alphabet
    private var text = SafeText.empty
    private var run = Run.none

    /// Combining marks that the last character may still take; none at the start or on a space.
    private var freeMarks = 0

    /// The last visible character, if an emoji sequence could continue from it.
    private var emoji: Unicode.Scalar?

    /// Whether a joiner followed that emoji, so that the next one belongs to it.
    private var isJoined = false

    init(style: SafeText.Notation, alphabet: SafeText.Alphabet, capacity: Int) {
        self.style = style
        self.alphabet = alphabet
        self.text.utf8.reserveCapacity(capacity)
    }

    mutating func finished(isCut: Bool) -> SafeText {
        if self.isJoined {
            self.appendHidden("\u{200D}")
        }
        self.text.isCut = isCut
        return self.text
    }

    var isSettled: Bool { !self.isJoined }

    mutating func appendPlain(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let last = bytes.last else { return }
        self.text.utf8.append(contentsOf: bytes)
        self.text.width += bytes.count
        self.settle(freeMarks: last == 0x20 ? 0 : 2)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        if self.continuesEmoji(scalar) {
            return
        }
        switch CharacterWidth.characterClass(of: scalar) {
        case .narrow: self.appendVisible(scalar, width: 1)
        case .wide: self.appendVisible(scalar, width: 2)
        case .combining: self.appendCombining(scalar)
        case .invisible: self.appendHidden(scalar)
        case .unprintable: self.appendUnprintable(scalar)
        }
    }

    mutating func appendInvalid(_ byte: UInt8) {
        switch self.style {
        case .reveal: self.appendMark("\\x" + Self.hexadecimal(UInt32(byte), digits: 2))
        case .singleLine: self.appendRun(.invalid, unicode: "\u{FFFD}", ascii: "?")
        }
    }

    // MARK: Classes

    private mutating func appendVisible(_ scalar: Unicode.Scalar, width: Int) {
        if let letter = Self.regionalLetter(scalar) {
            // A flag is one or two cells wide, depending on the terminal. Its letters are two cells
            // everywhere.
            self.appendMark(String(letter))
        } else if self.alphabet == .ascii && scalar.value > 0x7E {
            self.style == .reveal
                ? self.appendMark(JSONEscape.text(of: scalar)) : self.appendMark("?")
        } else {
            self.appendBytes(of: scalar)
            self.text.width += width
            self.settle(freeMarks: Self.isSpace(scalar) ? 0 : 2)
            self.emoji = Self.isEmoji(scalar) ? scalar : nil
        }
    }

    private mutating func appendCombining(_ scalar: Unicode.Scalar) {
        guard self.freeMarks > 0, self.alphabet == .unicode else {
            self.appendHidden(scalar)
            return
        }
        self.appendBytes(of: scalar)
        self.freeMarks -= 1
    }

    private mutating func appendHidden(_ scalar: Unicode.Scalar) {
        switch self.style {
        case .reveal: self.appendMark(JSONEscape.text(of: scalar))
        case .singleLine: self.appendRun(.hidden, unicode: "·", ascii: ".")
        }
    }

    private mutating func appendUnprintable(_ scalar: Unicode.Scalar) {
        let isControl = scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
        switch (self.style, self.alphabet) {
        case (.reveal, _):
            self.appendMark(JSONEscape.text(of: scalar))
        case (.singleLine, .ascii) where isControl:
            self.appendMark(Self.shortEscape(scalar))
        case (.singleLine, .unicode) where isControl:
            self.appendMark(String(Self.picture(of: scalar)))
        case (.singleLine, _):
            self.appendRun(.invalid, unicode: "\u{FFFD}", ascii: "?")
        }
    }

    /// A variation selector, skin tone, flag tag, joiner, or the emoji after a joiner. Terminals
    /// disagree on the width of such sequences, so only their first character is shown.
    private mutating func continuesEmoji(_ scalar: Unicode.Scalar) -> Bool {
        guard self.style == .singleLine, self.alphabet == .unicode, self.emoji != nil else {
            return false
        }
        switch scalar.value {
        case 0x200D:
            defer { self.isJoined = true }
            return !self.isJoined
        case 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF:
            return true
        case 0xE0020...0xE007F:
            return self.emoji == "\u{1F3F4}"
        default:
            guard self.isJoined else { return false }
            self.isJoined = false
            if Self.isEmoji(scalar) { return true }
            // The joiner joined nothing, so it must not stay invisible.
            self.appendHidden("\u{200D}")
            return false
        }
    }

    // MARK: Output

    private mutating func appendBytes(of scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            self.text.utf8.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            self.text.utf8.append(
                contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private mutating func appendMark(_ mark: String) {
        let start = self.text.utf8.count
        self.text.utf8.append(contentsOf: mark.utf8)
        if let last = self.text.marks.last, last.upperBound == start {
            self.text.marks[self.text.marks.count - 1] = last.lowerBound..<self.text.utf8.count
        } else {
            self.text.marks.append(start..<self.text.utf8.count)
        }
        self.text.width += mark.unicodeScalars.count
        self.settle(freeMarks: 0)
    }

    private mutating func appendRun(_ run: Run, unicode: String, ascii: String) {
        guard self.run != run else { return }
        self.appendMark(self.alphabet == .unicode ? unicode : ascii)
        self.run = run
    }

    private mutating func settle(freeMarks: Int) {
        self.run = .none
        self.freeMarks = freeMarks
        self.emoji = nil
        self.isJoined = false
    }
}

extension SanitizerScan {
    /// The controls U+0080 to U+009F have no symbol and become the replacement character.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }

    /// `\n`, `\t`, `\r` or `\x1b`.
    private static func shortEscape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\x" + self.hexadecimal(scalar.value, digits: 2).lowercased()
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " : scalar.properties.isWhitespace
    }

    /// The ranges only avoid the look-up.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA9...0x3299, 0x1F000...0x1FAFF: scalar.properties.isEmoji
        default: false
        }
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    private static func regionalLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard 0x1F1E6...0x1F1FF ~= scalar.value else { return nil }
        return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
    }
}
