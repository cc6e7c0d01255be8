extension Canvas {
    /// The rows as text. A wide character takes two cells on the screen, and one position in the
    /// string.
    package var textRows: [String] {
        (0..<self.size.rows).map { y in
            var text = ""
            for cell in self.row(y) where cell.span != .continuation {
                text.unicodeScalars.append(cell.scalar)
                text.unicodeScalars.append(contentsOf: cell.marks)
            }
            return text
        }
    }

    /// The rows as role letters, one for each cell. An overlay hides the role under it.
    package var roleRows: [String] {
        (0..<self.size.rows).map { y in
            String(self.row(y).map(\.shownRole.code))
        }
    }

    /// The screen as a text file: the rows, the line `roles`, and the role letters. Tests compare
    /// it, and the program saves it for bug reports.
    package var goldenScreen: String {
        let frame = { (row: String) in "|\(row)|\n" }
        return self.textRows.map(frame).joined() + "roles\n" + self.roleRows.map(frame).joined()
    }
}
