import ChannelsBasics
import Testing

@Suite("Did you mean")
struct SuggestionTests {
    private static let words = ["title", "border", "border_focused", "state.connected", "nord"]

    @Test(
        "a misspelled word finds the right one",
        arguments: [
            ("tilte", "title"), ("titel", "title"), ("Border", "border"), ("bordr", "border"),
            ("state.conected", "state.connected"), ("nrod", "nord"),
        ])
    func finds(word: String, suggestion: String) {
        #expect(Suggestion.nearest(to: word, among: Self.words) == suggestion)
    }

    @Test(
        "a word like no other finds none", arguments: ["", "x", "zzzzzz", "completely different"])
    func findsNothing(word: String) {
        #expect(Suggestion.nearest(to: word, among: Self.words) == nil)
    }

    @Test(
        "what was typed may have one slip, or be the beginning",
        arguments: [
            ("tilte", "title"), ("bor", "border"), ("bo", nil), ("BORDR", "border"), ("tietl", nil),
            ("nrod", "nord"), ("xx", nil), ("xitle", "title"), ("titlx", "title"),
            ("xtitle", "title"), ("titlex", "title"), ("tixtle", "title"), ("itle", "title"),
            ("itlte", nil), ("ttle", "title"), ("xitlx", nil), ("xxtitle", nil), ("itl", nil),
        ] as [(String, String?)])
    func typed(word: String, suggestion: String?) {
        #expect(Suggestion.nearest(toTyped: word, among: Self.words) == suggestion)
    }

    @Test("an unknown value has one form: a similar name, advice, or the names")
    func unknown() {
        let names = ["bars", "lines", "events", "debugging"]
        #expect(
            Suggestion.unknown("layout", "evnts", among: names)
                == "unknown layout \"evnts\"; did you mean \"events\"?")
        #expect(
            Suggestion.unknown("layout", "debuging", among: names, advice: "no")
                == "unknown layout \"debuging\"; did you mean \"debugging\"?")
        #expect(
            Suggestion.unknown("layout", "x", among: names)
                == "unknown layout \"x\"; choose from bars, lines, events, debugging")
        #expect(
            Suggestion.unknown("layout", "x", among: names, listing: 2)
                == "unknown layout \"x\"; choose from bars, lines and 2 more")
        #expect(
            Suggestion.unknown("layout", "x", among: names, advice: "Tab lists them")
                == "unknown layout \"x\"; Tab lists them")
        #expect(Suggestion.unknown("layout", "x", among: []) == "unknown layout \"x\"")
        #expect(
            Suggestion.unknown("layout", "x", among: names, listing: 0) == "unknown layout \"x\"")
        let long = String(repeating: "y", count: 50)
        #expect(
            Suggestion.unknown("layout", long, among: [])
                == "unknown layout \"\(long.prefix(39))…\"")
    }

    @Test("a word of any length is answered")
    func long() {
        let word = String(repeating: "x", count: 100_000)
        #expect(Suggestion.nearest(to: word, among: Self.words) == nil)
    }
}
