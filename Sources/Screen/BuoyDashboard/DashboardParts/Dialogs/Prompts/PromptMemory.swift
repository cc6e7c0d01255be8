/// The memory of prompts: earlier lines of each kind, and the last cut text. The lines are saved,
/// except those that may be confidential.
struct PromptMemory: Hashable, Sendable {
    /// The lines by the history of the kind, oldest first.
    private(set) var lines: [String: [String]] = [:]
    /// The text that Ctrl-Y inserts in the next prompt.
    var killed = ""

    /// - Parameter saved: the saved lines of the last run, from `saved`.
    init(_ saved: [String: [String]] = [:]) {
        self.lines = saved.mapValues { Array($0.suffix(DashboardSettings.promptHistoryLimit)) }
    }

    /// Earlier lines, oldest first, without duplicates.
    func lines(of kind: Prompt.Kind) -> [String] { self.lines[kind.historyName] ?? [] }

    /// Remembers a line as the newest, even if it was invalid, so that it can be corrected. Blank
    /// lines are ignored.
    mutating func keep(_ line: String, of kind: Prompt.Kind) {
        guard line.contains(where: { $0 != " " }) else { return }
        var lines = self.lines(of: kind).filter { $0 != line }
        lines.append(line)
        self.lines[kind.historyName] = Array(lines.suffix(DashboardSettings.promptHistoryLimit))
    }
}
