import BuoyTextScreen

/// A search in earlier lines, like Ctrl-R in a shell: typing narrows it, the newest line that
/// contains the text is shown, and Ctrl-R goes to older ones.
struct PromptSearch: Hashable, Sendable {
    /// The result of a key.
    enum KeyOutcome: Hashable, Sendable {
        /// The search continues, and shows this line.
        case shows(String)
        /// The shown line is used, and the key applies to it.
        case ends
        /// The previous line is restored.
        case cancels
    }

    /// The line that was being typed, with its cursor.
    let draft: TextField
    private(set) var text = ""
    /// The lines, newest first.
    private let lines: [String]
    private var place = 0

    /// - Parameter history: earlier lines, oldest first.
    init(from draft: TextField, history: [String]) {
        self.draft = draft
        self.lines = history.reversed()
    }

    /// Whether a line contains the text.
    var isFound: Bool { self.text.isEmpty || self.place < self.lines.count }

    /// The shown line: the one that was found, or the one that was being typed.
    private var line: String {
        self.text.isEmpty || !self.isFound ? self.draft.text : self.lines[self.place]
    }

    mutating func handle(_ key: KeyPress) -> KeyOutcome {
        switch key {
        case .escape, .control("G"), .control("C"): return .cancels
        case .control("R"): self.proceed()
        case .character(let scalar):
            guard self.text.utf8.count < TextField.limit else { break }
            self.text.unicodeScalars.append(scalar)
            self.find(from: self.isFound ? self.place : 0)
        case .backspace, .control("H"):
            self.text = String(self.text.dropLast())
            self.find(from: 0)
        case .paste: break
        default: return .ends
        }
        return .shows(self.line)
    }

    /// Goes to an older line, if there is one.
    private mutating func proceed() {
        guard !self.text.isEmpty else { return }
        let before = self
        self.find(from: self.place + 1)
        if !self.isFound { self = before }
    }

    private mutating func find(from start: Int) {
        let needle = Needle(self.text)
        let places = self.lines.indices.dropFirst(max(start, 0))
        self.place = places.first { needle.occurs(in: self.lines[$0]) } ?? self.lines.count
    }
}
