package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

/// What a pane needs for drawing, besides its own state.
package struct PaneFrame {
    let pane: PaneID
    /// The current time, or that of a recording.
    package let now: Timestamp
    let utcOffsetSeconds: Int
    /// Whether the pane has the focus.
    package let isFocused: Bool
    /// Whether to draw the title; on a compact screen the tabs replace it.
    let hasTitle: Bool
    /// The suffix of the number in the title, if a pane is shown more than once: `b`.
    var suffix = ""
    /// The index among several places of the same pane: the number of a presence channel.
    var index = 0
    /// A collapsed pane that is named at the end of this one's title.
    var guest: Guest?

    /// Creates a frame; by default, the pane is shown once and names no other.
    init(
        pane: PaneID,
        now: Timestamp,
        utcOffsetSeconds: Int,
        isFocused: Bool,
        hasTitle: Bool,
        suffix: String = "",
        index: Int = 0,
        guest: Guest? = nil
    ) {
        self.pane = pane
        self.now = now
        self.utcOffsetSeconds = utcOffsetSeconds
        self.isFocused = isFocused
        self.hasTitle = hasTitle
        self.suffix = suffix
        self.index = index
        self.guest = guest
    }

    /// A pane that another one names in its title.
    struct Guest: Hashable {
        let pane: PaneID
        let count: Int?

        /// Names a pane, with the number of its rows if it is of interest.
        init(pane: PaneID, count: Int?) {
            self.pane = pane
            self.count = count
        }

        /// `4 Bindings 3`.
        var label: StyledLine {
            let title = SafeText(ours: "\(self.pane.key) \(self.pane.title)")
            return StyledLine(self.count.map { "\(title) \($0)" } ?? title, .muted)
        }
    }

    /// The second of the monotonic clock.
    var second: Int64 { self.now.second }

    /// The role of the selected row.
    package var selectionRole: Role { self.isFocused ? .selection : .selectionInactive }
}

extension Canvas {
    /// Draws a pane's title rule in the first row, and returns the region below it.
    ///
    /// - Parameters:
    ///   - facts: what follows the name: numbers, a filter.
    ///   - right: the text at the end; left out if there is no room.
    ///   - keepsRight: whether the facts are left out instead.
    package mutating func drawTitle(
        _ frame: PaneFrame, facts: StyledLine = StyledLine(), right: StyledLine = StyledLine(),
        keepsRight: Bool = false
    ) -> Rect {
        guard frame.hasTitle else { return self.bounds }
        let rule: Role = frame.isFocused ? .borderFocused : .border
        self.horizontalRule(y: 0, isHeavy: frame.isFocused, role: rule)
        let number = SafeText(ours: "\(frame.pane.key)\(frame.suffix)")
        var title = StyledLine(" \(number) \(frame.pane.title)", .title)
        let nameWidth = title.width + 1
        if facts.width > 0 {
            title.append(" ", .title)
            title.append(facts)
        }
        let rightWidth = right.width > 0 ? right.width + 2 : 0
        let needed = keepsRight ? nameWidth : title.width + 1
        let endColumns = Self.titleEnd(of: right, needed: needed, width: self.width)
        let isRoomy = rightWidth == 0 || endColumns != nil
        // The last cell belongs to the rule, unless the title would have to be cut.
        let isTight = title.width == self.width - 1
        let room = self.width - (isTight ? 1 : 2) - (isRoomy ? rightWidth : 0)
        let end = 1 + self.put(title, x: 1, y: 0, maxWidth: max(room, 0))
        if end < self.width - 1 {
            self.put(" ", x: end, y: 0, role: facts.width > 0 ? .text : .title)
        }
        if let columns = endColumns {
            var end = StyledLine(" ", .muted)
            end.append(right)
            end.append(" ", .muted)
            self.put(end, x: columns.lowerBound, y: 0)
        }
        return self.bounds.split(top: 1).rest
    }

    /// Writes the headings of a list into its title rule; not if there are no rows below it.
    package mutating func drawHeadings<ID, Row>(
        _ columns: ColumnLayout<ID, Row>, _ frame: PaneFrame
    ) {
        guard frame.hasTitle, self.height > 1 else { return }
        columns.drawHeadings(on: &self)
    }

    /// Marks the selected row of a list with a symbol at its start and a role over it.
    package mutating func markSelection(y: Int, _ frame: PaneFrame) {
        self.put(glyph: self.glyphs.selected, x: 0, y: y, role: .title)
        self.overlay(frame.selectionRole, in: Rect(x: 0, y: y, width: self.width, height: 1))
    }
}
