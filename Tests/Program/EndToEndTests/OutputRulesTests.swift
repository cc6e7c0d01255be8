import BuoyTestBasics
import BuoyTestSupport
import Testing

@Suite("Rules for output")
struct OutputRulesTests {
    /// - Parameter missing: how many bytes of the start were not written.
    @Test(
        "what is broken off may be a part of a character or a function, if it is ended",
        arguments: [
            ("a\u{A0}", 1, "\u{1B}\\b", true), ("a日", 1, "\u{1B}\\b", true),
            ("a日", 2, "\u{1B}\\b", true), ("a日", 0, "\u{1B}\\b", true),
            ("\u{1B}[3", 0, "\u{1B}\\b", true), ("a日", 1, "b\u{1B}\\", false),
            ("a日", 1, "\u{1B}[1m", false), ("a\u{202E}", 0, "\u{1B}\\", false),
        ] as [(HostileString, Int, HostileString, Bool)])
    func brokenOff(
        beginning: HostileString, missing: Int, end: HostileString, isAllowed: Bool
    ) {
        let output = Array(beginning.text.utf8.dropLast(missing)) + Array(end.text.utf8)
        #expect(OutputRules().findings(in: output).isEmpty == isAllowed)
    }
}
