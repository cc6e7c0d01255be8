import BuoyTextScreen
import ChannelsProtocol

struct DataLineContext {
    let glyphs: GlyphSet
    let utcOffsetSeconds: Int
    let time: ChannelsTimestamp

    init(glyphs: GlyphSet, utcOffsetSeconds: Int, time: ChannelsTimestamp) {
        self.glyphs = glyphs
        self.utcOffsetSeconds = utcOffsetSeconds
        self.time = time
    }

    var alphabet: SafeText.Alphabet { self.glyphs.alphabet }

    static let lineByteLimit = 16 << 10

    func reveal(_ bytes: some Sequence<UInt8>) -> SafeText {
        SafeText(
            sanitizing: bytes, limit: Self.lineByteLimit, style: .reveal, alphabet: self.alphabet)
    }

    func note(on value: JSONValue, under name: String?, _ text: SafeText) -> StyledLine {
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
