package import TextScreen

/// The screen as text, to be saved.
package enum ScreenText {
    /// What is saved of it.
    package enum Form: CaseIterable, Hashable, Sendable {
        /// The characters, without blanks at the ends of rows: for reading and quoting.
        case plain
        /// The characters and the roles of every cell: what golden screens compare.
        case golden
    }

    /// The text of a screen; every line ends in a line feed. What a canvas holds was made safe when it
    /// was drawn.
    /// - Parameter header: a line of the program's own above it, such as the version and the time;
    ///   none when empty.
    package static func text(of canvas: Canvas, as form: Form = .plain, header: String = "")
        -> String
    {
        let header = header.isEmpty ? "" : PlainOutput.line(header) + "\n"
        switch form {
        case .plain: return header + canvas.textRows.map { Self.trimmed($0) + "\n" }.joined()
        case .golden: return header + canvas.goldenScreen
        }
    }

    /// Without blanks at the end. Looked at as scalars: a mark behind a blank is part of the text.
    private static func trimmed(_ row: String) -> String {
        let scalars = row.unicodeScalars
        let end = scalars.lastIndex { $0 != " " }.map(scalars.index(after:))
        return String(scalars[..<(end ?? scalars.startIndex)])
    }
}
