import Foundation
import Testing

/// There is one version, and the changelog knows it.
struct VersionTests {
    private static let client = "Sources/Library/Channels/ChannelsClient.swift"

    /// The version of the library, as its source says it.
    private static func version() throws -> String {
        let source = try Repository.text(Self.client)
        let declaration = /public static let version = "(\d+\.\d+\.\d+)"/
        return String(try #require(source.firstMatch(of: declaration)).1)
    }

    @Test("the program's version is the library's, and nothing else has one")
    func program() throws {
        let version = try Self.version()
        #expect(
            try Repository.text("Sources/Services/BuoyProgramSupport/Version.swift").contains(
                "\\(ChannelsClient.version)")
        )
        let copies = try Repository.swiftFiles(below: "Sources").filter { file in
            try file != Self.client && Repository.text(file).contains("\"\(version)\"")
        }
        #expect(copies == [])
    }

    @Test("the changelog begins with this version, or with what is not released after it")
    func changelog() throws {
        let lines = try Repository.text("CHANGELOG.md").split(separator: "\n")
        let headings = lines.indices.filter { lines[$0].hasPrefix("## [") }
        let names = headings.map { lines[$0].dropFirst(4).prefix { $0 != "]" } }
        let first = try #require(headings.first)
        let changes = lines[first...].dropFirst().prefix { !$0.hasPrefix("## [") }
        #expect(changes.contains { $0.hasPrefix("- ") }, "\(names[0]) lists nothing")
        let released = names.drop { $0 == "Unreleased" }
        #expect(try names[0] == "Unreleased" || names[0] == Self.version()[...])
        // Before the first release there is nothing to compare with.
        #expect(try released.first.map { try $0 == Self.version()[...] } ?? true)
    }

    @Test("documents tell to depend on the released version, or on a clone before there is one")
    func requirements() throws {
        let isReleased = try Repository.text("CHANGELOG.md").contains("\n## [\(Self.version())]")
        let wanted = isReleased ? "from: \"\(try Self.version())\"" : "path: \"../buoy\""
        let examples = try Repository.swiftFiles(below: "docs/Examples")
            .filter { $0.hasSuffix("/Package.swift") }
        let articles = ["GettingStarted", "OptionsAndIntegrations"]
            .map { "\(GuideDocumentTests.articleFolder)/\($0).md" }
        for document in ["README.md"] + articles + examples {
            let requirements = try Repository.text(document)
                .matches(of: /\.package\((?:url: "[^"]*", )?(\w+: "[^"]*"), traits: \[/)
                .map { String($0.1) }
            #expect(requirements.first == wanted, "\(document)")
        }
    }
}
