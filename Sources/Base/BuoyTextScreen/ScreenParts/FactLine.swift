/// A line of facts; the least important ones are dropped first when space is short.
package struct FactLine {
    private struct Fact {
        let forms: [StyledLine]
        let importance: Int
    }

    private struct Choice {
        let index: Int
        let line: StyledLine
    }

    private var facts: [Fact] = []

    package init() {}

    /// Skips empty text. Of equally important facts, the last is dropped first.
    package mutating func add(_ text: SafeText, _ role: Role = .header, importance: Int) {
        self.add(StyledLine(text, role), importance: importance)
    }

    package mutating func add(_ line: StyledLine, importance: Int) {
        self.add(anyOf: [line], importance: importance)
    }

    /// - Parameter forms: longest first.
    package mutating func add(anyOf forms: [StyledLine], importance: Int) {
        let forms = forms.filter { $0.width > 0 }
        guard !forms.isEmpty else { return }
        self.facts.append(Fact(forms: forms, importance: importance))
    }

    /// Draws the most important fact even if it has to be cut.
    /// - Returns: the first column free for another fact.
    @discardableResult
    package func draw(on canvas: inout Canvas, x: Int, y: Int, endX: Int) -> Int {
        var column = x
        for choice in self.chosen(room: endX - x) {
            canvas.put(choice.line, x: column, y: y, maxWidth: max(endX - column, 0))
            column += choice.line.width + 2
        }
        return column
    }

    /// Right-aligned; a fact that would be cut is left out.
    /// - Returns: the column of the first fact.
    @discardableResult
    package func drawAtEnd(on canvas: inout Canvas, x: Int, y: Int, endX: Int) -> Int {
        let chosen = self.chosen(room: endX - x)
        let width = chosen.reduce(-2) { $0 + $1.line.width + 2 }
        guard width > 0, width <= endX - x else { return endX }
        self.draw(on: &canvas, x: endX - width, y: y, endX: endX)
        return endX - width
    }

    package func places(x: Int, endX: Int) -> [(index: Int, columns: Range<Int>)] {
        var column = x
        return self.chosen(room: endX - x).map { choice in
            let end = max(min(column + choice.line.width, endX), column)
            defer { column = end + 2 }
            return (choice.index, column..<end)
        }
    }

    private func chosen(room: Int) -> [Choice] {
        var left = room
        var chosen: [Choice] = []
        let byImportance = self.facts.indices.sorted {
            (self.facts[$1].importance, $0) < (self.facts[$0].importance, $1)
        }
        for index in byImportance {
            let space = chosen.isEmpty ? 0 : 2
            let forms = self.facts[index].forms
            guard
                let line = forms.first(where: { $0.width + space <= left })
                    ?? (chosen.isEmpty ? forms.last : nil)
            else { continue }
            left -= line.width + space
            chosen.append(Choice(index: index, line: line))
        }
        return chosen.sorted { $0.index < $1.index }
    }
}
