internal import Configuration
internal import Dashboard
import EventWords
internal import Glibc
internal import TextScreen

/// Lines with a name and a value each, the values aligned.
struct FigureTable {
    private let figures: [Action.Figure]

    init(_ figures: [Action.Figure]) { self.figures = figures }

    /// The text; nothing in it can break a line or control a terminal.
    var text: String {
        let width = self.figures.map(\.name.count).max() ?? 0
        return self.figures.map { figure in
            let gap = String(repeating: " ", count: width - figure.name.count + 2)
            return PlainOutput.line(figure.name + gap + figure.value)
        }.joined(separator: "\n")
    }
}

/// The files that are read and written.
struct PathTable {
    let figures: [Action.Figure]

    init(_ paths: ConfigurationPaths) {
        let themes = paths.themeFolders.enumerated().map { index, folder in
            Action.Figure(index == 0 ? "themes" : "", folder)
        }
        self.figures =
            [
                Action.Figure("configuration", Self.words(paths.configuration)),
                Action.Figure("kept settings", Self.words(paths.state)),
                Action.Figure("crash reports", paths.crashReport("*") ?? Self.words(nil)),
            ] + themes
    }

    var text: String { FigureTable(self.figures).text }

    static func isThere(_ path: String?) -> Bool {
        path.map { access($0, F_OK) == 0 } ?? false
    }

    private static func words(_ path: String?) -> String {
        guard let path else { return "none: HOME is not set" }
        return self.isThere(path) ? path : path + " (does not exist)"
    }
}
