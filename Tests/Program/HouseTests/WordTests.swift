import Foundation
import Testing

/// The words of documents, of the interface's doc comments and of the program's sentences.
struct WordTests {
    /// Documents whose words have not been revised yet. Empty this list.
    static let documentsNotYet: Set<String> = []

    /// Folders of `Sources` whose string literals have not been revised yet. Empty this list.
    static let stringsNotYet: [String] = []

    @Test("every rule finds its example, and allows the idiomatic use", arguments: WordRule.all)
    func rules(rule: WordRule) throws {
        let expression = try NSRegularExpression(
            pattern: rule.expression, options: .anchorsMatchLines)
        #expect(Self.matches(expression, rule.refused).count == 1)
        #expect(Self.matches(expression, rule.allowed).isEmpty)
    }

    @Test("documents use the words of the style")
    func documents() throws {
        let documents = try Self.documents()
        #expect(documents.count > 40)
        let search = try WordSearch()
        let found = try documents.filter { !Self.documentsNotYet.contains($0) }.flatMap {
            search.findings(in: WordSource.prose(try Repository.text($0), ofStyle: $0), $0)
        }
        #expect(found == [])
    }

    @Test("doc comments of public declarations use the words of the style")
    func comments() throws {
        let search = try WordSearch()
        var count = 0
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources/Library") {
            let comments = WordSource.publicComments(try Repository.text(file))
            count += comments.split(separator: "\n\n").count
            found += search.findings(in: comments, file)
        }
        #expect(count > 1000)
        #expect(found == [])
    }

    @Test("sentences of the program use the words of the style")
    func strings() throws {
        let search = try WordSearch()
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources")
        where !Self.stringsNotYet.contains(where: { file.hasPrefix("\($0)/") }) {
            found += search.findings(in: WordSource.strings(try Repository.text(file)), file)
        }
        #expect(found == [])
    }

    @Test("code, comments and strings are told apart")
    func sources() {
        let prose = WordSource.prose(
            "a `b c` [d](e)\n```\nf\n```\n| g | h |\n", ofStyle: "style.md")
        #expect(prose == "a x [d]\n\n\n\n | h |\n")
        let comments = WordSource.publicComments(
            "/// One.\npublic var a: Int\n/// Two.\nvar b: Int\n/// Three.\n@MainActor\npublic var c: Int\n"
        )
        #expect(comments == "One.\n\n\n\nThree.\n\n\n")
        let strings = WordSource.strings(#"f("a \(g("b")) c", "d", "e f") // "g h""#)
        #expect(strings == "a x c\u{1F}e f")
    }

    /// The documents that people read: `docs`, the articles of the library, and the root's.
    private static func documents() throws -> [String] {
        let folders =
            ["docs", "docs/library", "docs/dev", "docs/Examples", "docs/pictures"]
            + ["Sources/Library/Channels/Channels.docc"]
        return try folders.flatMap { folder in
            try Repository.entries(of: folder).filter { $0.hasSuffix(".md") }.map {
                "\(folder)/\($0)"
            }
        } + ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    }

    private static func matches(
        _ expression: NSRegularExpression, _ text: String
    ) -> [NSTextCheckingResult] {
        expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
    }
}

/// Looks for all rules at once: one expression says where, and the rule's own says which.
private struct WordSearch {
    private let any: NSRegularExpression
    private let rules: [(rule: WordRule, expression: NSRegularExpression)]

    init() throws {
        self.any = try NSRegularExpression(
            pattern: WordRule.all.map(\.expression).joined(separator: "|"),
            options: .anchorsMatchLines)
        self.rules = try WordRule.all.map { rule in
            (rule, try NSRegularExpression(pattern: rule.expression, options: .anchorsMatchLines))
        }
    }

    /// `file:line: found (write: …)` for each match.
    func findings(in text: String, _ file: String) -> [String] {
        let bridged = text as NSString
        let whole = NSRange(location: 0, length: bridged.length)
        return self.any.matches(in: text, range: whole).map { match in
            let rule = self.rules.first { rule in
                rule.expression.firstMatch(in: text, range: match.range) != nil
            }
            let before = bridged.substring(to: match.range.location)
            let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            let words = bridged.substring(with: match.range).prefix(60)
            return "\(file):\(line): \(words) (write: \(rule?.rule.replacement ?? "another word"))"
        }
    }
}
