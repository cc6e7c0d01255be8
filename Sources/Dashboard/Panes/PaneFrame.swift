import ChannelsProtocol
import TextScreen

/// What a pane needs to know to draw itself, apart from its own state.
struct PaneFrame {
    let pane: PaneID
    let now: Timestamp
    let utcOffsetSeconds: Int
    /// Whether the pane has the keys.
    let isFocused: Bool
    /// Whether it draws its title; on a compact screen the tabs are the title.
    let hasTitle: Bool
    /// What follows the number in the title, where a pane is shown more than once: `b`.
    var suffix = ""

    /// The second of the monotonic clock.
    var second: Int64 { self.now.second }

    /// The role of the chosen row.
    var selectionRole: Role { self.isFocused ? .selection : .selectionInactive }
}

extension Timestamp {
    /// The second of the monotonic clock; rates count in these.
    var second: Int64 { self.monotonicNanoseconds / 1_000_000_000 }
}

extension ListWindow {
    /// How many rows are not seen: `↓ 5 more  ↑ 12`. Empty when all are.
    func moreLine(_ glyphs: GlyphSet) -> StyledLine {
        var line = StyledLine()
        let below: SafeText = "\(glyph: glyphs.down) \(self.below)"
        let above: SafeText = "\(glyph: glyphs.up) \(self.above)"
        if self.below > 0 { line.append("\(below) more", .muted) }
        if self.above > 0 {
            line.append(self.below > 0 ? "  \(above)" : "\(above) more", .muted)
        }
        return line
    }
}

extension Canvas {
    /// Draws a pane's title rule in the first row, and answers the region below it.
    ///
    /// - Parameters:
    ///   - facts: what follows the name: numbers, a filter.
    ///   - right: what stands at the end; without room it is left out.
    ///   - keepsRight: whether the facts give way instead.
    mutating func drawTitle(
        _ frame: PaneFrame, facts: StyledLine = StyledLine(), right: StyledLine = StyledLine(),
        keepsRight: Bool = false
    ) -> Rect {
        guard frame.hasTitle else { return self.bounds }
        let rule: Role = frame.isFocused ? .borderFocused : .border
        self.horizontalRule(y: 0, isHeavy: frame.isFocused, role: rule)
        let number = SafeText(ours: "\(frame.pane.digit)\(frame.suffix)")
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
        // The last cell belongs to the rule, unless the title would have to be cut for it.
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

    /// The columns of what stands at the end of a title, with a space on both sides; `nil` when it is
    /// empty, or there is no room for it beside so many needed columns.
    static func titleEnd(of right: StyledLine, needed: Int, width: Int) -> Range<Int>? {
        let cells = right.width + 2
        guard cells > 2, needed + cells + 2 <= width else { return nil }
        return width - cells - 1..<width - 1
    }

    /// Writes the heading of a column into a title rule, so that it ends before a column. A title rule
    /// without rows below it has no columns.
    mutating func putHeading(_ text: SafeText, endX: Int, _ frame: PaneFrame) {
        guard frame.hasTitle, self.height > 1 else { return }
        let start = endX - text.width
        let isFree = (start - 1..<endX).allSatisfy { x in
            let glyph = self[x, 0].scalar
            return glyph == self.glyphs.lines.rule || glyph == self.glyphs.lines.heavyRule
        }
        guard isFree, start > 0 else { return }
        self.put(text, endX: endX, y: 0, role: .muted)
    }

    /// Marks the chosen row of a list: a sign at its start, and a role over it.
    mutating func markSelection(y: Int, _ frame: PaneFrame) {
        self.put(glyph: self.glyphs.selected, x: 0, y: y, role: .title)
        self.overlay(frame.selectionRole, in: Rect(x: 0, y: y, width: self.width, height: 1))
    }

    /// Says below the rows of a list how many more there are, below and above.
    mutating func drawMore(_ window: ListWindow) {
        let line = window.moreLine(self.glyphs)
        guard line.width > 0 else { return }
        self.fill(Rect(x: 0, y: window.lines, width: self.width, height: 1))
        self.put(line, x: 1, y: window.lines, maxWidth: max(self.width - 2, 0))
    }

    /// A message in a pane that has nothing to list; lines that do not fit are left out.
    mutating func drawEmpty(_ lines: [SafeText], in rect: Rect) {
        for (row, line) in lines.prefix(rect.height).enumerated() {
            self.put(
                line, x: rect.x + 2, y: rect.y + row, maxWidth: max(rect.width - 3, 0),
                role: .muted)
        }
    }

    /// A small graph, a cell for each count, all in proportion to the highest; a single event on a
    /// quiet channel does not look like a storm.
    mutating func drawGraph(_ counts: [Int], x: Int, y: Int) {
        let highest = Double(max(counts.max() ?? 0, 3))
        for (column, count) in counts.enumerated() {
            let share = Double(count) / highest
            let role: Role = count == 0 ? .graphAxis : share > 0.75 ? .graphMid : .graphLow
            self.put(
                glyph: self.glyphs.level(of: Double(count), highest: highest), x: x + column, y: y,
                role: role)
        }
    }
}
