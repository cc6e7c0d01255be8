import BuoyTextScreen

enum ScreenLegend {
    struct Symbol: Sendable {
        let text: @Sendable (GlyphSet) -> String
        let meaning: String

        init(_ glyph: @escaping @Sendable (GlyphSet) -> Unicode.Scalar, _ meaning: String) {
            self.text = { String(Character(glyph($0))) }
            self.meaning = meaning
        }

        init(_ word: String, _ meaning: String) {
            self.text = { _ in word }
            self.meaning = meaning
        }
    }

    static let groups: [(place: String, symbols: [Symbol])] = [
        ("the connection", Self.connection), ("the history strip", Self.strip),
        ("a channel", Self.channel), ("a member", Self.member),
        ("a row of Events", Self.row), ("several servers", Self.servers),
        ("anywhere", Self.anywhere),
    ]

    private static let connection = [
        Symbol({ $0.states.initialized }, "not connected yet"),
        Symbol({ $0.states.connecting }, "connecting, or waiting for the next attempt"),
        Symbol({ $0.states.connected }, "connected"),
        Symbol({ $0.states.unavailable }, "unavailable: attempts keep failing"),
        Symbol({ $0.states.disconnected }, "disconnected, as requested"),
        Symbol({ $0.states.failed }, "failed; no retries"),
    ]

    private static let strip = [
        Symbol({ $0.strip.connected }, "connected"),
        Symbol({ $0.strip.connecting }, "connecting"),
        Symbol(
            { $0.strip.unknown },
            "connected, but silent before the loss"),
        Symbol({ $0.strip.drop }, "the connection was lost here"),
        Symbol({ $0.strip.disconnected }, "disconnected"),
        Symbol({ $0.strip.failed }, "failed"),
        Symbol({ $0.strip.now }, "now"),
    ]

    private static let channel = [
        Symbol({ $0.marks.subscribed }, "subscribed"),
        Symbol({ $0.marks.pending }, "waiting for its subscription"),
        Symbol({ $0.marks.refused }, "refused; the row shows the reason"),
        Symbol({ $0.marks.privateChannel }, "replaces private- in short names"),
        Symbol({ $0.marks.presenceChannel }, "replaces presence- in short names"),
        Symbol({ $0.marks.encryptedChannel }, "replaces private-encrypted- in short names"),
        Symbol("ev/s", "events per second, with a graph of recent seconds"),
        Symbol("subs", "members or subscribers, if the server reports them"),
        Symbol("total", "events since subscribing"),
        Symbol("unbound", "events that no binding matches"),
    ]

    private static let member = [
        Symbol({ $0.marks.me }, "this client"),
        Symbol({ $0.marks.joined }, "joined a moment ago"),
        Symbol({ $0.marks.left }, "left a moment ago"),
        Symbol({ $0.marks.member }, "any other member"),
        Symbol({ $0.marks.stale }, "stale: listed before the connection was lost"),
    ]

    private static let row = [
        Symbol(">", "an event sent by this client"),
        Symbol("~", "a state, subscription or member update"),
        Symbol("!", "a failure, or a gap in which events may be missing"),
        Symbol({ $0.marks.ok }, "succeeded"),
        Symbol({ $0.marks.error }, "failed"),
        Symbol({ $0.marks.marked }, "a marked row"),
        Symbol({ $0.marks.change }, "the connection changed here"),
    ]

    private static let servers = [
        Symbol("!", "after a name: an unseen gap or error"),
        Symbol("+3", "after a name: events since you last looked"),
        Symbol("+", "compared: only this server delivered the event"),
        Symbol(">", "compared: this server delivered the event late"),
        Symbol("#", "compared: the other server delivered different data"),
    ]

    private static let anywhere = [
        Symbol({ $0.selected }, "the selected row"),
        Symbol({ $0.ellipsis }, "truncated here; Enter shows the whole text"),
        Symbol({ $0.up }, "more above"),
        Symbol({ $0.down }, "more below"),
        Symbol({ $0.newest }, "the newest row, at the end of a log"),
    ]

    struct ShortSign {
        let glyph: Unicode.Scalar
        /// The roles in which the sign is drawn. In ASCII, letters look like signs.
        let roles: Set<Role>
        var isInHeader = false
        let words: String
    }

    static func shortSigns(_ glyphs: GlyphSet) -> [ShortSign] {
        let (marks, strip) = (glyphs.marks, glyphs.strip)
        return [
            ShortSign(glyph: marks.subscribed, roles: [.stateConnected], words: "subscribed"),
            ShortSign(glyph: marks.pending, roles: [.muted, .memberStale], words: "waiting"),
            ShortSign(glyph: marks.refused, roles: [.channelFailed], words: "refused"),
            ShortSign(glyph: marks.me, roles: [.memberMe], words: "you"),
            ShortSign(glyph: marks.joined, roles: [.memberJoined], words: "joined"),
            ShortSign(glyph: marks.left, roles: [.memberLeft], words: "left"),
            ShortSign(glyph: marks.stale, roles: [.memberStale], words: "unknown"),
            ShortSign(
                glyph: strip.connected, roles: [.stateConnected], isInHeader: true,
                words: "connected"),
            ShortSign(
                glyph: strip.connecting, roles: [.muted], isInHeader: true, words: "connecting"),
            ShortSign(glyph: strip.drop, roles: [.gap], isInHeader: true, words: "lost"),
            ShortSign(
                glyph: marks.change, roles: [.muted, .selection],
                words: "the connection changed"),
            ShortSign(glyph: marks.marked, roles: [.flashInfo, .selection], words: "marked"),
        ]
    }

    static func entries(_ glyphs: GlyphSet) -> [HelpOverlay.Entry] {
        self.groups.flatMap { group in
            group.symbols.map { symbol in
                HelpOverlay.Entry(
                    symbol: symbol.text(glyphs), section: "Symbols: \(group.place)",
                    title: symbol.meaning)
            }
        }
    }

    static var markdown: String {
        self.groups.map { group in
            "| \(group.place) | ASCII | |\n| --- | --- | --- |\n"
                + group.symbols.map(self.row).joined()
        }.joined(separator: "\n")
    }

    private static func row(_ symbol: Symbol) -> String {
        let (text, ascii) = (symbol.text(.unicode), symbol.text(.ascii))
        let isWord = text.unicodeScalars.contains { $0.properties.isAlphabetic }
        return "| `\(text)` | \(isWord ? "" : "`\(ascii)` ")| \(symbol.meaning) |\n"
    }
}
