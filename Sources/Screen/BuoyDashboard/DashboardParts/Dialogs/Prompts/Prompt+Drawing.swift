import BuoyTextScreen

extension Prompt {
    func draw(on canvas: inout Canvas) {
        var x = 1 + canvas.put(self.label, x: 1, y: 0, maxWidth: canvas.width / 2, role: .title)
        if self.kind.isSpaced || self.search != nil { x += 1 }
        let offers = self.offers(room: canvas.width - x - 24)
        let width = canvas.width - x - 1 - (offers.width > 0 ? offers.width + 2 : 0)
        if self.field.isEmpty {
            canvas.put(
                self.kind.placeholder, x: x + 1, y: 0, maxWidth: max(width - 1, 0), role: .muted)
        }
        self.field.draw(
            on: &canvas, in: Rect(x: x, y: 0, width: width, height: 1), role: .prompt,
            error: self.errorRange)
        canvas.put(offers, x: canvas.width - 1 - offers.width, y: 0)
    }

    private var label: SafeText {
        guard let search = self.search else { return self.kind.label }
        let text = SafeText(sanitizing: search.text, limit: 120)
        return search.isFound ? "search \"\(text)\":" : "no earlier line contains \"\(text)\":"
    }

    private func offers(room: Int) -> StyledLine {
        let candidates = self.completion.candidates
        guard !candidates.isEmpty, !self.field.isEmpty, !self.hasList else { return StyledLine() }
        let first = self.chosen ?? 0
        let count: SafeText =
            self.chosen.map { "\($0 + 1) of \(candidates.count)" } ?? "\(candidates.count)"
        let end = StyledLine("  Tab: \(count)", .muted)
        var line = StyledLine()
        for (index, candidate) in candidates.enumerated().dropFirst(first) {
            var piece = StyledLine(line.width > 0 ? "  " : "", .muted)
            piece.append(
                SafeText(sanitizing: candidate.text, limit: 400),
                index == self.chosen ? .match : .muted)
            guard line.width + piece.width + end.width <= room else { break }
            line.append(piece)
        }
        if line.width > 0 { line.append(end) }
        return line
    }

    func drawHints(on canvas: inout Canvas, typed: (form: String, title: String)?) {
        guard self.search == nil else {
            canvas.drawHints([("Enter", self.kind.verb), ("Ctrl-R", "older"), ("Esc", "go back")])
            return
        }
        var hints: [(String, String)] = [("Enter", self.kind.verb)]
        let candidates = self.completion.candidates
        if let typed {
            hints.insert((typed.form, typed.title), at: 0)
        } else if let chosen = self.chosen, !candidates[chosen].note.isEmpty {
            hints.insert((candidates[chosen].text, candidates[chosen].note), at: 0)
        }
        if !candidates.isEmpty { hints.append(("Tab", "complete")) }
        hints += [("Up", "history"), ("Ctrl-U", "clear"), ("Esc", "cancel")]
        canvas.drawHints(hints)
    }
}

extension Prompt {
    private var hasList: Bool { self.kind.listsCandidates }

    private static let listLength = 8

    func drawList(on canvas: inout Canvas, endY: Int) {
        let candidates = self.completion.candidates
        let isAsked = self.chosen != nil || !self.field.isEmpty
        guard self.hasList, isAsked, self.error == nil, self.search == nil, !candidates.isEmpty
        else { return }
        let height = min(candidates.count, Self.listLength, max(endY - 3, 0))
        let top = min(max((self.chosen ?? 0) - height + 1, 0), candidates.count - height)
        let shown = candidates[top..<top + height].map {
            (name: SafeText(sanitizing: $0.text, limit: 400), note: SafeText(sanitizing: $0.note))
        }
        guard !shown.isEmpty else { return }
        let names = min(shown.map(\.name.width).max() ?? 0, canvas.width / 2)
        let notes = shown.map(\.note.width).max() ?? 0
        let width = min(max(names + (notes > 0 ? notes + 2 : 0) + 4, 20), canvas.width)
        let box = Rect(x: 0, y: endY - height - 1, width: width, height: height + 1)
        canvas.fill(box)
        canvas.draw(in: box) { canvas in
            self.drawFrame(on: &canvas)
            for (y, candidate) in shown.enumerated() {
                canvas.put(candidate.name, x: 2, y: y + 1, maxWidth: names)
                canvas.put(candidate.note, x: names + 4, y: y + 1, role: .muted)
                guard top + y == self.chosen else { continue }
                canvas.put(glyph: canvas.glyphs.selected, x: 0, y: y + 1, role: .title)
                canvas.overlay(.selection, in: Rect(x: 0, y: y + 1, width: width - 1, height: 1))
            }
            canvas.verticalRule(x: width - 1, y: 1)
        }
    }

    private func drawFrame(on canvas: inout Canvas) {
        canvas.horizontalRule(y: 0)
        canvas.put(glyph: canvas.glyphs.lines.topRight, x: canvas.width - 1, y: 0, role: .border)
        let count = self.completion.candidates.count
        let text: SafeText = self.chosen.map { " \($0 + 1) of \(count) " } ?? " \(count) "
        canvas.put(text, endX: canvas.width - 2, y: 0, role: .muted)
    }
}

extension Canvas {
    mutating func drawHints(_ hints: [(key: String, text: String)]) {
        var x = 1
        for (key, text) in hints where x + key.count + 1 + text.count < self.width {
            x += self.put(SafeText(sanitizing: key), x: x, y: 0, role: .footerKey) + 1
            x += self.put(SafeText(sanitizing: text), x: x, y: 0, role: .footerText) + 2
        }
    }
}
