package import BuoyTextScreen

/// Saves the screen as text.
package enum ScreenText {
    /// The forms of the text.
    package enum Form: CaseIterable, Hashable, Sendable {
        /// The characters, without blanks at the ends of rows: for reading and quoting.
        case plain
        /// The characters and the roles of every cell: for golden screens.
        case golden
    }

    /// The text of a screen; every line ends in a line feed. The contents of a canvas were
    /// sanitised when they were drawn.
    /// - Parameter header: a line of the program above it, such as the version and the time; none
    ///   if it is empty.
    package static func text(of canvas: Canvas, as form: Form = .plain, header: String = "")
        -> String
    {
        let header = header.isEmpty ? "" : PlainOutput.line(header) + "\n"
        switch form {
        case .plain: return header + canvas.textRows.map { Self.trimmed($0) + "\n" }.joined()
        case .golden: return header + canvas.goldenScreen
        }
    }

    /// The row without trailing blanks. Uses scalars, because a combining mark after a blank is
    /// part of the text.
    private static func trimmed(_ row: String) -> String {
        let scalars = row.unicodeScalars
        let end = scalars.lastIndex { $0 != " " }.map(scalars.index(after:))
        return String(scalars[..<(end ?? scalars.startIndex)])
    }
}
