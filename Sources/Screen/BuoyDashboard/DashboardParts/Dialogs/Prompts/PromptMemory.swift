/// Lines are saved, except those that may be confidential.
struct PromptMemory: Hashable, Sendable {
    private(set) var lines: [String: [String]] = [:]
    /// Ctrl-Y inserts it in the next prompt.
    var killed = ""

    init(_ saved: [String: [String]] = [:]) {
        self.lines = saved.mapValues { Array($0.suffix(DashboardSettings.promptHistoryLimit)) }
    }

    func lines(of kind: Prompt.Kind) -> [String] { self.lines[kind.historyName] ?? [] }

    /// As the newest, even if it was invalid, so that it can be corrected. Ignores blank lines.
    mutating func keep(_ line: String, of kind: Prompt.Kind) {
        guard line.contains(where: { $0 != " " }) else { return }
        var lines = self.lines(of: kind).filter { $0 != line }
        lines.append(line)
        self.lines[kind.historyName] = Array(lines.suffix(DashboardSettings.promptHistoryLimit))
    }
}
