/// What prompts remember: earlier lines of each kind, and what was cut out of one. The lines are kept
/// for the next time, except those that may be confidential.
struct PromptMemory: Hashable, Sendable {
    private var lines: [String: [String]] = [:]
    /// What Ctrl-Y writes in the next prompt.
    var killed = ""

    /// The most lines of a kind.
    static let limit = 100
    /// The longest line that is kept for the next time, in bytes.
    static let savedLength = 4096

    /// - Parameter saved: the lines of the last time, as `saved` gave them.
    init(_ saved: [String: [String]] = [:]) {
        self.lines = saved.mapValues { Array($0.suffix(Self.limit)) }
    }

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

    /// The lines that may be written into a file, by kind. Client events are not among them: what is
    /// sent may be confidential.
    var saved: [String: [String]] {
        var saved = self.lines
        saved[Prompt.Kind.trigger.historyName] = nil
        saved[Prompt.Kind.command.historyName]?.removeAll { !CommandLineInput($0).mayBeKept }
        return saved.mapValues { $0.filter { $0.utf8.count <= Self.savedLength } }
            .filter { !$0.value.isEmpty }
    }
}
