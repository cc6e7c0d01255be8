import EventLog
import ScreenParts
import TextScreen

/// A search in earlier lines, as Ctrl-R begins it in a shell: each letter narrows it, the newest line
/// that holds the text is shown, Ctrl-R again goes on to older ones.
package struct PromptSearch: Hashable, Sendable {
    /// What a key came to.
    package enum OnKey: Hashable, Sendable {
        /// The search goes on, and shows this line.
        case shows(String)
        /// The line that is shown is taken over, and the key is for it.
        case ends
        /// The line that was there before comes back.
        case cancels
    }

    /// The line that was being typed, with its cursor.
    let draft: TextField
    private(set) var text = ""
    /// Newest first.
    private let lines: [String]
    private var place = 0

    /// - Parameter history: earlier lines, oldest first.
    init(from draft: TextField, history: [String]) {
        self.draft = draft
        self.lines = history.reversed()
    }

    /// Whether some line holds the text.
    var isFound: Bool { self.text.isEmpty || self.place < self.lines.count }

    /// What is shown: the line that was found, or else what was being typed.
    private var line: String {
        self.text.isEmpty || !self.isFound ? self.draft.text : self.lines[self.place]
    }

    mutating func handle(_ key: KeyPress) -> OnKey {
        switch key {
        case .escape, .control("G"), .control("C"): return .cancels
        case .control("R"): self.goOn()
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

    /// Goes on to an older line; stays where there is none.
    private mutating func goOn() {
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
