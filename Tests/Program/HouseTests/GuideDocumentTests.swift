import BuoyTestBasics
import Foundation
import Testing

/// The code of the documents is that of `Guide*.swift` in the tests, which compiles.
///
/// `<!-- guide: NAME -->` stands before a block that is copied from there, `<!-- file: PATH -->`
/// before a whole file, and `RECORD_DOCS=1` copies it again. `<!-- theirs -->` stands before code
/// for another library.
@Suite(.inTurn)
struct GuideDocumentTests {
    /// The documents that show code for the library.
    static let documents = ["README.md"] + articles

    /// The manual of the library: the articles of its reference documentation.
    static let articles = [
        "Authorizing", "FollowingPresence", "GettingStarted", "Migrating",
        "OptionsAndIntegrations", "ReadingEvents", "Reconnecting", "TestingYourCode",
        "UsingAServer",
    ].map { "\(articleFolder)/\($0).md" }

    static let articleFolder = "Sources/Library/Channels/Channels.docc"

    @Test(
        "every block of Swift is marked, and is what the guide's source says", arguments: documents)
    func blocks(path: String) throws {
        let snippets = try Self.snippets()
        let document = try Repository.text(path)
        let made = Self.rewritten(document, snippets)
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil, made.text != document {
            try Data(made.text.utf8).write(to: Repository.root.appending(path: path))
        }
        #expect(made.troubles == [])
        #expect(
            try Repository.text(path) == made.text,
            "\(path) is stale: RECORD_DOCS=1 swift test --filter HouseTests")
    }

    @Test("every part of the guide's source is shown somewhere")
    func everySnippetIsShown() throws {
        let shown = try Self.documents.map(Repository.text).joined()
        let hidden = try Self.snippets().keys.filter { !shown.contains("<!-- guide: \($0) -->") }
        #expect(hidden.sorted() == [])
    }

    @Test("every article of the reference is compared, and stands in its table of contents")
    func articlesAreListed() throws {
        let files = try Repository.entries(of: Self.articleFolder)
        #expect(
            files.map { "\(Self.articleFolder)/\($0)" }
                == (Self.articles + ["\(Self.articleFolder)/Channels.md"]).sorted())
        let contents = try Repository.text("\(Self.articleFolder)/Channels.md")
        for file in files where file != "Channels.md" {
            #expect(contents.contains("- <doc:\(file.dropLast(3))>\n"), "\(file)")
        }
    }

    @Test("every document is linked from docs/README.md, to which the README leads")
    func documentsAreLinked() throws {
        #expect(try Repository.text("README.md").contains("](docs/README.md"))
        let index = try Repository.text("docs/README.md")
        let documents = try ["", "dev/"].flatMap { folder in
            try Repository.entries(of: "docs/\(folder)").map { "\(folder)\($0)" }
        }
        let unlinked = documents.filter { path in
            path.hasSuffix(".md") && path != "README.md" && !index.contains("](\(path))")
        }
        #expect(unlinked == [])
        for article in Self.articles { #expect(index.contains("](../\(article))"), "\(article)") }
    }

    @Test("every link to a heading leads to one")
    func headingLinks() throws {
        var broken: [String] = []
        for name in try Repository.entries(of: "docs") where name.hasSuffix(".md") {
            let text = try Repository.text("docs/\(name)")
            for link in text.matches(of: /\]\(([a-z\/-]+\.md)?#([^)]+)\)/) {
                let target = "docs/\(link.1.map(String.init) ?? name)"
                let headings = try Self.headings(of: Repository.text(target))
                if !headings.contains(String(link.2)) { broken.append("\(name): \(link.0)") }
            }
        }
        #expect(broken == [])
    }

    @Test(
        "every public type of a library is named in its documents",
        arguments: [
            ("Channels", articles, "ChannelsClient"),
            ("ChannelsSigning", ["\(articleFolder)/Authorizing.md"], "ChannelsSigner"),
            ("ChannelsTesting", ["\(articleFolder)/TestingYourCode.md"], "ScriptedServer"),
        ])
    func typesAreNamed(module: String, pages: [String], known: String) throws {
        let documents = try pages.map(Repository.text).joined()
        let declaration =
            /^public (?:final )?(?:struct|enum|actor|class|protocol|typealias) (\w+)/
            .anchorsMatchLineEndings()
        var types: [Substring] = []
        for file in try Repository.swiftFiles(below: Manifest().path(of: module)) {
            types += try Repository.text(file).matches(of: declaration).map(\.1)
        }
        #expect(types.contains(known[...]))
        #expect(types.filter { !documents.contains($0) } == [])
    }

    /// The headings as links spell them: in lower case, with hyphens for spaces and without marks.
    private static func headings(of document: String) -> Set<String> {
        let headings = document.matches(of: /^#+ (.+)$/.anchorsMatchLineEndings()).map { heading in
            heading.1.lowercased().replacing(" ", with: "-").replacing(/[^a-z0-9_-]/, with: "")
        }
        return Set(headings)
    }

    /// Name → code, without the indentation that it has in the source.
    private static func snippets() throws -> [String: String] {
        let folders = [
            "ChannelsTests", "PushNotificationsTests", "WebhooksTests",
            "ChannelsServiceLifecycleTests", "ChannelsTracingTests", "ChannelsConfigurationTests",
            "AdoptionTests",
        ]
        let files =
            try folders.flatMap { try Repository.swiftFiles(below: "Tests/Library/\($0)") }.filter {
                $0.contains("/Guide")
            }
            + Repository.swiftFiles(below: "docs/Examples").filter { $0.contains("/Tests/") }
        var snippets: [String: String] = [:]
        for file in files {
            var open: (name: String, indentation: Int, lines: [Substring])?
            for line in try Repository.text(file).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                if let mark = line.firstMatch(of: /^( *)\/\/ guide: ([a-z-]+) (start|end)$/) {
                    if let open { snippets[open.name] = open.lines.joined(separator: "\n") }
                    open = mark.3 == "start" ? (String(mark.2), mark.1.count, []) : nil
                } else if let indentation = open?.indentation {
                    open?.lines.append(line.dropFirst(indentation))
                }
            }
        }
        return snippets
    }

    /// The document with its marked blocks as the source has them, and what is wrong with the
    /// others.
    private static func rewritten(
        _ document: String, _ snippets: [String: String]
    ) -> (text: String, troubles: [String]) {
        var text: [Substring] = []
        var troubles: [String] = []
        var lines = document.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            text.append(line)
            guard line == "```swift" else { continue }
            let mark = text.dropLast().last ?? ""
            let body = lines.prefix { $0 != "```" }
            lines = lines.dropFirst(body.count)
            if let code = self.code(for: mark, snippets) {
                text.append(code[...])
            } else {
                text.append(contentsOf: body)
                if mark != "<!-- theirs -->" {
                    troubles.append("\(mark) leads to no code, before: \(body.first ?? "")")
                }
            }
        }
        return (text.joined(separator: "\n"), troubles)
    }

    /// What a mark names: a part of the guide's source, or a whole file.
    private static func code(for mark: Substring, _ snippets: [String: String]) -> String? {
        if let name = mark.firstMatch(of: /^<!-- guide: ([a-z-]+) -->$/) {
            return snippets[String(name.1)]
        }
        guard let path = mark.firstMatch(of: /^<!-- file: ([A-Za-z\/.]+) -->$/) else { return nil }
        return (try? Repository.text(String(path.1))).map { String($0.dropLast()) }
    }
}
