import ChannelsBasics

/// ```
/// filter   = terms { "or" terms }          terms = term { [ "and" ] term }
/// term     = [ "-" | "!" ] ( "(" filter ")" | "@" name | question )
/// question = text | "/" expression "/" [ flags ] | field operator value
/// ```
///
/// Negation binds tightest, then AND (a space), then `or`.
struct FilterParser {
    let characters: [Character]
    var position = 0
    let saved: [SavedFilter]
    /// The saved filters that contain this one, outermost first.
    var names: [String]
    var termCount = 0
    private var depth = 0

    static let nestingLimit = 50
    static let termLimit = 200

    init(_ source: String, saved: [SavedFilter], names: [String] = [], termCount: Int = 0) {
        self.characters = Array(source)
        self.saved = saved
        self.names = names
        self.termCount = termCount
    }

    mutating func parse() throws(EventFilterError) -> FilterNode {
        if self.characters.count > EventFilter.sourceLimit {
            let limit = EventFilter.sourceLimit
            throw self.error(.tooLong, at: limit..<self.characters.count)
        }
        let node = try self.alternatives()
        if self.current != nil { throw self.error(.closesNothing) }
        return node
    }

    var current: Character? { self.character(at: self.position) }

    func character(at position: Int) -> Character? {
        position < self.characters.count ? self.characters[position] : nil
    }

    mutating func take(_ character: Character) -> Bool {
        guard self.current == character else { return false }
        self.position += 1
        return true
    }

    func text(from start: Int) -> String { String(self.characters[start..<self.position]) }

    func error(_ reason: EventFilterError.Reason, at range: Range<Int>? = nil) -> EventFilterError {
        let range = range ?? self.position..<(self.position + 1)
        return EventFilterError(position: range.lowerBound, length: range.count, reason: reason)
    }

    private func isBoundary(at position: Int) -> Bool {
        guard let character = self.character(at: position) else { return true }
        return character.isWhitespace || character == "(" || character == ")"
    }

    mutating func skipSpaces() {
        while self.current?.isWhitespace == true { self.position += 1 }
    }

    private mutating func alternatives() throws(EventFilterError) -> FilterNode {
        var options = [try self.terms()]
        while let joint = self.joint("or") {
            let next = try self.terms()
            if options.last == .everything || next == .everything {
                throw self.error(.missingTerm(joint: "or"), at: joint)
            }
            options.append(next)
        }
        return .either(options)
    }

    /// Up to an `or`, a closing parenthesis or the end.
    private mutating func terms() throws(EventFilterError) -> FilterNode {
        var terms: [FilterNode] = []
        var openJoint: Range<Int>?
        while true {
            if let joint = self.joint("and") {
                if terms.isEmpty || openJoint != nil {
                    throw self.error(.missingTerm(joint: "and"), at: joint)
                }
                openJoint = joint
            }
            self.skipSpaces()
            guard let character = self.current, character != ")", !self.isJoint("or") else { break }
            if self.isJoint("and") { continue }
            terms.append(try self.signedTerm())
            openJoint = nil
        }
        if let openJoint { throw self.error(.missingTerm(joint: "and"), at: openJoint) }
        return .every(terms)
    }

    private mutating func joint(_ word: String) -> Range<Int>? {
        self.skipSpaces()
        guard self.isJoint(word) else { return nil }
        let start = self.position
        self.position += word.count
        return start..<self.position
    }

    private func isJoint(_ word: String) -> Bool {
        let end = self.position + word.count
        return self.isBoundary(at: end) && end <= self.characters.count
            && String(self.characters[self.position..<end]).lowercased() == word
    }

    private mutating func signedTerm() throws(EventFilterError) -> FilterNode {
        let start = self.position
        guard self.take("-") || self.take("!") else { return try self.term() }
        guard let next = self.current, !next.isWhitespace, next != ")" else {
            throw self.error(.missingText, at: start..<self.position)
        }
        return .not(try self.term())
    }

    private mutating func term() throws(EventFilterError) -> FilterNode {
        self.termCount += 1
        guard self.termCount <= Self.termLimit else { throw self.error(.tooManyTerms) }
        switch self.current {
        case "(": return try self.group()
        case "@": return try self.savedFilter()
        case "/": return .term(.text(.expression(try self.expression())))
        default: return try self.question()
        }
    }

    private mutating func group() throws(EventFilterError) -> FilterNode {
        let start = self.position
        self.position += 1
        self.depth += 1
        guard self.depth <= Self.nestingLimit else {
            throw self.error(.tooDeep, at: start..<self.position)
        }
        let inside = try self.alternatives()
        guard self.take(")") else { throw self.error(.openGroup, at: start..<(start + 1)) }
        if inside == .everything { throw self.error(.emptyGroup, at: start..<self.position) }
        self.depth -= 1
        return inside
    }

    private mutating func savedFilter() throws(EventFilterError) -> FilterNode {
        let start = self.position
        self.position += 1
        while let character = self.current, SavedFilter.isNameCharacter(character) {
            self.position += 1
        }
        let name = String(self.text(from: start).dropFirst())
        let range = start..<self.position
        guard let filter = self.saved.first(where: { $0.name == name }) else {
            let meant = Suggestion.nearest(toTyped: name, among: self.saved.map(\.name))
            throw self.error(.unknownSaved(name, meant: meant), at: range)
        }
        if let first = self.names.firstIndex(of: name) {
            throw self.error(.savedCycle(self.names[first...] + [name]), at: range)
        }
        var parser = FilterParser(
            filter.source, saved: self.saved, names: self.names + [name],
            termCount: self.termCount)
        do {
            let node = try parser.parse()
            self.termCount = parser.termCount
            guard node == .everything else { return node }
        } catch {
            throw self.error(self.outer(error.reason, name), at: range)
        }
        throw self.error(.emptySaved(name), at: range)
    }

    /// Converts an error in a saved filter to one in the filter that contains it.
    private func outer(
        _ reason: EventFilterError.Reason, _ name: String
    ) -> EventFilterError.Reason {
        switch reason {
        case .savedCycle, .inSaved, .tooManyTerms: reason
        default: .inSaved(name, reason)
        }
    }
}
