/// The symbols a screen is drawn with. Three sets, so that the same screen works with UTF-8, on the
/// Linux console, and where only ASCII is safe. Every state has a symbol of its own: nothing is
/// said by colour alone.
package struct GlyphSet: Hashable, Sendable {
    /// Lines of panes and boxes.
    package struct Lines: Hashable, Sendable {
        /// The title rule of a pane.
        package let rule: Unicode.Scalar

        /// The title rule of the focused pane.
        package let heavyRule: Unicode.Scalar

        /// Between two panes side by side.
        package let bar: Unicode.Scalar

        /// Where a bar starts below a rule.
        package let teeDown: Unicode.Scalar

        /// Where a bar ends at a rule.
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

        /// An attempt is running or waiting.
        package let connecting: Unicode.Scalar

        /// Ready.
        package let connected: Unicode.Scalar

        /// Attempts fail, and go on.
        package let unavailable: Unicode.Scalar

        /// Ended by the user.
        package let disconnected: Unicode.Scalar

        /// Given up.
        package let failed: Unicode.Scalar
    }

    /// The strip of state history: one cell for some seconds.
    package struct Strip: Hashable, Sendable {
        /// Ready during this time.
        package let connected: Unicode.Scalar

        /// An attempt was running.
        package let connecting: Unicode.Scalar

        /// Connected, but nothing came before the loss: nobody knows.
        package let unknown: Unicode.Scalar

        /// The connection was lost here.
        package let drop: Unicode.Scalar

        /// Not connected, as the user wanted.
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

        /// Something to look at.
        package let warning: Unicode.Scalar

        /// Something failed.
        package let error: Unicode.Scalar

        /// A row of the log that the user marked.
        package let marked: Unicode.Scalar

        /// A row of the log that is marked by itself: the connection changed there.
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

    /// Before the chosen row.
    package let selected: Unicode.Scalar

    /// More above.
    package let up: Unicode.Scalar

    /// More below.
    package let down: Unicode.Scalar

    /// The newest, at the end of a log.
    package let newest: Unicode.Scalar

    /// More to the left, or coming in.
    package let left: Unicode.Scalar

    /// More to the right, or going out.
    package let right: Unicode.Scalar

    /// Where a text was cut.
    package let ellipsis: Unicode.Scalar

    /// Between two facts on one line.
    package let separator: Unicode.Scalar

    /// The part of a scroll bar or progress bar that is filled, and the part that is not.
    package let thumb: Unicode.Scalar

    /// The part of a bar that is not filled.
    package let track: Unicode.Scalar

    /// Levels of a small graph, lowest first; the first one is nothing at all or nearly so.
    package let levels: [Unicode.Scalar]

    /// Whether characters outside ASCII may be drawn.
    package let alphabet: SafeText.Alphabet

    /// The level for a value between 0 and `highest`; the lowest when there is no scale.
    package func level(of value: Double, highest: Double) -> Unicode.Scalar {
        guard value > 0, highest > 0, value.isFinite, highest.isFinite, let top = self.levels.last
        else { return self.levels.first ?? " " }
        let step = min(value / highest, 1) * Double(self.levels.count - 1)
        let index = Int(step.rounded(.up))
        return self.levels.indices.contains(index) ? self.levels[index] : top
    }
}

extension GlyphSet {
    /// For a UTF-8 terminal.
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

    /// For a terminal that is not known to draw anything but ASCII.
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
