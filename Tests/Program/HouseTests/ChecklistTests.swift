import Foundation
import Testing

/// The tests that `docs/dev/checklist.md` names: `Foo` is a file `FooTests.swift`, and `"it does…"`
/// is how the sentence of a test begins in the file that is named before it.
struct ChecklistTests {
    @Test("every suite that the checklist names is there, with the sentences that it quotes")
    func suites() throws {
        let files =
            try Repository.swiftFiles(below: "Tests")
            + Repository.swiftFiles(below: "docs/Examples")
        var suites = 0
        var missing: [String] = []
        for cell in try Self.cells() {
            var sentences: [String] = []
            for part in cell.matches(of: /`([^`]+)`|"([^"]+)"/) {
                if let suite = part.output.1 {
                    suites += 1
                    let found = files.filter { $0.hasSuffix("/\(suite)Tests.swift") }
                    sentences = try found.flatMap(Self.sentences)
                    if found.isEmpty { missing.append("`\(suite)`") }
                } else if let quoted = part.output.2 {
                    let start = quoted.prefix { $0 != "…" }
                    if !sentences.contains(where: { $0.hasPrefix(start) }) {
                        missing.append("\(quoted), in: \(cell)")
                    }
                }
            }
        }
        #expect(missing == [])
        #expect(suites > 200)
    }

    /// What the last column of the tables says.
    private static func cells() throws -> [String] {
        try Repository.text("docs/dev/checklist.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }
            .compactMap { $0.components(separatedBy: " | ").last }
            .filter { $0 != "shown by |" }
    }

    /// The sentences of the tests in a file, each up to a quotation mark in it.
    private static func sentences(in file: String) throws -> [String] {
        try Repository.text(file).components(separatedBy: "@Test(").dropFirst().compactMap { test in
            let sentence = test.drop { $0.isWhitespace }
            guard sentence.first == "\"" else { return nil }
            return String(sentence.dropFirst().prefix { $0 != "\"" })
        }
    }
}
