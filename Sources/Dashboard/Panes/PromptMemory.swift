/// What prompts remember while the program runs: earlier lines of each kind, and what was cut out of
/// one. It is written nowhere.
struct PromptMemory: Hashable, Sendable {
    private var lines: [String: [String]] = [:]
    /// What Ctrl-Y writes in the next prompt.
    var killed = ""

    /// The most lines of a kind.
    static let limit = 100

    /// Earlier lines, oldest first; none twice.
    func lines(of kind: Prompt.Kind) -> [String] { self.lines[kind.historyName] ?? [] }

    /// Keeps a line as the newest, whether it could be used or not: what was wrong in it can then be
    /// mended. Blank ones are not worth it.
    mutating func keep(_ line: String, of kind: Prompt.Kind) {
        guard line.contains(where: { $0 != " " }) else { return }
        var lines = self.lines(of: kind).filter { $0 != line }
        lines.append(line)
        self.lines[kind.historyName] = Array(lines.suffix(Self.limit))
    }
}
