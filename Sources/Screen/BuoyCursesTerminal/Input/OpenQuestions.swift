import BuoyTextScreen

/// Each query ends with one that every terminal answers. After that answer, the others are
/// unlikely; they come only if a multiplexer asks its terminal.
struct OpenQuestions {
    enum Question: Hashable {
        case directColor, background, keyboard
        case color(NamedColor)
    }

    private var open: Set<Question> = []
    private var lastAnswers = 0

    /// Tells whether there was another query in the meantime.
    private(set) var count = 0

    /// An answer may arrive at any moment, so its possible start is not a key.
    var areOpen: Bool { self.lastAnswers > 0 }

    mutating func ask(_ questions: [Question]) -> String {
        self.open.formUnion(questions)
        self.lastAnswers += 1
        self.count += 1
        return questions.map(\.query).joined() + TerminalModes.askAttributes
    }

    /// Only the first of several answers counts, except that one supported capability is enough.
    mutating func isWanted(_ answer: TerminalAnswer) -> Bool {
        switch answer {
        case .background: return self.open.remove(.background) != nil
        case .color(let name, _): return self.open.remove(.color(name)) != nil
        case .keyboard: return self.open.remove(.keyboard) != nil
        case .directColor(true): return self.open.remove(.directColor) != nil
        case .directColor(false): return false
        case .attributes:
            self.lastAnswers = max(0, self.lastAnswers - 1)
            return false
        }
    }

    mutating func giveUp() {
        self.open = []
        self.lastAnswers = 0
    }
}

extension OpenQuestions.Question {
    /// The background, and the colours that users configure.
    static let palette: [Self] = [.background] + NamedColor.allCases.map(Self.color)

    fileprivate var query: String {
        switch self {
        case .directColor: TerminalModes.askDirectColor
        case .background: TerminalModes.askBackground
        case .keyboard: TerminalModes.askKeyboard
        case .color(let name): TerminalModes.ask(name)
        }
    }
}
