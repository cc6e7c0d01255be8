import BuoyFeatureList
import BuoyScripts
import Foundation
import Testing

@testable import BuoyDashboardRuntime

/// The schema of the configuration, and the page about servers.
struct ServerDocumentTests {
    @Test("the schema is that of the tables; the names of commands are compared with the program")
    func schema() throws {
        let path = "docs/configuration.schema.json"
        let json = try JSONSerialization.jsonObject(with: Data(Repository.text(path).utf8))
        let properties = (json as? [String: Any])?["properties"] as? [String: Any]
        let servers = properties?["servers"] as? [String: Any]
        let names = servers?["propertyNames"] as? [String: Any]
        let refused = try #require((names?["not"] as? [String: Any])?["enum"] as? [String])
        try DocumentTests.expect(
            path,
            toBe: ConfigurationSchema.text(
                ConfigurationSubject(
                    .whole, sections: features.sections, commandNames: refused)))
    }

    @Test("the schema has every key that the configuration has, and no others")
    func keys() throws {
        let data = Data(try Repository.text("docs/configuration.schema.json").utf8)
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        let expected = Set(
            ConfigurationKey.allCases.filter(\.group.isEmpty).map(\.name)
                + ConfigurationKey.groups + ConfigurationReader.sections(of: .whole))
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
                try ConfigurationFile(text: text, file: "docs/servers.md", for: .whole)
            }
        }
    }

    private static var rows: String {
        ServerKey.allCases.map { key in
            "| `\(key.name)` | \(key.form.expected) | \(key.summary) |\n"
        }.joined()
    }

    @Test("what changes a server is decided without a default")
    func noDefault() throws {
        let text = try Repository.text(
            "Sources/Screen/BuoyDashboard/DashboardPanes/Interface/Effect+Changing.swift")
        #expect(!text.contains("default:"))
        #expect(text.contains("switch self"))
    }
}

extension ConfigurationSubject {
    /// What the examples of the documents are read for.
    static let whole = ConfigurationSubject(
        .whole, sections: features.sections, commandNames: [])
}
