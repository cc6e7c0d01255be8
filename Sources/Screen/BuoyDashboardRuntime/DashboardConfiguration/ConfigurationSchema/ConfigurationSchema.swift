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
    private static func json(_ subject: ConfigurationSubject) -> JSONValue {
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

    private static var settings: [(String, JSONValue)] {
        ConfigurationKey.allCases.filter(\.group.isEmpty).map { ($0.name, $0.schema) }
    }

    private static var groups: [(String, JSONValue)] {
        ConfigurationKey.groups.map { group in
            let keys = ConfigurationKey.allCases.filter { $0.group == group }
            return (group, .table(keys.map { ($0.ownName, $0.schema) }))
        }
    }

    private static func sections(_ subject: ConfigurationSubject) -> [(String, JSONValue)] {
        let named = [
            ("layouts", JSONValue.tables(self.layout, "Custom layouts, by name.")),
            ("filters", .tables(["type": "string"], "Custom filters, by name.")),
        ]
        return named + subject.sections.map { ($0.name, $0.schema) } + [
            ("servers", self.servers(beside: subject.commandNames)),
            ("keys", self.keys(subject.catalog)),
        ]
    }

    private static var layout: JSONValue {
        let preset = JSONValue.words(LayoutSettings.Preset.allCases.map(\.rawValue))
        let percent: JSONValue = ["type": "number", "minimum": 1, "maximum": 99]
        let splits = LayoutSettings.Split.allCases.map { ($0.rawValue, percent) }
        return .table([("preset", preset)] + splits)
    }

    private static func servers(beside commandNames: [String]) -> JSONValue {
        let own = ServerKey.allCases.filter { $0.group.isEmpty }.map { ($0.name, $0.schema) }
        let groups = ServerKey.groups.map { group in
            let keys = ServerKey.allCases.filter { $0.group == group }
            return (group, JSONValue.table(keys.map { ($0.ownName, $0.schema) }))
        }
        let server = JSONValue.table(
            own + groups,
            and: [
                ("required", [.string(ServerSetting.key.key.name)]),
                ("oneOf", .requiring([ServerSetting.host, .cluster].map(\.key.name))),
            ])
        let names: JSONValue = [
            "pattern": .string(ServerNames.pattern),
            "not": .words(commandNames.sorted()),
        ]
        return JSONValue.tables(server, "Servers, by name.").adding([("propertyNames", names)])
    }

    private static let keyList: JSONValue = [
        "type": ["array", "string"], "items": ["type": "string"],
    ]

    private static func keys(_ catalog: Catalog) -> JSONValue {
        let commands = catalog.commands.map { ($0.name, self.keyList.described($0.summary)) }
        let reference: JSONValue = ["$ref": "#/definitions/keysOfPane"]
        return .table(commands + catalog.panes.map { ($0.configurationName, reference) })
    }

    private static func keysOfPane(_ catalog: Catalog) -> JSONValue {
        .tables(self.keyList, "Key bindings in this pane only.")
            .adding([("propertyNames", .words(catalog.commands.map(\.name)))])
    }
}
