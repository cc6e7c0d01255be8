import TextScreen

extension Canvas {
    /// Draws a full-width row that marks a gap.
    /// - Parameter texts: the texts, of which the longest that fits is used.
    mutating func drawGapRow(_ texts: [String], y: Int) {
        let room = self.width - 6
        let text = SafeText(ours: texts.first { $0.count <= room } ?? texts.last ?? "")
        let start = max((self.width - text.width) / 2 | 1, 3)
        self.fill(Rect(x: 0, y: y, width: self.width, height: 1), role: .gap)
        // Dashes at every second cell, so that both sides look alike.
        for x in stride(from: 3, to: start - 1, by: 2) {
            self.put(glyph: "-", x: x, y: y, role: .gap)
        }
        let end = start + self.put(text, x: start, y: y, role: .gap)
        for x in stride(from: end + 1, to: self.width - 1, by: 2) {
            self.put(glyph: "-", x: x, y: y, role: .gap)
        }
    }
}
