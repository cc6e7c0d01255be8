extension ListWindow {
    /// `↓ 5 more  ↑ 12`; empty if all rows are visible.
    package func moreLine(_ glyphs: GlyphSet) -> StyledLine {
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
    /// Includes a space on both sides; `nil` if empty or without room beside the `needed` columns.
    package static func titleEnd(of right: StyledLine, needed: Int, width: Int) -> Range<Int>? {
        let cells = right.width + 2
        guard cells > 2, needed + cells + 2 <= width else { return nil }
        return width - cells - 1..<width - 1
    }

    /// Right-aligned before `endX`; skipped if the place is taken.
    package mutating func putHeading(_ text: SafeText, endX: Int) {
        let start = endX - text.width
        let isFree = (start - 1..<endX).allSatisfy { x in
            let glyph = self[x, 0].scalar
            return glyph == self.glyphs.lines.rule || glyph == self.glyphs.lines.heavyRule
        }
        guard isFree, start > 0 else { return }
        self.put(text, endX: endX, y: 0, role: .muted)
    }

    package mutating func drawMore(_ window: ListWindow) {
        let line = window.moreLine(self.glyphs)
        guard line.width > 0 else { return }
        self.fill(Rect(x: 0, y: window.lines, width: self.width, height: 1))
        self.put(line, x: 1, y: window.lines, maxWidth: max(self.width - 2, 0))
    }

    package mutating func drawEmpty(_ lines: [SafeText], in rect: Rect) {
        for (row, line) in lines.prefix(rect.height).enumerated() {
            self.put(
                line, x: rect.x + 2, y: rect.y + row, maxWidth: max(rect.width - 3, 0),
                role: .muted)
        }
    }

    /// Scaled so that a single event on a quiet channel does not look like a burst.
    /// - Parameter highest: the highest count of all graphs in the list, which share a scale.
    package mutating func drawGraph(_ counts: [Int], x: Int, y: Int, highest: Int) {
        let highest = Double(max(highest, counts.max() ?? 0, 3))
        for (column, count) in counts.enumerated() {
            let share = Double(count) / highest
            let role: Role = count == 0 ? .graphAxis : share > 0.75 ? .graphMid : .graphLow
            self.put(
                glyph: self.glyphs.level(of: Double(count), highest: highest), x: x + column, y: y,
                role: role)
        }
    }
}
