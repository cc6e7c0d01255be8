import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// The keys that the documents name, played in the dashboard, one sequence after the other: what a
/// reader did before must not matter.
///
/// A sequence stands in a comment below the sentence or the table that names it, as a key script:
///
/// ```
/// <!-- keys
/// key 3 f
/// text event:order.*
/// key Enter
/// wait "filter event:order.*"
/// -->
/// ```
@Suite("Keys of the documents", .inTurn)
struct DocumentKeyTests {
    private struct Sequence {
        let document: String
        let script: String
        /// What the document says above.
        let words: Substring
    }

    private static func sequences() throws -> [Sequence] {
        // It loses the connection, of which the others speak.
        let first = "docs/getting-started.md"
        return try ([first] + DocumentCommand.documents().filter { $0 != first }).flatMap {
            document in
            let text = try SourceTree.text(document)
            return text.matches(of: /(?ms)^<!-- keys\n(.*?)^-->/).map {
                Sequence(
                    document: document, script: String($0.1),
                    words: text[..<$0.range.lowerBound].suffix(3000))
            }
        }
    }

    @Test(
        "each sequence does what is said, whatever was pressed before",
        arguments: ["", "key 6\n", "key 1 Down\n", "key f\ntext channel:ticker-*\nkey Enter\n"])
    func played(before: String) throws {
        let sequences = try Self.sequences()
        #expect(sequences.count >= 6)
        let file = FileManager.default.temporaryDirectory
            .appending(path: "buoy-keys-\(UUID().uuidString)")
        let script =
            "wait CONNECTED\nwait \"ticker-BTC\"\n\(before)"
            + sequences.map { "# \($0.document)\n\($0.script)" }.joined() + "key Q\n"
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let terminal = try PseudoTerminal(BuiltProgram.path, ["--key-script", file.path])
        #expect(terminal.end(seconds: 90) == 0, "\(terminal.screen.text)\n\(script)")
    }

    @Test("the keys are those that the document names above")
    func named() throws {
        for sequence in try Self.sequences() {
            for line in sequence.script.split(separator: "\n") where line.hasPrefix("key ") {
                for key in line.split(separator: " ").dropFirst() {
                    let isNamed =
                        sequence.words.contains("`\(key)`")
                        || ["Enter", "Up", "Down"].contains(key)
                    #expect(isNamed, "\(sequence.document): \(key)")
                }
            }
        }
    }
}
