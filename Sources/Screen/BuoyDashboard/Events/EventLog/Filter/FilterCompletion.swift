import ChannelsBasics

struct FilterCompletion: Hashable, Sendable {
    struct Candidate: Hashable, Sendable {
        var text: String
        var note = ""

        init(text: String, note: String = "") {
            self.text = text
            self.note = note
        }
    }

    /// In characters of the source: from the start of a word or of its value to the cursor.
    let range: Range<Int>
    /// Best first; empty inside a regular expression, and if nothing is known.
    let candidates: [Candidate]

    static let limit = 50

    init(source: String, cursor: Int, vocabulary: FilterVocabulary) {
        let characters = Array(source)
        let cursor = min(max(cursor, 0), characters.count)
        let word = FilterWordStart(characters[..<cursor])
        let typed = String(characters[word.start..<cursor])
        guard !word.isInExpression else {
            (self.range, self.candidates) = (cursor..<cursor, [])
            return
        }
        let parts = Parts(typed)
        let candidates =
            parts.name.isEmpty
            ? Self.beginnings(typed, vocabulary)
            : Self.values(parts, vocabulary)
        self.range = (word.start + parts.name.count)..<cursor
        // Do not offer what has already been typed.
        let typedValue = parts.value
        self.candidates = Array(candidates.filter { $0.text != typedValue }.prefix(Self.limit))
    }

    private struct Parts {
        var name = ""
        var value: String

        init(_ word: String) {
            self.value = word
            guard let end = word.firstIndex(where: { ":=<>!".contains($0) }) else { return }
            let isField = FilterField(rawValue: word[..<end].lowercased()) != nil
            guard isField || word.lowercased().hasPrefix("data.") else { return }
            let behind = word[end...].drop { ":=<>!".contains($0) }
            self.name = String(word[..<behind.startIndex])
            self.value = String(behind)
        }
    }

    private static func beginnings(
        _ typed: String, _ vocabulary: FilterVocabulary
    ) -> [Candidate] {
        if typed.hasPrefix("@") {
            return self.matching(typed, vocabulary.saved.map { "@" + $0 }, "saved filter")
        }
        let isPath = typed.lowercased().hasPrefix("data")
        var candidates = self.operators(after: typed, vocabulary)
        candidates += FilterField.allCases.filter {
            ($0 != .server || !vocabulary.servers.isEmpty)
                && $0.rawValue.hasPrefix(typed.lowercased()) && $0.rawValue != typed.lowercased()
        }.map { Candidate(text: self.start(of: $0), note: $0.summary) }
        if isPath { candidates += self.matching(typed, vocabulary.paths.map(\.text), "value") }
        return candidates
    }

    private static func start(of field: FilterField) -> String {
        field.rawValue + (field.operators.first?.rawValue ?? "")
    }

    private static func operators(
        after typed: String, _ vocabulary: FilterVocabulary
    ) -> [Candidate] {
        if vocabulary.paths.contains(where: { $0.text == typed }) {
            let order: [FilterOperator] = [
                .equal, .pattern, .greater, .less, .greaterOrEqual, .lessOrEqual, .notEqual,
            ]
            return order.map { Candidate(text: typed + $0.rawValue, note: $0.summary) }
        }
        guard let field = FilterField(rawValue: typed.lowercased()) else { return [] }
        var candidates = field.operators.map {
            Candidate(text: typed + $0.rawValue, note: $0.summary)
        }
        if field == .data { candidates.append(Candidate(text: typed + ".", note: "a data value")) }
        return candidates
    }

    private static func values(_ parts: Parts, _ vocabulary: FilterVocabulary) -> [Candidate] {
        let name = parts.name.lowercased().prefix { $0.isLetter }
        guard let field = FilterField(rawValue: String(name)) else { return [] }
        return switch field.values(vocabulary) {
        case .names(let names): self.names(parts.value, names)
        case .words(let words): self.matching(parts.value, words, "")
        }
    }

    private static func names(_ typed: String, _ names: [String]) -> [Candidate] {
        let typed = typed.filter { $0 != "\"" }
        return self.matching(typed, names, "").map {
            Candidate(text: FilterText.written($0.text), note: $0.note)
        }
    }

    private static func matching(
        _ typed: String, _ names: [String], _ note: String
    ) -> [Candidate] {
        let fitting = FuzzyMatch.ranked(names, typed: typed) { $0 }
        let needle = Needle(typed)
        let others = names.filter { needle.occurs(in: $0) && !fitting.contains($0) }
        return (fitting + others).map { Candidate(text: $0, note: note) }
    }
}

extension FilterOperator {
    fileprivate var summary: String {
        switch self {
        case .pattern: "matches"
        case .equal: "is"
        case .notEqual: "exists and is not"
        case .greater: "is more than"
        case .greaterOrEqual: "is at least"
        case .less: "is less than"
        case .lessOrEqual: "is at most"
        }
    }
}

/// Names that occur in the log, for completing filters; the most likely ones come first.
struct FilterVocabulary: Hashable, Sendable {
    var channels: [String] = []
    var events: [String] = []
    var users: [String] = []
    var servers: [String] = []
    var paths: [DataPath] = []
    /// Without `@`.
    var saved: [String] = []

    init(
        channels: [String] = [], events: [String] = [], users: [String] = [],
        servers: [String] = [], paths: [DataPath] = [], saved: [String] = []
    ) {
        self.channels = channels
        self.events = events
        self.users = users
        self.servers = servers
        self.paths = paths
        self.saved = saved
    }
}
