import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyTextScreen
import ChannelsEventWords

/// The output of `buoy config themes`. The built-in themes fit in 80 columns.
struct ThemeTable {
    /// A wider cell shifts only the rest of its own line.
    private static let widestColumn = 24

    private static let gap = "  "

    private let rows: [[SafeText]]

    init(_ themes: [AvailableTheme]) {
        self.rows = themes.map { Self.cells($0).map(Self.safe) }
    }

    /// Nothing in it can break a line or control a terminal.
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

    /// Escaped like the output, to measure it: theme files may come from others.
    private static func safe(_ text: String) -> SafeText {
        SafeText(ours: PlainOutput.line(text))
    }

    /// The last cell of a row is not padded.
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
        let padded = zip(row.dropLast(), widths).map { $0.padded(to: $1) }
        return (padded + row.suffix(1).map(\.string)).joined(separator: Self.gap)
    }
}
