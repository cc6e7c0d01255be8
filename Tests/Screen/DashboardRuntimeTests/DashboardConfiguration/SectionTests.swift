import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import BuoyTextScreen
import Testing

@testable import BuoyDashboardRuntime

/// A section that is not buoy's: nothing in the reader or the schema knows it.
@Suite("Sections of the configuration")
struct SectionTests {
    private static let port = SectionKey("port", .number(1...9, "a port"), "Where it listens.")
    private static let names = SectionKey("names", .channels, "What it tells.")
    private static let section = SettingSection(
        "beacon", .table, keys: [Self.port.row, Self.names.row], alternatives: [],
        template: "# A beacon.\n"
    ) { table in
        table.given.contains("names") && !table.given.contains("port")
            ? [SettingSection.Misfit("names", "left out: it needs port")] : []
    }
    private static let subject = ConfigurationSubject(
        .core, sections: [Self.section], commandNames: [])

    private func file(_ text: String) throws(ConfigurationErrors) -> ConfigurationFile {
        try ConfigurationFile(text: text, file: "c.toml", for: Self.subject)
    }

    @Test("its values are read, each with the type of its key")
    func values() throws {
        let table = try #require(
            try self.file("[beacon]\nport = 3\nnames = [\"a\"]").sections[Self.section].first)
        #expect(table[Self.port] == 3)
        #expect(table[Self.names] == ["a"])
        #expect(try self.file("").sections[Self.section].isEmpty)
    }

    @Test(
        "what is wrong in it is told like everything else",
        arguments: [
            ("port = 10", "2: \"beacon.port\" must be a port from 1 to 9"),
            ("prot = 1", "2: unknown key \"prot\"; did you mean \"port\"?"),
            ("names = []", "2: \"beacon.names\" must be left out: it needs port"),
        ])
    func wrong(line: String, expected: String) {
        let errors = #expect(throws: ConfigurationErrors.self) {
            try self.file("[beacon]\n\(line)")
        }
        #expect(errors?.description == "c.toml:\(expected)")
    }

    @Test("without it, its name is unknown")
    func absent() {
        #expect(throws: ConfigurationErrors.self) {
            try ConfigurationFile(text: "[beacon]\nport = 3", file: "c.toml", for: .core)
        }
    }

    @Test("it stands in the schema and in the printed configuration")
    func documents() {
        #expect(ConfigurationSchema.text(Self.subject).contains("\"beacon\""))
        #expect(ConfigurationTemplate.text(Self.subject).contains("# A beacon."))
    }
}
