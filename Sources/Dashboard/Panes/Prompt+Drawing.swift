import TextScreen

extension Prompt {
    /// Draws the line; what Tab offers stands at its right.
    func draw(on canvas: inout Canvas) {
        if case .confirm(let question) = self.kind {
            let width = canvas.put(question.question, x: 1, y: 0, role: .title)
            canvas.placeCursor(x: width + 2, y: 0)
            return
        }
        var x =
            1 + canvas.put(self.kind.label, x: 1, y: 0, maxWidth: canvas.width / 2, role: .title)
        if self.kind.label != "/" { x += 1 }
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

    /// As many candidates as there is room for, and how many there are.
    private func offers(room: Int) -> StyledLine {
        let candidates = self.completion.candidates
        guard !candidates.isEmpty, !self.field.isEmpty else { return StyledLine() }
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

    /// Draws the hints that belong to the line: first what the word means that Tab put in.
    func drawHints(on canvas: inout Canvas) {
        if case .confirm(let question) = self.kind {
            canvas.drawHints([("y", question.verb), ("any other key", "cancel")])
            return
        }
        var hints: [(String, String)] = [("Enter", self.kind.verb)]
        let candidates = self.completion.candidates
        if let chosen = self.chosen, !candidates[chosen].note.isEmpty {
            hints.insert((candidates[chosen].text, candidates[chosen].note), at: 0)
        }
        if !candidates.isEmpty { hints.append(("Tab", "complete")) }
        hints += [("Up", "history"), ("Ctrl-U", "clear"), ("Esc", "cancel")]
        canvas.drawHints(hints)
    }
}

extension Canvas {
    /// Keys and what they do, as far as they fit in the first row.
    mutating func drawHints(_ hints: [(key: String, text: String)]) {
        var x = 1
        for (key, text) in hints where x + key.count + 1 + text.count < self.width {
            x += self.put(SafeText(sanitizing: key), x: x, y: 0, role: .footerKey) + 1
            x += self.put(SafeText(sanitizing: text), x: x, y: 0, role: .footerText) + 2
        }
    }
}
