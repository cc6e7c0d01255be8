import BuoyDashboard
import BuoyScripts
import ChannelsProtocol

/// The JSON schema with which editors complete and check the configuration, made from the tables
/// that its reader uses.
package enum ConfigurationSchema {
    package static func text(_ subject: ConfigurationSubject) -> String {
        self.json(subject).prettyLines().map { line in
            String(repeating: "  ", count: line.depth) + line.text + "\n"
        }.joined()
    }

    // Editors for TOML read draft 7.
    private static func json(_ subject: ConfigurationSubject) -> JSON {
        .object([
            ("$schema", "http://json-schema.org/draft-07/schema#"),
            ("$id", "urn:buoy:configuration"),
            ("title", "buoy configuration"),
            ("type", "object"),
            ("additionalProperties", false),
            ("properties", .object(self.settings + self.groups + self.sections(subject))),
            ("definitions", ["keysOfPane": self.keysOfPane(subject.catalog)]),
        ])
    }

    private static var settings: [(String, JSON)] {
        ConfigurationKey.allCases.filter(\.group.isEmpty).map { ($0.name, $0.schema) }
    }

    private static var groups: [(String, JSON)] {
        ConfigurationKey.groups.map { group in
            let keys = ConfigurationKey.allCases.filter { $0.group == group }
            return (group, .table(keys.map { ($0.ownName, $0.schema) }))
        }
    }

    private static func sections(_ subject: ConfigurationSubject) -> [(String, JSON)] {
        let named = [
            ("layouts", JSON.tables(self.layout, "Custom layouts, by name.")),
            ("filters", .tables(["type": "string"], "Custom filters, by name.")),
        ]
        return named + subject.sections.map { ($0.name, $0.schema) } + [
            ("servers", self.servers(beside: subject.commandNames)),
            ("keys", self.keys(subject.catalog)),
        ]
    }

    private static var layout: JSON {
        let preset = JSON.words(LayoutSettings.Preset.allCases.map(\.rawValue))
        let percent: JSON = ["type": "number", "minimum": 1, "maximum": 99]
        let splits = LayoutSettings.Split.allCases.map { ($0.rawValue, percent) }
        return .table([("preset", preset)] + splits)
    }

    private static func servers(beside commandNames: [String]) -> JSON {
        let own = ServerKey.allCases.filter { $0.group.isEmpty }.map { ($0.name, $0.schema) }
        let groups = ServerKey.groups.map { group in
            let keys = ServerKey.allCases.filter { $0.group == group }
            return (group, JSON.table(keys.map { ($0.ownName, $0.schema) }))
        }
        let server = JSON.table(
            own + groups,
            and: [
                ("required", [.string(ServerSetting.key.key.name)]),
                ("oneOf", .requiring([ServerSetting.host, .cluster].map(\.key.name))),
            ])
        let names: JSON = [
            "pattern": .string(ServerNames.pattern),
            "not": .words(commandNames.sorted()),
        ]
        return JSON.tables(server, "Servers, by name.").adding([("propertyNames", names)])
    }

    private static let keyList: JSON = ["type": ["array", "string"], "items": ["type": "string"]]

    private static func keys(_ catalog: Catalog) -> JSON {
        let commands = catalog.commands.map { ($0.name, self.keyList.described($0.summary)) }
        let reference: JSON = ["$ref": "#/definitions/keysOfPane"]
        return .table(commands + catalog.panes.map { ($0.configurationName, reference) })
    }

    private static func keysOfPane(_ catalog: Catalog) -> JSON {
        .tables(self.keyList, "Key bindings in this pane only.")
            .adding([("propertyNames", .words(catalog.commands.map(\.name)))])
    }
}
