import BuoyTextScreen

/// Like Ctrl-R in a shell: typing narrows the search, the newest line that contains the text is
/// shown, and Ctrl-R goes to older ones.
struct PromptSearch: Hashable, Sendable {
    enum KeyOutcome: Hashable, Sendable {
        case shows(String)
        /// What is shown.
        case stays
        case ends
        case cancels
    }

    let draft: TextField
    private(set) var text = ""
    private let lines: [String]
    private var place = 0

    init(from draft: TextField, history: [String]) {
        self.draft = draft
        self.lines = history.reversed()
    }

    var isFound: Bool { self.text.isEmpty || self.place < self.lines.count }

    /// `nil` for the draft.
    private var shownPlace: Int? {
        self.text.isEmpty || !self.isFound ? nil : self.place
    }

    private static let byteLimit = 4096

    mutating func handle(_ key: KeyPress) -> KeyOutcome {
        let before = self.shownPlace
        switch key {
        case .escape, .control("G"), .control("C"): return .cancels
        case .control("R"): self.proceed()
        case .character(let scalar): self.extend(by: [scalar])
        case .backspace, .control("H"):
            self.text = String(self.text.dropLast())
            self.find(from: 0)
        case .paste(let bytes):
            self.extend(by: String(decoding: bytes, as: UTF8.self).unicodeScalars)
        default: return .ends
        }
        let place = self.shownPlace
        guard place != before else { return .stays }
        return .shows(place.map { self.lines[$0] } ?? self.draft.text)
    }

    private mutating func extend(by scalars: some Sequence<Unicode.Scalar>) {
        // A longer string occurs nowhere else.
        let mayOccur = self.isFound
        for scalar in scalars where self.text.utf8.count < Self.byteLimit {
            self.text.unicodeScalars.append(scalar)
        }
        if mayOccur { self.find(from: self.place) }
    }

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
