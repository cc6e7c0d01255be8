package import ChannelsProtocol
package import TextScreen

/// What the lines of a view depend on, apart from the data.
package struct DataLineContext {
    package let glyphs: GlyphSet
    package let utcOffsetSeconds: Int
    /// When the subject came.
    package let time: Timestamp

    /// - Parameter time: when the event with the data arrived.
    package init(glyphs: GlyphSet, utcOffsetSeconds: Int, time: Timestamp) {
        self.glyphs = glyphs
        self.utcOffsetSeconds = utcOffsetSeconds
        self.time = time
    }

    package var alphabet: SafeText.Alphabet { self.glyphs.alphabet }

    /// How much of one line is made ready.
    package static let lineByteLimit = 16 << 10

    /// A text with everything hidden spelled as an escape.
    package func reveal(_ bytes: some Sequence<UInt8>) -> SafeText {
        SafeText(
            sanitizing: bytes, limit: Self.lineByteLimit, style: .reveal, alphabet: self.alphabet)
    }

    /// What is worth saying about a value, as a comment behind it: which moment a number is, and
    /// that something in a text cannot be seen.
    /// - Parameter text: the value as it is shown.
    package func note(on value: JSON, under name: String?, _ text: SafeText) -> StyledLine {
        if text.isCut {
            return StyledLine(
                "\(glyph: self.glyphs.ellipsis) raw and hex have the rest", .flashWarn)
        }
        if case .number(let digits) = value,
            let moment = TimestampGuess(digits, name: name, near: self.time)
        {
            let words = moment.words(near: self.time, utcOffsetSeconds: self.utcOffsetSeconds)
            return StyledLine(SafeText(ours: "   // \(words)"), .muted)
        }
        // In an ASCII text ordinary letters are escapes too.
        if !text.marks.isEmpty, self.alphabet == .unicode {
            return StyledLine("   // has hidden characters, spelled out", .muted)
        }
        return StyledLine()
    }
}
