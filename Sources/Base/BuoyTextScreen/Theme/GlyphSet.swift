/// The symbols that a screen is drawn with. There are three sets: for UTF-8, for the Linux console,
/// and for terminals where only ASCII is safe. Every state has its own symbol, so nothing depends
/// on colour alone.
package struct GlyphSet: Hashable, Sendable {
    /// Lines of panes and boxes.
    package struct Lines: Hashable, Sendable {
        /// The title rule of a pane.
        package let rule: Unicode.Scalar

        /// The title rule of the focused pane.
        package let heavyRule: Unicode.Scalar

        /// The bar between two panes side by side.
        package let bar: Unicode.Scalar

        /// The start of a bar below a rule.
        package let teeDown: Unicode.Scalar

        /// The end of a bar at a rule.
        package let teeUp: Unicode.Scalar

        /// A corner of a box.
        package let topLeft: Unicode.Scalar

        /// A corner of a box.
        package let topRight: Unicode.Scalar

        /// A corner of a box.
        package let bottomLeft: Unicode.Scalar

        /// A corner of a box.
        package let bottomRight: Unicode.Scalar
    }

    /// The connection, as one symbol beside a word.
    package struct States: Hashable, Sendable {
        /// Never asked to connect.
        package let initialized: Unicode.Scalar

        /// An attempt is under way or scheduled.
        package let connecting: Unicode.Scalar

        package let connected: Unicode.Scalar

        /// Attempts keep failing.
        package let unavailable: Unicode.Scalar

        /// Ended by the user.
        package let disconnected: Unicode.Scalar

        /// Given up.
        package let failed: Unicode.Scalar
    }

    /// The strip of state history: one cell for some seconds.
    package struct Strip: Hashable, Sendable {
        /// Connected during this time.
        package let connected: Unicode.Scalar

        /// An attempt was running.
        package let connecting: Unicode.Scalar

        /// Connected, but nothing was received before the loss, so it is uncertain.
        package let unknown: Unicode.Scalar

        /// The connection was lost here.
        package let drop: Unicode.Scalar

        /// Disconnected, as the user wanted.
        package let disconnected: Unicode.Scalar

        /// Given up.
        package let failed: Unicode.Scalar

        /// The end of the strip.
        package let now: Unicode.Scalar
    }

    /// A channel's subscription, and a member's place.
    package struct Marks: Hashable, Sendable {
        /// A channel that is subscribed.
        package let subscribed: Unicode.Scalar

        /// A channel that waits for its subscription.
        package let pending: Unicode.Scalar

        /// A channel whose subscription was refused.
        package let refused: Unicode.Scalar

        /// This client among the members.
        package let me: Unicode.Scalar

        /// A member that joined a moment ago.
        package let joined: Unicode.Scalar

        /// A member that left a moment ago.
        package let left: Unicode.Scalar

        /// Any other member.
        package let member: Unicode.Scalar

        /// A member of whom nothing was heard since the connection was lost.
        package let stale: Unicode.Scalar

        /// Something worked.
        package let ok: Unicode.Scalar

        package let warning: Unicode.Scalar

        /// Something failed.
        package let error: Unicode.Scalar

        /// A row of the log that the user marked.
        package let marked: Unicode.Scalar

        /// A row of the log that is marked automatically: the connection changed there.
        package let change: Unicode.Scalar
    }

    /// Lines of panes and boxes.
    package let lines: Lines

    /// The connection.
    package let states: States

    /// The strip of state history.
    package let strip: Strip

    /// Channels, members and notices.
    package let marks: Marks

    /// The mark before the selected row.
    package let selected: Unicode.Scalar

    /// More rows above.
    package let up: Unicode.Scalar

    /// More rows below.
    package let down: Unicode.Scalar

    /// The newest row, at the end of a log.
    package let newest: Unicode.Scalar

    /// More to the left, or received.
    package let left: Unicode.Scalar

    /// More to the right, or sent.
    package let right: Unicode.Scalar

    /// Replaces text that was cut off.
    package let ellipsis: Unicode.Scalar

    /// Separates two facts on a line.
    package let separator: Unicode.Scalar

    /// The filled part of a scroll bar or progress bar.
    package let thumb: Unicode.Scalar

    /// The part of a bar that is not filled.
    package let track: Unicode.Scalar

    /// The levels of a small graph, lowest first; the first is for zero or almost zero.
    package let levels: [Unicode.Scalar]

    /// Whether characters outside ASCII may be drawn.
    package let alphabet: SafeText.Alphabet

    /// The level for a value between 0 and `highest`; the lowest if `highest` is zero.
    package func level(of value: Double, highest: Double) -> Unicode.Scalar {
        guard value > 0, highest > 0, value.isFinite, highest.isFinite, let top = self.levels.last
        else { return self.levels.first ?? " " }
        let step = min(value / highest, 1) * Double(self.levels.count - 1)
        let index = Int(step.rounded(.up))
        return self.levels.indices.contains(index) ? self.levels[index] : top
    }
}

extension GlyphSet {
    /// The set for UTF-8 terminals.
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
            member: "·", stale: "?", ok: "✓", warning: "!", error: "✕", marked: "◆", change: "◇"),
        selected: "▸", up: "↑", down: "↓", newest: "▼", left: "←", right: "→",
        ellipsis: "…", separator: "·", thumb: "█", track: "░",
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        alphabet: .unicode
    )

    /// The set for terminals that may support only ASCII.
    package static let ascii = GlyphSet(
        lines: Lines(
            rule: "-", heavyRule: "=", bar: "|", teeDown: "-", teeUp: "-",
            topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
        states: States(
            initialized: ".", connecting: "~", connected: "*",
            unavailable: "!", disconnected: "-", failed: "x"),
        strip: Strip(
            connected: "=", connecting: "~", unknown: "?", drop: "!", disconnected: ".",
            failed: "x", now: ">"),
        marks: Marks(
            subscribed: "o", pending: ".", refused: "x", me: "*", joined: "+", left: "-",
            member: ".", stale: "?", ok: "v", warning: "!", error: "x", marked: "*", change: "'"),
        selected: ">", up: "^", down: "v", newest: "v", left: "<", right: ">",
        ellipsis: "~", separator: "-", thumb: "#", track: ".",
        levels: [".", ":", "-", "=", "#"],
        alphabet: .ascii
    )

    /// The set for the Linux console, whose font has lines and shades but few symbols and no graph
    /// blocks.
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
