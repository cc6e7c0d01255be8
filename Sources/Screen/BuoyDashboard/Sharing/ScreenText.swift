package import BuoyTextScreen

/// A screen as the contents of a file. Not sanitised again: the contents of a canvas were when they
/// were drawn.
package enum ScreenText {
    package enum Form: CaseIterable, Hashable, Sendable {
        /// Without blanks at the ends of rows: for reading and quoting.
        case plain
        /// With the escape sequences of its colours.
        case ansi
        /// A picture.
        case svg
        /// The characters and the roles of every cell: for golden screens.
        case golden

        /// As the ending of a file's name says; plain if it does not.
        package init(path: String) {
            self = Self.allCases.first { path.lowercased().hasSuffix($0.ending) } ?? .plain
        }

        static func isKnown(_ path: String) -> Bool {
            Self.allCases.contains { path.lowercased().hasSuffix($0.ending) }
        }

        private var ending: String {
            switch self {
            case .plain: ".txt"
            case .ansi: ".ans"
            case .svg: ".svg"
            case .golden: ".screen"
            }
        }
    }

    /// - Parameter theme: the colours of a form that has them.
    package static func text(
        of canvas: Canvas, as form: Form = .plain, header: String = "",
        theme: Theme = Theme(name: "", roles: [:])
    ) -> String {
        let line = header.isEmpty ? "" : PlainOutput.line(header) + "\n"
        switch form {
        case .plain: return line + canvas.textRows.map { Self.trimmed($0) + "\n" }.joined()
        case .ansi: return canvas.ansiRows(theme).map { $0 + "\n" }.joined()
        case .svg:
            return ScreenPicture(of: canvas, theme: theme, title: PlainOutput.line(header)).svg
        case .golden: return canvas.goldenScreen
        }
    }

    /// Uses scalars, because a combining mark after a blank is part of the text.
    private static func trimmed(_ row: String) -> String {
        let scalars = row.unicodeScalars
        let end = scalars.lastIndex { $0 != " " }.map(scalars.index(after:))
        return String(scalars[..<(end ?? scalars.startIndex)])
    }
}
