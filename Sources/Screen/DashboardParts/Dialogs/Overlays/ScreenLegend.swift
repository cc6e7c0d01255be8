package import TextScreen

/// The signs on the screen and their meanings: the end of the help, and the tables in
/// `docs/dashboard.md`.
package enum ScreenLegend {
    /// A sign, or a short word.
    struct Sign: Sendable {
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

    /// The signs, by their position on the screen.
    static let groups: [(place: String, signs: [Sign])] = [
        ("the connection", Self.connection), ("the history strip", Self.strip),
        ("a channel", Self.channel), ("a member", Self.member),
        ("a log row", Self.row), ("several servers", Self.servers),
        ("anywhere", Self.anywhere),
    ]

    private static let connection = [
        Sign({ $0.states.initialized }, "not connected yet"),
        Sign({ $0.states.connecting }, "connecting, or waiting for the next attempt"),
        Sign({ $0.states.connected }, "connected"),
        Sign({ $0.states.unavailable }, "unavailable: attempts keep failing"),
        Sign({ $0.states.disconnected }, "disconnected, as requested"),
        Sign({ $0.states.failed }, "failed; no retries"),
    ]

    private static let strip = [
        Sign({ $0.strip.connected }, "connected"),
        Sign({ $0.strip.connecting }, "connecting"),
        Sign(
            { $0.strip.unknown },
            "connected, but silent before the loss"),
        Sign({ $0.strip.drop }, "the connection was lost here"),
        Sign({ $0.strip.disconnected }, "disconnected"),
        Sign({ $0.strip.failed }, "failed"),
        Sign({ $0.strip.now }, "now"),
    ]

    private static let channel = [
        Sign({ $0.marks.subscribed }, "subscribed"),
        Sign({ $0.marks.pending }, "waiting for its subscription"),
        Sign({ $0.marks.refused }, "refused; the row shows the reason"),
        Sign("ev/s", "events per second, with a graph of recent seconds"),
        Sign("subs", "members or subscribers, if the server reports them"),
        Sign("total", "events since subscribing"),
        Sign("unbound", "events that no binding matches"),
    ]

    private static let member = [
        Sign({ $0.marks.me }, "this client"),
        Sign({ $0.marks.joined }, "joined a moment ago"),
        Sign({ $0.marks.left }, "left a moment ago"),
        Sign({ $0.marks.member }, "any other member"),
        Sign({ $0.marks.stale }, "stale: listed before the connection was lost"),
    ]

    private static let row = [
        Sign(">", "an event sent by this client"),
        Sign("~", "a state, subscription or member update"),
        Sign("!", "a failure, or a gap in which events may be missing"),
        Sign({ $0.marks.ok }, "succeeded"),
        Sign({ $0.marks.error }, "failed"),
        Sign({ $0.marks.marked }, "a marked row"),
        Sign({ $0.marks.change }, "the connection changed here"),
    ]

    private static let servers = [
        Sign("!", "after a name: an unseen gap or error"),
        Sign("+3", "after a name: events since you last looked"),
        Sign("+", "compared: only this server delivered the event"),
        Sign(">", "compared: this server delivered the event late"),
        Sign("#", "compared: the other server delivered different data"),
    ]

    private static let anywhere = [
        Sign({ $0.selected }, "the selected row"),
        Sign({ $0.ellipsis }, "truncated here; Enter shows the whole text"),
        Sign({ $0.up }, "more above"),
        Sign({ $0.down }, "more below"),
        Sign({ $0.newest }, "the newest row, at the end of a log"),
    ]

    /// The signs that need words, in a word or two, for the first page of the help.
    package static func shortSigns(
        _ glyphs: GlyphSet
    ) -> [(glyph: Unicode.Scalar, words: String)] {
        let marks = glyphs.marks
        return [
            (marks.subscribed, "subscribed"), (marks.pending, "waiting"),
            (marks.refused, "refused"), (marks.me, "you"), (marks.joined, "joined"),
            (marks.left, "left"), (marks.stale, "unknown"), (glyphs.strip.connected, "connected"),
            (glyphs.strip.connecting, "connecting"), (glyphs.strip.drop, "lost"),
            (marks.change, "the connection changed"), (marks.marked, "marked"),
        ]
    }

    // MARK: Output

    package static func entries(_ glyphs: GlyphSet) -> [HelpOverlay.Entry] {
        self.groups.flatMap { group in
            group.signs.map { sign in
                HelpOverlay.Entry(
                    sign: sign.text(glyphs), section: "Symbols: \(group.place)",
                    title: sign.meaning)
            }
        }
    }

    /// The tables of `docs/dashboard.md`.
    package static var markdown: String {
        self.groups.map { group in
            "| \(group.place) | ASCII | |\n| --- | --- | --- |\n"
                + group.signs.map(self.row).joined()
        }.joined(separator: "\n")
    }

    private static func row(_ sign: Sign) -> String {
        let (text, ascii) = (sign.text(.unicode), sign.text(.ascii))
        let isWord = text.unicodeScalars.contains { $0.properties.isAlphabetic }
        return "| `\(text)` | \(isWord ? "" : "`\(ascii)` ")| \(sign.meaning) |\n"
    }
}
