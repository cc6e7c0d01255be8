/// The symbols a screen is drawn with. Three sets, so that the same screen works with UTF-8, on the
/// Linux console, and where only ASCII is safe. Every state has a symbol of its own: nothing is
/// said by colour alone.
package struct GlyphSet: Hashable, Sendable {
    /// Lines of panes and boxes.
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

    /// The connection, as one symbol beside a word.
    package struct States: Hashable, Sendable {
        package let initialized: Unicode.Scalar
        package let connecting: Unicode.Scalar
        package let connected: Unicode.Scalar
        package let unavailable: Unicode.Scalar
        package let disconnected: Unicode.Scalar
        package let failed: Unicode.Scalar
    }

    /// The strip of state history: one cell for some seconds.
    package struct Strip: Hashable, Sendable {
        package let connected: Unicode.Scalar
        package let connecting: Unicode.Scalar
        package let drop: Unicode.Scalar
        package let disconnected: Unicode.Scalar
        package let failed: Unicode.Scalar
        package let now: Unicode.Scalar
    }

    /// A channel's subscription, and a member's place.
    package struct Marks: Hashable, Sendable {
        package let subscribed: Unicode.Scalar
        package let pending: Unicode.Scalar
        package let refused: Unicode.Scalar
        package let me: Unicode.Scalar
        package let joined: Unicode.Scalar
        package let left: Unicode.Scalar
        package let member: Unicode.Scalar
        package let stale: Unicode.Scalar
        package let ok: Unicode.Scalar
        package let warning: Unicode.Scalar
        package let error: Unicode.Scalar
    }

    package let lines: Lines
    package let states: States
    package let strip: Strip
    package let marks: Marks

    /// Before the chosen row.
    package let selected: Unicode.Scalar
    package let up: Unicode.Scalar
    package let down: Unicode.Scalar
    package let left: Unicode.Scalar
    package let right: Unicode.Scalar

    /// Where a text was cut.
    package let ellipsis: Unicode.Scalar

    /// Between two facts on one line.
    package let separator: Unicode.Scalar

    /// The part of a scroll bar or progress bar that is filled, and the part that is not.
    package let thumb: Unicode.Scalar
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
            connected: "═", connecting: "▒", drop: "!", disconnected: "·", failed: "✕", now: "▸"),
        marks: Marks(
            subscribed: "●", pending: "○", refused: "✕", me: "★", joined: "+", left: "−",
            member: "·", stale: "?", ok: "✓", warning: "!", error: "✕"),
        selected: "▸", up: "↑", down: "↓", left: "←", right: "→",
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
            connected: "=", connecting: "~", drop: "!", disconnected: ".", failed: "x", now: ">"),
        marks: Marks(
            subscribed: "o", pending: ".", refused: "x", me: "*", joined: "+", left: "-",
            member: ".", stale: "?", ok: "v", warning: "!", error: "x"),
        selected: ">", up: "^", down: "v", left: "<", right: ">",
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
            connected: "═", connecting: "▒", drop: "!", disconnected: "·", failed: "x", now: ">"),
        marks: Self.ascii.marks,
        selected: ">", up: "↑", down: "↓", left: "←", right: "→",
        ellipsis: "~", separator: "·", thumb: "█", track: "░",
        levels: Self.ascii.levels,
        alphabet: .unicode
    )
}
