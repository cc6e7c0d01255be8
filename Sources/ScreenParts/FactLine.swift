package import TextScreen

/// A line of facts of different importance: the least important ones are left out first if there is
/// not enough room.
package struct FactLine {
    private struct Fact {
        let line: StyledLine
        let importance: Int
    }

    private var facts: [Fact] = []

    /// Creates a line without facts.
    package init() {}

    /// Appends a fact, unless it is empty. Of equally important facts, the last is left out first.
    package mutating func add(_ text: SafeText, _ role: Role = .header, importance: Int) {
        self.add(StyledLine(text, role), importance: importance)
    }

    package mutating func add(_ line: StyledLine, importance: Int) {
        guard line.width > 0 else { return }
        self.facts.append(Fact(line: line, importance: importance))
    }

    /// Draws the facts that fit between two columns, two cells apart. The most important fact is
    /// drawn even if it has to be cut.
    package func draw(on canvas: inout Canvas, x: Int, y: Int, endX: Int) {
        for place in self.places(x: x, endX: endX) {
            let width = max(endX - place.columns.lowerBound, 0)
            canvas.put(
                self.facts[place.index].line, x: place.columns.lowerBound, y: y, maxWidth: width)
        }
    }

    /// The indices and columns of the facts that fit.
    package func places(x: Int, endX: Int) -> [(index: Int, columns: Range<Int>)] {
        var column = x
        return self.chosen(room: endX - x).map { index in
            let end = max(min(column + self.facts[index].line.width, endX), column)
            defer { column = end + 2 }
            return (index, column..<end)
        }
    }

    private func chosen(room: Int) -> [Int] {
        var left = room
        var chosen: [Int] = []
        let byImportance = self.facts.indices.sorted {
            (self.facts[$1].importance, $0) < (self.facts[$0].importance, $1)
        }
        for index in byImportance {
            let width = self.facts[index].line.width + (chosen.isEmpty ? 0 : 2)
            guard width <= left || chosen.isEmpty else { continue }
            left -= width
            chosen.append(index)
        }
        return chosen.sorted()
    }
}
