import ChannelsBasics

/// The completions at the cursor, and the range that they replace.
struct PromptCompletion: Hashable, Sendable {
    /// A string that Tab may insert, with what it means.
    typealias Candidate = FilterCompletion.Candidate

    /// The range in characters of the line; it ends at the cursor.
    private(set) var range = 0..<0
    /// The candidates, best first.
    private(set) var candidates: [Candidate] = []

    /// Creates an empty list.
    init() {}

    init(_ completion: FilterCompletion) {
        self.range = completion.range
        self.candidates = completion.candidates
    }

    /// - Parameter range: the range in characters of the line.
    init(_ candidates: [Candidate], range: Range<Int>) {
        self.range = range
        self.candidates = candidates
    }

    /// The same for a string that starts this many characters into a line.
    func moved(by offset: Int) -> PromptCompletion {
        let range = self.range.lowerBound + offset..<self.range.upperBound + offset
        return PromptCompletion(self.candidates, range: range)
    }

    /// The names that match the word before the cursor, best first.
    /// - Parameter names: the candidates, given the words before that one.
    init(source: String, cursor: Int, names: ([String]) -> [String]) {
        let before = source.prefix(max(cursor, 0))
        let words = before.split(separator: " ", omittingEmptySubsequences: false)
        let word = String(words.last ?? "")
        self.range = before.count - word.count..<before.count
        let all = names(words.dropLast().filter { !$0.isEmpty }.map(String.init))
        self.candidates = FuzzyMatch.ranked(all, typed: word) { $0 }
            .filter { $0 != word }
            .map { Candidate(text: $0) }
    }
}
