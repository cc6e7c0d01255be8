import DashboardSetup

/// What prompts remember: earlier lines of each kind, and what was cut out of one. The lines are kept
/// for the next time, except those that may be confidential.
package struct PromptMemory: Hashable, Sendable {
    /// By the history of the kind, oldest first.
    package private(set) var lines: [String: [String]] = [:]
    /// What Ctrl-Y writes in the next prompt.
    package var killed = ""

    /// - Parameter saved: the lines of the last time, as `saved` gave them.
    package init(_ saved: [String: [String]] = [:]) {
        self.lines = saved.mapValues { Array($0.suffix(DashboardSettings.promptHistoryLimit)) }
    }

    /// Earlier lines, oldest first; none twice.
    package func lines(of kind: Prompt.Kind) -> [String] { self.lines[kind.historyName] ?? [] }

    /// Keeps a line as the newest, whether it could be used or not: what was wrong in it can then be
    /// mended. Blank ones are not worth it.
    package mutating func keep(_ line: String, of kind: Prompt.Kind) {
        guard line.contains(where: { $0 != " " }) else { return }
        var lines = self.lines(of: kind).filter { $0 != line }
        lines.append(line)
        self.lines[kind.historyName] = Array(lines.suffix(DashboardSettings.promptHistoryLimit))
    }
}
