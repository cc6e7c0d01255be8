import Testing

@testable import ChannelsBasics

struct FuzzyMatchTests {
    @Test(
        "what was typed finds names, the best first",
        arguments: [
            ("gr", ["gruvbox-dark", "gruvbox-light"]), ("grvdk", ["gruvbox-dark"]),
            ("dark", ["gruvbox-dark"]), ("DRCLA", ["dracula"]), ("nord", ["nord", "nord-light"]),
            ("light", ["nord-light", "gruvbox-light"]), ("x", []), ("zz", []), ("nl", []),
            ("uvb", ["gruvbox-dark", "gruvbox-light"]), ("ndl", ["nord-light"]),
        ])
    func names(typed: String, expected: [String]) {
        let names = ["nord-light", "gruvbox-dark", "gruvbox-light", "nord", "dracula"]
        #expect(FuzzyMatch.ranked(names, typed: typed) { $0 }.sorted() == expected.sorted())
        let first = FuzzyMatch.ranked(names, typed: typed) { $0 }.first
        #expect(first == expected.first)
    }

    @Test("letters that are strewn too far are no match")
    func far() {
        #expect(FuzzyMatch.rank(of: "pres", in: "private-orders") == nil)
        #expect(FuzzyMatch.rank(of: "pres", in: "presence-lobby") == 10)
    }

    @Test("a whole name goes before its beginning, a word before letters inside of one")
    func order() {
        let ranks = ["sort", "sorted", "re-sort", "resort", "s-o-r-t"].map {
            FuzzyMatch.rank(of: "sort", in: $0) ?? .max
        }
        #expect(ranks == ranks.sorted())
        #expect(Set(ranks).count == ranks.count)
    }
}
