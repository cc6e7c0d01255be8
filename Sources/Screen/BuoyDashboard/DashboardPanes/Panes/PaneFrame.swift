package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

package struct PaneFrame {
    let pane: PaneID
    package let now: ChannelsTimestamp
    let utcOffsetSeconds: Int
    package let isFocused: Bool
    /// On a compact screen the tabs replace the title.
    let hasTitle: Bool
    /// In the title, if a pane is shown more than once: `b`.
    var suffix = ""
    var index = 0
    var guest: Guest?

    init(
        pane: PaneID,
        now: ChannelsTimestamp,
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

    struct Guest: Hashable {
        let pane: PaneID
        let count: Int?

        init(pane: PaneID, count: Int?) {
            self.pane = pane
            self.count = count
        }

        var label: StyledLine {
            let title = SafeText(ours: "\(self.pane.key) \(self.pane.title)")
            return StyledLine(self.count.map { "\(title) \($0)" } ?? title, .muted)
        }
    }

    var second: Int64 { self.now.second }

    package var selectionRole: Role { self.isFocused ? .selection : .selectionInactive }
}

extension Canvas {
    /// Returns the region below the title.
    ///
    /// - Parameters:
    ///   - facts: what follows the name: numbers, a filter.
    ///   - right: the text at the end; left out if there is no room, or else the facts if
    ///     `keepsRight`.
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

    package mutating func drawHeadings<ID, Row>(
        _ columns: ColumnLayout<ID, Row>, _ frame: PaneFrame
    ) {
        guard frame.hasTitle, self.height > 1 else { return }
        columns.drawHeadings(on: &self)
    }

    package mutating func markSelection(y: Int, _ frame: PaneFrame) {
        self.put(glyph: self.glyphs.selected, x: 0, y: y, role: .title)
        self.overlay(frame.selectionRole, in: Rect(x: 0, y: y, width: self.width, height: 1))
    }
}
