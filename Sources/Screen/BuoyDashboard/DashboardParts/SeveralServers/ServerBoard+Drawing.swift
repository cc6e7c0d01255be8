package import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension ServerBoard {
    package func draw(on canvas: inout Canvas, _ dashboard: (Place, inout Canvas) -> Void) {
        let parts = self.parts
        // The focused one is the last: only it has a cursor.
        let behind = parts.filter { $0.place != self.focus }
        for part in behind + parts.filter({ $0.place == self.focus }) {
            canvas.placeCursor(x: -1, y: -1)
            canvas.draw(in: part.body) { dashboard(part.place, &$0) }
            canvas.draw(in: part.line) { self.drawLine(of: part, on: &$0) }
            if part.body.x > 0 { canvas.verticalRule(x: part.body.x - 1) }
        }
    }

    struct Name {
        let place: Place
        let line: StyledLine
        let columns: Range<Int>
    }

    func names(in part: Part) -> [Name] {
        let isBeside = self.parts.count > 1
        let places = isBeside ? [part.place] : self.places
        var names: [Name] = []
        for form in NameForm.allCases {
            var x = 0
            names = places.map { place in
                let line = self.name(of: place, form)
                defer { x += line.width }
                return Name(place: place, line: line, columns: x..<x + line.width)
            }
            if x <= part.line.width { break }
        }
        return names
    }

    private enum NameForm: CaseIterable {
        case long
        /// At most eight cells.
        case short
        case number
    }

    private func name(of place: Place, _ form: NameForm) -> StyledLine {
        let isFocused = place == self.focus
        var line = StyledLine(isFocused ? "[" : " ", .borderFocused)
        switch place {
        case .merged:
            line.append(SafeText(ours: ServersRequest.mergedName), .title)
        case .server(let index):
            self.append(self.tabs[index], to: &line, form == .number && isFocused ? .short : form)
        }
        line.append(isFocused ? "]" : " ", .borderFocused)
        return line
    }

    private func append(_ tab: ServerTab, to line: inout StyledLine, _ form: NameForm) {
        let name = tab.label.text
        switch form {
        case .long: line.append(name, tab.label.role)
        case .short: line.append(name.shortened(to: 8, keeping: 0), tab.label.role)
        case .number: break
        }
        if form != .number { line.append(" ") }
        line.append("\(glyph: tab.state.glyph(self.glyphs.states))", tab.state.role)
        if tab.hasTrouble { line.append("!", .flashWarn) }
        if tab.unread > 0, form == .long {
            line.append("+\(SafeText(ours: Figures.count(tab.unread)))", .eventNew)
        }
    }

    private func drawLine(of part: Part, on canvas: inout Canvas) {
        let isFocused = part.place == self.focus
        canvas.horizontalRule(
            y: 0, isHeavy: isFocused, role: isFocused ? .borderFocused : .border)
        var end = 0
        for name in self.names(in: part) {
            end = name.columns.upperBound
            canvas.put(name.line, x: name.columns.lowerBound, y: 0)
        }
        // The log of all has its own header, unless there is only one row for that.
        guard self.parts.count == 1, self.focus != .merged || self.size.rows < 21,
            let summary = self.words?.brief(width: canvas.width - end - 3)
        else { return }
        canvas.put(" \(summary) ", endX: canvas.width - 1, y: 0)
    }

    package func drawMergedHeader(on canvas: inout Canvas) {
        canvas.fill(canvas.bounds, role: .header)
        // Without a row for it, which server is slower is beside the states.
        let slower = canvas.height < 3 ? self.words?.slower : nil
        let width = canvas.width - 2 - (slower.map { $0.width + 2 } ?? 0)
        let states = self.statesLine(canvas.glyphs, hasWords: true)
        let short = slower == nil ? states : self.statesLine(canvas.glyphs, hasWords: false)
        canvas.put(states.width <= width ? states : short, x: 1, y: 0, maxWidth: canvas.width - 2)
        if let slower, min(states.width, short.width) <= width {
            canvas.put(slower, endX: canvas.width - 1, y: 0, role: .header)
        }
        for (row, text) in self.comparisonLines(width: canvas.width - 2).enumerated() {
            canvas.put(text, x: 1, y: row + 1, maxWidth: canvas.width - 2, role: .header)
        }
    }

    private func statesLine(_ glyphs: GlyphSet, hasWords: Bool) -> StyledLine {
        var line = StyledLine("ALL ", .title)
        for (index, tab) in self.tabs.enumerated() {
            if index > 0 { line.append("  ", .header) }
            line.append(tab.label.text.shortened(to: 24, keeping: 0), tab.label.role)
            line.append(" ", .header)
            line.append("\(glyph: tab.state.glyph(glyphs.states))", tab.state.role)
            if hasWords { line.append(" \(SafeText(ours: tab.state.rawValue))", tab.state.role) }
        }
        return line
    }

    private func comparisonLines(width: Int) -> [SafeText] {
        guard let words = self.words else {
            return ["Not comparing. :compare marks events from only one of the first two servers."]
        }
        return [words.summary(width: width), words.timing, words.symbols]
    }

    private var words: ComparisonWords? {
        self.comparison.map { ComparisonWords($0, self.labels) }
    }

    package var title: String {
        let states = self.tabs.map { "\($0.state.rawValue) - \($0.label.name)" }
        return "buoy: " + states.joined(separator: ", ")
    }
}
