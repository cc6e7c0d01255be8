import BuoyTextScreen
import ChannelsProtocol

/// What the lines of a view depend on, besides the data.
struct DataLineContext {
    let glyphs: GlyphSet
    let utcOffsetSeconds: Int
    /// When the event arrived.
    let time: Timestamp

    /// - Parameter time: when the event with the data arrived.
    init(glyphs: GlyphSet, utcOffsetSeconds: Int, time: Timestamp) {
        self.glyphs = glyphs
        self.utcOffsetSeconds = utcOffsetSeconds
        self.time = time
    }

    var alphabet: SafeText.Alphabet { self.glyphs.alphabet }

    /// The maximum size of a line that is formatted, in bytes.
    static let lineByteLimit = 16 << 10

    /// A string with hidden characters as escapes.
    func reveal(_ bytes: some Sequence<UInt8>) -> SafeText {
        SafeText(
            sanitizing: bytes, limit: Self.lineByteLimit, style: .reveal, alphabet: self.alphabet)
    }

    /// A comment on a value: the time that a number stands for, or that a string contains hidden
    /// characters.
    /// - Parameter text: the value as shown.
    func note(on value: JSON, under name: String?, _ text: SafeText) -> StyledLine {
        if text.isCut {
            return StyledLine(
                "\(glyph: self.glyphs.ellipsis) see raw or hex for the rest", .flashWarn)
        }
        if case .number(let digits) = value,
            let moment = TimestampGuess(digits, name: name, near: self.time)
        {
            let words = moment.words(near: self.time, utcOffsetSeconds: self.utcOffsetSeconds)
            return StyledLine(SafeText(ours: "   // \(words)"), .muted)
        }
        // In an ASCII display, ordinary letters are escaped too.
        if !text.marks.isEmpty, self.alphabet == .unicode {
            return StyledLine("   // contains hidden characters, escaped here", .muted)
        }
        return StyledLine()
    }
}
