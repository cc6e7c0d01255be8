import BuoyTextScreen

/// Lines with a name and a value each, the values aligned.
package struct FigureTable {
    private let rows: [(name: String, value: String)]

    /// Creates a table; the strings may come from anywhere.
    package init(_ rows: [(name: String, value: String)]) { self.rows = rows }

    /// The text; nothing in it can break a line or control a terminal.
    package var text: String {
        let width = self.rows.map(\.name.count).max() ?? 0
        return self.rows.map { row in
            let gap = String(repeating: " ", count: width - row.name.count + 2)
            return PlainOutput.line(row.name + gap + row.value)
        }.joined(separator: "\n")
    }
}
