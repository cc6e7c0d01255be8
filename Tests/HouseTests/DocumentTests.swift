import Configuration
import Dashboard
import Foundation
import Testing
import TextScreen

/// Documents that are made from the source, and copies that must not drift apart.
///
/// `RECORD_DOCS=1` writes the made ones anew.
struct DocumentTests {
    @Test("docs/keys.md is what the command table says")
    func keys() throws {
        try Self.expect("docs/keys.md", toBe: KeyDocumentation.markdown)
    }

    @Test("docs/themes.md is what the roles and the themes say")
    func themes() throws {
        try Self.expect("docs/themes.md", toBe: ThemeDocumentation.markdown)
    }

    @Test("docs/configuration.md is what the tables of keys and commands say")
    func configuration() throws {
        try Self.expect("docs/configuration.md", toBe: ConfigurationDocumentation.markdown)
    }

    @Test("the README's picture is a golden screen")
    func readmePicture() throws {
        let screen = try Repository.text(
            "Tests/DashboardTests/Screens/connected.80x24.screen")
        let rows = screen.split(separator: "\n").prefix { $0.hasPrefix("|") }
            .map { $0.dropFirst().dropLast().replacing(/[ ]+$/, with: "") }
        #expect(rows.count == 24)
        let picture = rows.joined(separator: "\n")
        #expect(try Repository.text("README.md").contains("```text\n\(picture)\n```"))
    }

    private static func expect(_ path: String, toBe expected: String) throws {
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            let file = Repository.root.appending(path: path)
            try Data(expected.utf8).write(to: file)
        }
        let found = try? Repository.text(path)
        #expect(found == expected, "\(path) is stale: RECORD_DOCS=1 swift test --filter HouseTests")
    }
}
