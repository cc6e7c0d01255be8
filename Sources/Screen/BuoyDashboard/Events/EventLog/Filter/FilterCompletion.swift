import ChannelsBasics

/// The completions at the cursor of a filter.
struct FilterCompletion: Hashable, Sendable {
    /// A possible completion.
    struct Candidate: Hashable, Sendable {
        /// The text that replaces the range.
        var text: String
        /// A short description; empty for names.
        var note = ""

        /// Creates a candidate with a description.
        init(text: String, note: String = "") {
            self.text = text
            self.note = note
        }
    }

    /// The range that a candidate replaces, in characters of the source: from the start of a word
    /// or of its value to the cursor.
    let range: Range<Int>
    /// The candidates, best first; empty inside a regular expression, and if nothing is known.
    let candidates: [Candidate]

    /// The maximum number of candidates.
    static let limit = 50

    /// - Parameter cursor: the number of characters before it.
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
        // What has already been typed need not be offered.
        let typedValue = parts.value
        self.candidates = Array(candidates.filter { $0.text != typedValue }.prefix(Self.limit))
    }

    /// A word split into field name, operator and value.
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

    // MARK: The start of a term

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

    /// A field with its most common operator.
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

    // MARK: Values

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

    /// The names that match a string, best first.
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
    /// A short description of the operator.
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

/// The names that occur in the log, for completing filters; the most likely ones come first.
struct FilterVocabulary: Hashable, Sendable {
    /// Of channels that are subscribed or known.
    var channels: [String] = []
    /// The names of events.
    var events: [String] = []
    /// The ids of users.
    var users: [String] = []
    /// The names of servers, in a log of several.
    var servers: [String] = []
    /// See `DataPath.paths(in:limit:)`.
    var paths: [DataPath] = []
    /// The names of saved filters, without `@`.
    var saved: [String] = []

    /// - Parameter saved: the names of saved filters.
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
