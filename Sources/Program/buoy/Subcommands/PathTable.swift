import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import Glibc

extension FigureTable {
    init(_ figures: [Action.Figure]) {
        self.init(figures.map { ($0.name, $0.value) })
    }
}

struct PathTable {
    let figures: [Action.Figure]

    init(_ paths: ConfigurationPaths) {
        let themes = paths.themeFolders.enumerated().map { index, folder in
            Action.Figure(index == 0 ? "themes" : "", folder)
        }
        self.figures =
            [
                Action.Figure("configuration", Self.words(paths.configuration)),
                Action.Figure("saved settings", Self.words(paths.state)),
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
