import BuoyTextScreen

package struct Prompt: Hashable, Sendable {
    enum KeyOutcome: Hashable, Sendable {
        case none
        case cancel
        case submit(String)
    }

    let kind: Kind
    private(set) var field: TextField
    private(set) var error: String?
    /// In characters; empty if the error concerns the whole text.
    private(set) var errorRange = 0..<0
    /// Of the current text; found when it is needed, for a frame or for Tab.
    private var found = Kept<PromptCompletion>()
    /// Inserted by Tab; further Tabs cycle.
    private(set) var chosen: Int?
    /// `nil` unless Up or Down was pressed.
    private var recall: PromptRecall?
    /// `nil` unless Ctrl-R was pressed.
    private(set) var search: PromptSearch?

    init(_ kind: Kind, text: String = "", killed: String = "") {
        self.kind = kind
        self.field = TextField(text)
        self.field.killed = killed
    }

    static let editingKeys: [(keys: String, what: String)] = [
        ("`Enter`", "Submit the prompt."),
        ("`Esc` `Ctrl-C` `Ctrl-G`", "Close the prompt without doing anything."),
        (
            "`Tab` `Shift-Tab`",
            "Complete the word; press again for the next or previous candidate."
        ),
        (
            "`Up` `Down` `Ctrl-P` `Ctrl-N`",
            "Recall earlier lines that start with the typed text; if none do, recall all lines."
        ),
        (
            "`Ctrl-R`",
            "Search earlier input; press again for older lines. `Enter` accepts, `Esc` cancels."
        ),
        ("`Left` `Right` `Ctrl-B` `Ctrl-F`", "Move the cursor by a character."),
        (
            "`Alt-b` `Alt-f` `Ctrl-Left` `Ctrl-Right` `Alt-Left` `Alt-Right`",
            "Move the cursor by a word (letters and digits)."
        ),
        ("`Home` `End` `Ctrl-A` `Ctrl-E`", "Move the cursor to the start or the end."),
        ("`Backspace` `Ctrl-H` `Del` `Ctrl-D`", "Delete the character before or at the cursor."),
        ("`Ctrl-W` `Alt-d`", "Cut back to the previous space, or the rest of the word."),
        ("`Ctrl-U` `Ctrl-K`", "Cut everything before the cursor, or from the cursor on."),
        ("`Ctrl-Y`", "Paste the most recently cut text, from this prompt or an earlier one."),
        ("`Ctrl-T`", "Swap the two characters around the cursor."),
        ("`Ctrl-_`", "Undo the last change."),
        ("`Ctrl-Z` `Ctrl-L`", "Suspend and redraw, as elsewhere."),
        ("pasted text", "Insert it with line breaks as spaces, without submitting."),
    ]

    /// - Parameters:
    ///   - history: earlier inputs, oldest first.
    ///   - complete: the completions of a string, with the cursor after this many characters.
    mutating func handle(
        _ key: KeyPress, history: [String], complete: (String, Int) -> PromptCompletion
    ) -> KeyOutcome {
        let changes = self.field.changes
        defer { if self.field.changes != changes { self.forgetError() } }
        if self.search != nil, self.handleInSearch(key) {
            self.found = Kept()
            return .none
        }
        switch key {
        case .escape, .control("C"), .control("G"): return .cancel
        case .enter: return .submit(self.field.text)
        case .tab: self.choose(by: 1, complete)
        case .backTab: self.choose(by: -1, complete)
        case .up, .control("P"): self.recall(history, by: 1)
        case .down, .control("N"): self.recall(history, by: -1)
        case .control("R"): self.search = PromptSearch(from: self.field, history: history)
        default:
            guard self.field.edit(key) else { return .none }
            self.chosen = nil
            if self.field.changes != changes { self.recall = nil }
        }
        if self.chosen == nil { self.found = Kept() }
        return .none
    }

    mutating func moveCursor(to place: Int) {
        self.field.move(to: place)
        self.found = Kept()
    }

    /// Empty until `findCandidates`.
    var completion: PromptCompletion { self.found.value ?? PromptCompletion() }

    /// Does nothing if they are known.
    mutating func findCandidates(_ complete: (String, Int) -> PromptCompletion) {
        guard self.found.value == nil else { return }
        self.found = Kept(complete(self.field.text, self.field.cursor))
    }

    mutating func refuse(_ reason: String, at range: Range<Int>) {
        self.error = reason
        self.errorRange = range
        self.recall = nil
    }

    private mutating func forgetError() {
        self.error = nil
        self.errorRange = 0..<0
    }

    private mutating func handleInSearch(_ key: KeyPress) -> Bool {
        switch self.search?.handle(key) {
        case .shows(let line):
            self.field.change(0..<self.field.characters.count, to: line, as: .choosing)
        case .stays: return true
        case .cancels:
            if let draft = self.search?.draft { self.field = draft }
            self.search = nil
        case .ends, nil:
            self.search = nil
            return false
        }
        self.chosen = nil
        self.recall = nil
        return true
    }

    private mutating func choose(
        by step: Int, _ complete: (String, Int) -> PromptCompletion
    ) {
        self.findCandidates(complete)
        let candidates = self.completion.candidates
        guard !candidates.isEmpty else { return }
        let first = step > 0 ? 0 : candidates.count - 1
        let next = self.chosen.map { ($0 + step + candidates.count) % candidates.count } ?? first
        let cursor = self.field.cursor
        let start = min(self.completion.range.lowerBound, cursor)
        self.field.change(start..<cursor, to: candidates[next].text, as: .choosing)
        // A single completion is as good as typed: the next Tab continues after it.
        self.chosen = candidates.count > 1 ? next : nil
        self.recall = nil
    }

    private mutating func recall(_ history: [String], by step: Int) {
        var recall = self.recall ?? PromptRecall(from: self.field, history: history)
        guard let line = recall.move(by: step) else { return }
        self.recall = recall
        self.chosen = nil
        self.field.change(0..<self.field.characters.count, to: line, as: .choosing)
    }
}
