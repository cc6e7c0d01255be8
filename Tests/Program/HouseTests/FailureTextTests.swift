import BuoyTestBasics
import Foundation
import Testing

/// A sentence about a failure is made of parts, in one place. Nothing takes it apart again, and
/// nothing decides by its words: a reworded sentence would change what the program does.
@Suite(.inTurn)
struct FailureTextTests {
    /// A text of a failure, and a call that looks into it.
    private static func pattern() throws -> NSRegularExpression {
        let failure = "(failure|fault|error|end|parts|problem|refusal)"
        let text = #"(text|what|cause|advice|reason|brief|sentence|description|words\(\.\w+\))"#
        let call =
            "(split|firstRange|firstIndex|range|hasPrefix|hasSuffix|contains|replacing|dropFirst"
            + "|dropLast|prefix|suffix)"
        return try NSRegularExpression(
            pattern: #"\b\#(failure)[?!]?\.\#(text)[?!]?\.\#(call)\("#)
    }

    private static func matches(of pattern: NSRegularExpression, in text: String) -> [String] {
        pattern.matches(in: text, range: NSRange(text.startIndex..., in: text))
            .compactMap { Range($0.range, in: text).map { String(text[$0]) } }
    }

    @Test("nothing takes a sentence about a failure apart")
    func sentences() throws {
        let pattern = try Self.pattern()
        let found = try Repository.swiftFiles(below: "Sources").flatMap { path in
            Self.matches(of: pattern, in: try Repository.text(path)).map { "\(path): \($0)" }
        }
        #expect(found == [])
    }

    @Test("the check finds what it looks for")
    func check() throws {
        let pattern = try Self.pattern()
        for line in [
            #"if failure.text.hasPrefix("TLS") {"#, "end.words(.row).split(separator: \":\")",
            #"let first = error.text.firstRange(of: ". ")"#, "failure?.reason?.contains(\"x\")",
        ] {
            #expect(Self.matches(of: pattern, in: line).count == 1, "\(line)")
        }
        #expect(Self.matches(of: pattern, in: "failure.reason.isEmpty") == [])
    }

    // MARK: Errors for people

    /// Prints whatever an error is, also if it has no words: `CancellationError()`.
    private static func blindPattern() throws -> NSRegularExpression {
        let error = "(error|failure|fault)"
        return try NSRegularExpression(
            pattern:
                #"^(?! *///).*(\\\((error|fault)\)|String\((describing|reflecting): \#(error)\)"#
                + #"|\.localizedDescription)"#,
            options: .anchorsMatchLines)
    }

    @Test("an error is worded by its type, or by `words`: no Swift value reaches a person")
    func words() throws {
        let pattern = try Self.blindPattern()
        let found = try Repository.swiftFiles(below: "Sources").flatMap { path in
            Self.matches(of: pattern, in: try Repository.text(path)).map { "\(path): \($0)" }
        }
        #expect(found == [])
    }

    @Test(
        "the check finds errors that are printed as they are",
        arguments: [
            (#"throw ValidationError("--fault: \(error)")"#, 1), ("String(describing: error)", 1),
            ("error.localizedDescription", 1), (#""\(error.words)""#, 0),
            (#"/// print("\(error)")"#, 0),
        ])
    func blindCheck(line: String, count: Int) throws {
        #expect(Self.matches(of: try Self.blindPattern(), in: line).count == count)
    }
}
