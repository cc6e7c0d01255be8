import TextScreen

/// What the terminal was asked and has not answered yet.
///
/// Each time, the last question is one that every terminal answers. After that answer the others are
/// hardly to be expected: only where a multiplexer asks its terminal.
struct OpenQuestions {
    /// What a terminal can be asked.
    enum Question: Hashable {
        case directColor, background
    }

    private var open: Set<Question> = []
    private var lastAnswers = 0

    /// How often something was asked, to know whether it was again meanwhile.
    private(set) var count = 0

    /// Whether an answer may come at any moment, so that what looks like its beginning is one.
    var areOpen: Bool { self.lastAnswers > 0 }

    /// Asks something, and answers what to write for it.
    mutating func ask(_ question: Question) -> String {
        self.open.insert(question)
        self.lastAnswers += 1
        self.count += 1
        let text =
            switch question {
            case .directColor: TerminalModes.askDirectColor
            case .background: TerminalModes.askBackground
            }
        return text + TerminalModes.askAttributes
    }

    /// Answers whether this is what was asked. Of several answers to one question the first counts,
    /// except that one capability is enough.
    mutating func isWanted(_ answer: TerminalAnswer) -> Bool {
        switch answer {
        case .background: return self.open.remove(.background) != nil
        case .directColor(true): return self.open.remove(.directColor) != nil
        case .directColor(false): return false
        case .attributes:
            self.lastAnswers = max(0, self.lastAnswers - 1)
            return false
        }
    }

    /// The time is over.
    mutating func giveUp() {
        self.open = []
        self.lastAnswers = 0
    }
}
