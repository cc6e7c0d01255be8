import BuoyTextScreen

extension InspectorPane {
    /// Returns whether the node was already selected; `nil` if no node is there.
    ///
    /// - Parameter y: the row, counted below the title.
    mutating func point(
        at y: Int, size: ScreenSize, hasTitle: Bool, glyphs: GlyphSet
    ) -> Bool? {
        let page = self.page(width: size.columns, glyphs, hasTitle: hasTitle)
        let height = self.textHeight(page, rows: size.rows)
        let top = self.top(of: page, height: height)
        let rows = page.rows(from: top, height: height)
        guard rows.indices.contains(y),
            let node = self.node(onLine: rows[y].anchor.line, of: page)
        else { return nil }
        defer {
            self.select(node)
            self.top = top
        }
        return self.selectedNode == node
    }

    private func node(onLine line: Int, of page: DataPage) -> Int? {
        var (low, high) = (0, self.nodeCount)
        while low < high {
            let middle = (low + high) / 2
            if (page.line(ofNode: middle) ?? .max) < line {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < self.nodeCount && page.line(ofNode: low) == line ? low : nil
    }
}
