import Configuration
import FeatureList
import Foundation
import Scripts
import Testing

@testable import Configuration

/// The schema of the configuration, and the page about servers.
struct ServerDocumentTests {
    @Test("the schema is that of the tables")
    func schema() throws {
        try DocumentTests.expect(
            "docs/configuration.schema.json", toBe: ConfigurationSchema.text(.whole))
    }

    @Test("the schema has every key that the configuration has, and no others")
    func keys() throws {
        let data = Data(try Repository.text("docs/configuration.schema.json").utf8)
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        let expected = Set(
            ConfigurationKey.allCases.filter(\.group.isEmpty).map(\.name)
                + ConfigurationKey.groups + ConfigurationReader.sections)
        #expect(Set(properties.keys) == expected)
    }

    @Test("docs/servers.md names every key, and its examples are read")
    func page() throws {
        let page = try Repository.text("docs/servers.md")
        let start = "| key | takes | what it does |\n| --- | --- | --- |\n"
        let parts = page.components(separatedBy: start)
        try #require(parts.count == 2)
        let rest = try #require(parts[1].firstRange(of: "\nA key with a dot"))
        try DocumentTests.expect(
            "docs/servers.md",
            toBe: parts[0] + start + Self.rows + parts[1][rest.lowerBound...])
        let examples = page.components(separatedBy: "```toml\n").dropFirst()
        #expect(examples.count >= 3)
        for example in examples {
            let text = example.components(separatedBy: "```")[0]
            #expect(throws: Never.self, "\(text)") {
                try ConfigurationFile(text: text, file: "docs/servers.md", catalog: .whole)
            }
        }
    }

    private static var rows: String {
        ServerKey.allCases.map { key in
            "| `\(key.name)` | \(key.kind.expected) | \(key.summary) |\n"
        }.joined()
    }

    @Test("what changes a server is decided without a default")
    func noDefault() throws {
        let text = try Repository.text(
            "Sources/Screen/DashboardPanes/Interface/Effect+Changing.swift")
        #expect(!text.contains("default:"))
        #expect(text.matches(of: /switch self/).count >= 3)
    }
}
