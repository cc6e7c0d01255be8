extension Canvas {
    /// A wide character takes two cells, but one position in the string.
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

    /// The rows with the colours of a theme, for `cat` and `less -R`.
    package func ansiRows(_ theme: Theme) -> [String] {
        (0..<self.size.rows).map { y in
            var (text, shown) = ("", Style())
            for cell in self.row(y) where cell.span != .continuation {
                let style = theme.style(for: cell.role, overlay: cell.overlay)
                if style != shown { text += style.selectGraphicRendition }
                shown = style
                text.unicodeScalars.append(cell.scalar)
                text.unicodeScalars.append(contentsOf: cell.marks)
            }
            return text + Style().selectGraphicRendition
        }
    }

    package var roleRows: [String] {
        (0..<self.size.rows).map { y in
            String(self.row(y).map(\.shownRole.code))
        }
    }

    /// The rows, the line `roles`, and the role letters; for tests and bug reports.
    package var goldenScreen: String {
        let frame = { (row: String) in "|\(row)|\n" }
        return self.textRows.map(frame).joined() + "roles\n" + self.roleRows.map(frame).joined()
    }
}
