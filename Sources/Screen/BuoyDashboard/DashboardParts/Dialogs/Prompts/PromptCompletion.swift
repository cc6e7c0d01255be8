import ChannelsBasics

struct PromptCompletion: Hashable, Sendable {
    typealias Candidate = FilterCompletion.Candidate

    private(set) var range = 0..<0
    private(set) var candidates: [Candidate] = []

    init() {}

    init(_ completion: FilterCompletion) {
        self.range = completion.range
        self.candidates = completion.candidates
    }

    init(_ candidates: [Candidate], range: Range<Int>) {
        self.range = range
        self.candidates = candidates
    }

    func moved(by offset: Int) -> PromptCompletion {
        let range = self.range.lowerBound + offset..<self.range.upperBound + offset
        return PromptCompletion(self.candidates, range: range)
    }

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
