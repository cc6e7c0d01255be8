import BuoyTextScreen

package struct FigureTable {
    private let rows: [(name: String, value: String)]

    package init(_ rows: [(name: String, value: String)]) { self.rows = rows }

    /// Nothing in it can break a line or control a terminal.
    package var text: String {
        let width = self.rows.map(\.name.count).max() ?? 0
        return self.rows.map { row in
            let gap = String(repeating: " ", count: width - row.name.count + 2)
            return PlainOutput.line(row.name + gap + row.value)
        }.joined(separator: "\n")
    }
}
