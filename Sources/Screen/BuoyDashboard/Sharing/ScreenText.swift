package import BuoyTextScreen

package enum ScreenText {
    package enum Form: CaseIterable, Hashable, Sendable {
        /// Without blanks at the ends of rows: for reading and quoting.
        case plain
        /// The characters and the roles of every cell: for golden screens.
        case golden
    }

    /// Not sanitised again: the contents of a canvas were when they were drawn.
    package static func text(of canvas: Canvas, as form: Form = .plain, header: String = "")
        -> String
    {
        let header = header.isEmpty ? "" : PlainOutput.line(header) + "\n"
        switch form {
        case .plain: return header + canvas.textRows.map { Self.trimmed($0) + "\n" }.joined()
        case .golden: return header + canvas.goldenScreen
        }
    }

    /// Uses scalars, because a combining mark after a blank is part of the text.
    private static func trimmed(_ row: String) -> String {
        let scalars = row.unicodeScalars
        let end = scalars.lastIndex { $0 != " " }.map(scalars.index(after:))
        return String(scalars[..<(end ?? scalars.startIndex)])
    }
}
