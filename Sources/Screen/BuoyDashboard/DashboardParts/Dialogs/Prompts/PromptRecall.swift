import BuoyTextScreen

/// Recalls lines that start like the typed line up to its cursor, or all if there are none.
struct PromptRecall: Hashable, Sendable {
    private let draft: String
    private let lines: [String]
    /// -1 for the line that was being typed.
    private var place = -1

    init(from field: TextField, history: [String]) {
        let (draft, start) = (field.text, field.textBeforeCursor)
        let others = history.reversed().filter { $0 != draft }
        let alike = others.filter { $0.hasPrefix(start) }
        self.draft = draft
        self.lines = alike.isEmpty ? others : alike
    }

    /// A negative step goes forward.
    /// - Returns: the line; `nil` beyond an end.
    mutating func move(by step: Int) -> String? {
        let next = self.place + step
        guard next >= -1, next < self.lines.count else { return nil }
        self.place = next
        return next < 0 ? self.draft : self.lines[next]
    }
}
