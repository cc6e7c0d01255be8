import BuoyTestBasics
import Testing

/// A sentence about a failure is made of parts, in one place. Nothing takes it apart again, and
/// nothing decides by its words: a reworded sentence would change what the program does.
@Suite(.inTurn)
struct FailureTextTests {
    /// A text of a failure, and a call that looks into it.
    private static let reading =
        #/\b(failure|fault|error|end|parts|problem|refusal)(\?|!)?\.(text|what|cause|advice|reason|brief|sentence|description|words\(\.\w+\))(\?|!)?\.(split|firstRange|firstIndex|range|hasPrefix|hasSuffix|contains|replacing|dropFirst|dropLast|prefix|suffix)\(/#

    @Test("nothing takes a sentence about a failure apart")
    func sentences() throws {
        let found = try Repository.swiftFiles(below: "Sources").flatMap { path in
            try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
                .filter { $0.element.contains(Self.reading) }
                .map { "\(path):\($0.offset + 1)" }
        }
        #expect(found == [])
    }

    @Test("the check finds what it looks for")
    func check() {
        for line in [
            #"if failure.text.hasPrefix("TLS") {"#, "end.words(.row).split(separator: \":\")",
            #"let first = error.text.firstRange(of: ". ")"#, "failure?.reason?.contains(\"x\")",
        ] {
            #expect(line.contains(Self.reading), "\(line)")
        }
        #expect(!"failure.reason.isEmpty".contains(Self.reading))
    }
}
