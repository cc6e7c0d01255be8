package import BuoyTextScreen
import ChannelsProtocol

extension InspectorPane {
    package mutating func move(_ movement: Movement, size: ScreenSize, glyphs: GlyphSet) {
        let page = self.page(width: size.columns, glyphs)
        let height = self.textHeight(page, rows: size.rows)
        let top = self.top(of: page, height: height)
        guard self.nodeCount > 0 else {
            self.top = page.target(of: movement, from: top, height: height)
            return
        }
        if case .rows(let step) = movement, self.scrollsSelection(by: step, page, top, height) {
            self.top = page.anchor(top, movedBy: step)
            return
        }
        self.select(movement.target(from: self.selected, count: self.nodeCount, height: height))
        self.top = top
        self.top = self.top(of: page, height: height)
    }

    private func scrollsSelection(
        by step: Int, _ page: DataPage, _ top: DataPage.Anchor, _ height: Int
    ) -> Bool {
        guard let line = page.line(ofNode: self.selected) else { return false }
        if step < 0 { return top.line == line && top.row > 0 }
        let bottom = page.anchor(top, movedBy: height - 1)
        return bottom.line == line && bottom.row + 1 < page.rows(ofLine: line).count
    }

    mutating func scroll(columns: Int, size: ScreenSize, glyphs: GlyphSet) {
        let page = self.page(width: size.columns, glyphs)
        let top = self.top(of: page, height: size.rows)
        let widest = page.rows(from: top, height: size.rows).filter(\.isShifted)
            .reduce(0) { max($0, $1.text.width) }
        self.shift = min(max(self.shift + columns, 0), max(widest - 8, 0))
    }

    func top(of page: DataPage, height: Int) -> DataPage.Anchor {
        let top = min(self.top, page.furthest(height: height))
        guard self.nodeCount > 0, let line = page.line(ofNode: self.selected) else { return top }
        let first = DataPage.Anchor(line: line)
        let last = DataPage.Anchor(line: line, row: page.rows(ofLine: line).count - 1)
        // The facts become visible again with the first node.
        let start = DataPage.Anchor()
        if self.selected == 0, page.anchor(start, movedBy: height - 1) >= last { return start }
        if last < top { return first }
        guard page.anchor(top, movedBy: height - 1) < first else { return top }
        return min(page.anchor(last, movedBy: 1 - height), first)
    }
}

extension DataPage {
    fileprivate func target(of movement: Movement, from top: Anchor, height: Int) -> Anchor {
        let rows: Int
        switch movement {
        case .top: return Anchor()
        case .bottom: return self.furthest(height: height)
        case .rows(let count): rows = count
        case .pages(let pages): rows = pages * max(height - 1, 1)
        case .halfPages(let halves): rows = halves * max(height / 2, 1)
        }
        return min(self.anchor(top, movedBy: rows), self.furthest(height: height))
    }
}

extension InspectorPane {
    static func hasColumn(width: Int) -> Bool { width >= 96 }

    static let columnWidth = 44

    func page(
        width: Int, _ glyphs: GlyphSet, now: ChannelsTimestamp? = nil, hasTitle: Bool = true
    ) -> DataPage {
        let isNarrow = !Self.hasColumn(width: width)
        let room = (isNarrow ? width : width - Self.columnWidth) - 2
        let look = DataLineContext(
            glyphs: glyphs, utcOffsetSeconds: self.content.utcOffsetSeconds, time: self.content.time
        )
        var head: [DataLine] = []
        if isNarrow {
            head = self.factLines(width: room, now: now, hasTitle: hasTitle)
        }
        let parts = [.lines(head), .lines(self.shownProse)] + self.body
        return DataPage(parts, width: room, wraps: self.wraps, look)
    }

    private var shownProse: [DataLine] {
        self.showsDifference && self.canDiffer ? [] : self.content.prose
    }

    func textHeight(_ page: DataPage, rows: Int) -> Int {
        self.hasFooter(page, rows: rows) ? rows - 1 : rows
    }

    func hasFooter(_ page: DataPage, rows: Int) -> Bool {
        rows >= 5 && (self.nodeCount > 0 || self.search != nil || page.isCut(height: rows))
    }
}
