internal import Configuration
internal import Dashboard
import EventWords
internal import TextScreen

/// What `buoy themes` prints: one line for each theme, in columns. Those of the program fit in 80.
struct ThemeTable {
    /// A wider cell moves the rest of its own line, and of no other.
    private static let widestColumn = 24

    private static let gap = "  "

    private let rows: [[SafeText]]

    init(_ themes: [AvailableTheme]) {
        self.rows = themes.map { Self.cells($0).map(Self.safe) }
    }

    /// The lines. Nothing in them breaks a line or steers a terminal.
    var text: String {
        let widths = self.widths
        return self.rows.map { Self.line($0, widths: widths) }.joined(separator: "\n")
    }

    private static func cells(_ theme: AvailableTheme) -> [String] {
        switch theme.result {
        case .success(let loaded):
            [theme.id, loaded.variant.rawValue, loaded.name, Self.words(theme.origin)]
        case .failure(let error):
            [theme.id, "error", error.description]
        }
    }

    /// Everything about one theme: a name and a value in each line.
    static func details(of theme: AvailableTheme) -> String {
        var figures = [Action.Figure("name", theme.id)]
        switch theme.result {
        case .success(let loaded):
            figures += [
                Action.Figure("background", loaded.variant.rawValue),
                Action.Figure("title", loaded.name), Action.Figure("author", theme.author ?? "-"),
            ]
        case .failure(let error): figures.append(Action.Figure("error", error.description))
        }
        figures.append(Action.Figure("from", Self.words(theme.origin)))
        return FigureTable(figures).text
    }

    private static func words(_ origin: ThemeOrigin) -> String {
        switch origin {
        case .builtIn: "built in"
        case .file(let path): path
        }
    }

    /// As `PlainOutput` spells it, with its width: people send each other files of themes.
    private static func safe(_ text: String) -> SafeText {
        SafeText(ours: PlainOutput.line(text))
    }

    /// How wide each column is. The last cell of a row is as long as it is.
    private var widths: [Int] {
        var widths: [Int] = []
        for row in self.rows {
            for (column, cell) in row.dropLast().enumerated() {
                let width = min(cell.width, Self.widestColumn)
                if column < widths.count {
                    widths[column] = max(widths[column], width)
                } else {
                    widths.append(width)
                }
            }
        }
        return widths
    }

    private static func line(_ row: [SafeText], widths: [Int]) -> String {
        let padded = zip(row.dropLast(), widths).map { cell, width in
            cell.string + String(repeating: " ", count: max(0, width - cell.width))
        }
        return (padded + row.suffix(1).map(\.string)).joined(separator: Self.gap)
    }
}
