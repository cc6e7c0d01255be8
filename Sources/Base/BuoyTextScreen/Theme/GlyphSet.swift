/// The symbols to draw with: for UTF-8, the Linux console, or plain ASCII. Every state has its
/// own symbol, so nothing depends on colour alone.
package struct GlyphSet: Hashable, Sendable {
    package struct Lines: Hashable, Sendable {
        package let rule: Unicode.Scalar

        package let heavyRule: Unicode.Scalar

        package let bar: Unicode.Scalar

        package let teeDown: Unicode.Scalar

        package let teeUp: Unicode.Scalar

        package let topLeft: Unicode.Scalar

        package let topRight: Unicode.Scalar

        package let bottomLeft: Unicode.Scalar

        package let bottomRight: Unicode.Scalar
    }

    package struct States: Hashable, Sendable {
        package let initialized: Unicode.Scalar

        /// An attempt is under way or scheduled.
        package let connecting: Unicode.Scalar

        package let connected: Unicode.Scalar

        /// Attempts keep failing.
        package let unavailable: Unicode.Scalar

        package let disconnected: Unicode.Scalar

        package let failed: Unicode.Scalar
    }

    package struct Strip: Hashable, Sendable {
        package let connected: Unicode.Scalar

        package let connecting: Unicode.Scalar

        /// Connected, but nothing was received before the loss, so it is uncertain.
        package let unknown: Unicode.Scalar

        package let drop: Unicode.Scalar

        package let disconnected: Unicode.Scalar

        package let failed: Unicode.Scalar

        package let now: Unicode.Scalar
    }

    package struct Marks: Hashable, Sendable {
        package let subscribed: Unicode.Scalar

        package let pending: Unicode.Scalar

        package let refused: Unicode.Scalar

        package let me: Unicode.Scalar

        package let joined: Unicode.Scalar

        package let left: Unicode.Scalar

        package let member: Unicode.Scalar

        /// Not heard of since the connection was lost.
        package let stale: Unicode.Scalar

        package let ok: Unicode.Scalar

        package let warning: Unicode.Scalar

        package let error: Unicode.Scalar

        package let marked: Unicode.Scalar

        /// Marked automatically: the connection changed there.
        package let change: Unicode.Scalar

        /// In place of `private-` at the start of a name; the next two likewise.
        package let privateChannel: Unicode.Scalar

        package let presenceChannel: Unicode.Scalar

        package let encryptedChannel: Unicode.Scalar
    }

    package let lines: Lines

    package internal(set) var states: States

    package let strip: Strip

    package let marks: Marks

    package let selected: Unicode.Scalar

    package let up: Unicode.Scalar

    package let down: Unicode.Scalar

    package let newest: Unicode.Scalar

    package let left: Unicode.Scalar

    package let right: Unicode.Scalar

    package let ellipsis: Unicode.Scalar

    package let separator: Unicode.Scalar

    package let thumb: Unicode.Scalar

    package let track: Unicode.Scalar

    /// For small graphs, lowest first; the first is for zero or almost zero.
    package let levels: [Unicode.Scalar]

    package let alphabet: SafeText.Alphabet

    package func level(of value: Double, highest: Double) -> Unicode.Scalar {
        guard value > 0, highest > 0, value.isFinite, highest.isFinite, let top = self.levels.last
        else { return self.levels.first ?? " " }
        let step = min(value / highest, 1) * Double(self.levels.count - 1)
        let index = Int(step.rounded(.up))
        return self.levels.indices.contains(index) ? self.levels[index] : top
    }
}

extension GlyphSet.Marks {
    /// This set's symbol for one of the Unicode set.
    func channelMark(for symbol: Unicode.Scalar) -> Unicode.Scalar? {
        switch symbol {
        case GlyphSet.unicode.marks.privateChannel: self.privateChannel
        case GlyphSet.unicode.marks.encryptedChannel: self.encryptedChannel
        default: nil
        }
    }
}

extension GlyphSet {
    package static let unicode = GlyphSet(
        lines: Lines(
            rule: "─", heavyRule: "━", bar: "│", teeDown: "┬", teeUp: "┴",
            topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
        states: States(
            initialized: "·", connecting: "◐", connected: "●",
            unavailable: "▲", disconnected: "○", failed: "✕"),
        strip: Strip(
            connected: "═", connecting: "▒", unknown: "?", drop: "!", disconnected: "·",
            failed: "✕", now: "▸"),
        marks: Marks(
            subscribed: "●", pending: "○", refused: "✕", me: "★", joined: "+", left: "−",
            member: "·", stale: "?", ok: "✓", warning: "!", error: "✕", marked: "◆", change: "◇",
            privateChannel: "⚿", presenceChannel: "@", encryptedChannel: "▣"),
        selected: "▸", up: "↑", down: "↓", newest: "▼", left: "←", right: "→",
        ellipsis: "…", separator: "·", thumb: "█", track: "░",
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        alphabet: .unicode
    )

    package static let ascii = GlyphSet(
        lines: Lines(
            rule: "-", heavyRule: "=", bar: "|", teeDown: "-", teeUp: "-",
            topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
        states: States(
            initialized: ".", connecting: "/", connected: "o",
            unavailable: "!", disconnected: "-", failed: "x"),
        strip: Strip(
            connected: "=", connecting: "/", unknown: "?", drop: "!", disconnected: ".",
            failed: "x", now: ">"),
        marks: Marks(
            subscribed: "o", pending: ".", refused: "x", me: "*", joined: "+", left: "-",
            member: ".", stale: "?", ok: "v", warning: "!", error: "x", marked: "&", change: "'",
            privateChannel: "#", presenceChannel: "@", encryptedChannel: "%"),
        selected: ">", up: "^", down: "v", newest: "v", left: "<", right: ">",
        ellipsis: "~", separator: "-", thumb: "#", track: ".",
        levels: [".", ":", "-", "=", "#"],
        alphabet: .ascii
    )

    /// For the Linux console, whose font has lines and shades but few symbols and no graph blocks.
    package static let vt = GlyphSet(
        lines: Lines(
            rule: "─", heavyRule: "═", bar: "│", teeDown: "┬", teeUp: "┴",
            topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
        states: Self.ascii.states,
        strip: Strip(
            connected: "═", connecting: "▒", unknown: "?", drop: "!", disconnected: "·",
            failed: "x", now: ">"),
        marks: Self.ascii.marks,
        selected: ">", up: "↑", down: "↓", newest: "↓", left: "←", right: "→",
        ellipsis: "~", separator: "·", thumb: "█", track: "░",
        levels: Self.ascii.levels,
        alphabet: .unicode
    )
}
