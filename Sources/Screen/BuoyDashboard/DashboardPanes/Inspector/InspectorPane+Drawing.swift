import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension InspectorPane {
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, needle: [Unicode.Scalar] = []) {
        let (title, views) = self.titleParts(canvas, frame)
        let content = canvas.drawTitle(frame, facts: title, right: views, keepsRight: true)
        let page = self.page(
            width: canvas.width, canvas.glyphs, now: frame.now, hasTitle: frame.hasTitle)
        guard Self.hasColumn(width: canvas.width) else {
            canvas.draw(in: content) { self.drawPage(page, on: &$0, frame, needle) }
            return
        }
        let (body, column) = content.split(right: Self.columnWidth)
        canvas.draw(in: body) { self.drawPage(page, on: &$0, frame, needle) }
        canvas.draw(in: column) { self.drawColumn(on: &$0, frame) }
    }

    private func titleParts(_ canvas: Canvas, _ frame: PaneFrame) -> (StyledLine, StyledLine) {
        let (view, isDifference) = (self.view, self.showsDifference && self.canDiffer)
        let all = DataView.title(chosen: view, showsDifference: isDifference)
        let short = DataView.shortTitle(chosen: view, showsDifference: isDifference)
        let (long, brief) = (self.content.title, self.content.shortTitle)
        let forms = [(long, all), (long, short), (brief, all), (brief, short)]
        let room = canvas.width - frame.pane.title.count - 12
        let form = forms.first { $0.0.width + $0.1.width <= room } ?? (brief, short)
        var facts = StyledLine("\(glyph: canvas.glyphs.separator) ", .muted)
        facts.append(form.0)
        return (facts, self.hasViews ? form.1 : StyledLine())
    }

    private func drawPage(
        _ page: DataPage, on canvas: inout Canvas, _ frame: PaneFrame,
        _ needle: [Unicode.Scalar]
    ) {
        let hasFooter = self.hasFooter(page, rows: canvas.height)
        let height = self.textHeight(page, rows: canvas.height)
        let rows = page.rows(from: self.top(of: page, height: height), height: height)
        let selected = self.selectedNode.flatMap { page.line(ofNode: $0) }
        for (y, row) in rows.enumerated() {
            self.draw(row, y: y, width: page.width, on: &canvas)
            if row.anchor.line == selected { canvas.markSelection(y: y, frame) }
            canvas.highlight(
                needle, y: y, role: row.anchor.line == selected ? .matchCurrent : .match)
        }
        self.link(rows, of: page, on: &canvas)
        guard hasFooter, let last = rows.last else { return }
        self.drawFooter(page, last: last.anchor, on: &canvas, frame)
    }

    private func link(_ rows: [DataPage.Row], of page: DataPage, on canvas: inout Canvas) {
        var (line, links) = (-1, page.links(inLine: -1))
        for (y, row) in rows.enumerated() {
            if row.anchor.line != line {
                line = row.anchor.line
                links = page.links(inLine: line)
            }
            let shift = row.isShifted && self.nodeCount == 0 ? self.shift : 0
            let end = min(page.width + 1, canvas.width)
            for link in links where link.row == row.anchor.row {
                let start = max(link.columns.lowerBound + 1 - shift, shift > 0 ? 1 : 0)
                let stop = min(link.columns.upperBound + 1 - shift, end)
                if start < stop { canvas.link(start..<stop, y: y, to: link.address) }
            }
        }
    }

    private func draw(_ row: DataPage.Row, y: Int, width: Int, on canvas: inout Canvas) {
        let shift = row.isShifted && self.nodeCount == 0 ? self.shift : 0
        canvas.put(row.text, x: 1 - shift, y: y, maxWidth: width + shift)
        guard shift > 0, row.text.width > 0 else { return }
        canvas.put(glyph: canvas.glyphs.ellipsis, x: 0, y: y, role: .muted)
    }

    private func drawFooter(
        _ page: DataPage, last: DataPage.Anchor, on canvas: inout Canvas,
        _ frame: PaneFrame
    ) {
        let y = canvas.height - 1
        var right = StyledLine()
        if !frame.hasTitle, self.hasViews {
            right = DataView.shortTitle(
                chosen: self.view, showsDifference: self.showsDifference)
            right.append("  ")
        }
        let (place, count) =
            self.selectedNode.map { ($0 + 1, self.nodeCount) }
            ?? (page.linesEnding(at: last), page.count)
        if let search = self.search {
            right.append(SafeText(sanitizing: "/\(search.needle.text)", limit: 40), .match)
            right.append(SafeText(ours: " \(search.count)   "), .muted)
        }
        let words = "\(Figures.grouped(place)) of \(Figures.grouped(count))"
        right.append(SafeText(ours: words), .muted)
        canvas.put(right, x: canvas.width - 1 - right.width, y: y)
        guard let path = self.selectedPath else { return }
        let text = SafeText(sanitizing: path, style: .reveal, alphabet: canvas.glyphs.alphabet)
        canvas.put(
            text, x: 1, y: y, maxWidth: max(canvas.width - right.width - 4, 0), role: .jsonKey)
    }

    private static let valueColumn = 14

    private func drawColumn(on canvas: inout Canvas, _ frame: PaneFrame) {
        canvas.verticalRule(x: 0)
        let room = canvas.width - Self.valueColumn - 1
        for (y, row) in self.columnRows(room, canvas.height, frame.now).enumerated() {
            canvas.put(SafeText(ours: row.label), x: 2, y: y, role: .muted)
            canvas.put(row.value, x: Self.valueColumn, y: y, maxWidth: room, role: row.role)
        }
    }

    private func columnRows(
        _ room: Int, _ height: Int, _ now: ChannelsTimestamp
    ) -> [(label: String, value: SafeText, role: Role)] {
        let rows = { (facts: [InspectorContent.Fact]) in
            facts.flatMap { fact in
                fact.shownValue(now: now).rows(first: room, width: room, atSpaces: true)
                    .enumerated().map { ($0 == 0 ? fact.label : "", $1, fact.role) }
            }
        }
        let all = rows(self.content.facts)
        return all.count <= height ? all : rows(self.content.facts.filter { !$0.isInTitle })
    }

    func factLines(width: Int, now: ChannelsTimestamp?, hasTitle: Bool) -> [DataLine] {
        var lines = hasTitle ? [] : [self.content.title]
        var line = StyledLine()
        let saysAll = !hasTitle || self.content.title.width + 28 <= width
        let facts = self.content.facts.filter { !(saysAll && $0.isInTitle) }
        guard self.showsFacts || !self.hasViews else {
            return self.fewFactLines(lines, facts, width: width, now: now)
        }
        for fact in facts {
            let piece = fact.line(now: now)
            if line.width > 0, line.width + 3 + piece.width > width {
                lines.append(line)
                line = StyledLine()
            }
            if line.width > 0 { line.append("   ") }
            line.append(piece)
        }
        if line.width > 0 { lines.append(line) }
        return (lines + [StyledLine()]).map { DataLine(text: $0, fit: .wrappedAtSpaces) }
    }

    /// In one line, because the data matters more. Unusual facts have separate lines.
    private func fewFactLines(
        _ title: [StyledLine], _ facts: [InspectorContent.Fact], width: Int, now: ChannelsTimestamp?
    ) -> [DataLine] {
        var lines = title + facts.filter(\.isNote).map { $0.line(now: now) }
        let others = facts.filter { !$0.isNote }
        var (line, shown) = (StyledLine(), 0)
        for fact in others {
            let piece = fact.line(now: now)
            // Leaves room for the number of facts that are not shown.
            guard line.width + 3 + piece.width + 10 <= width || shown == 0 else { break }
            if shown > 0 { line.append("   ") }
            line.append(piece)
            shown += 1
        }
        if shown < others.count { line.append("   +\(others.count - shown) more", .muted) }
        if line.width > 0 { lines.append(line) }
        return (lines + [StyledLine()]).map { DataLine(text: $0, fit: .wrappedAtSpaces) }
    }
}

extension InspectorContent.Fact {
    fileprivate var isNote: Bool { self.role == .flashWarn || self.role == .flashError }

    fileprivate func line(now: ChannelsTimestamp?) -> StyledLine {
        var line = StyledLine("\(self.label) ", .muted)
        line.append(self.shownValue(now: now), self.role)
        return line
    }

    fileprivate func shownValue(now: ChannelsTimestamp?) -> SafeText {
        guard let since = self.since, let now else { return self.value }
        return "\(self.value), for \(Figures.duration(now.duration(since: since)))"
    }
}
