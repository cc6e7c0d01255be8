import BuoyScripts
import Foundation
import OrderedCollections
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("The template of a configuration")
struct ConfigurationTemplateTests {
    /// With every key switched on; examples stand deeper behind their comment sign.
    private static var switchedOn: String {
        ConfigurationTemplate.text(.core).split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let isKey = line.hasPrefix("#") && line.dropFirst().first.map { $0 != " " } == true
                return String(isKey ? line.dropFirst() : line)
            }
            .joined(separator: "\n")
    }

    @Test("as it is printed it changes nothing")
    func printed() throws {
        let file = try ConfigurationFile(text: ConfigurationTemplate.text(.core), file: "template")
        #expect(file == ConfigurationFile(.core))
    }

    @Test("with every key switched on it says the defaults")
    func defaults() throws {
        #expect(Self.switchedOn != ConfigurationTemplate.text(.core))
        let file = try ConfigurationFile(text: Self.switchedOn, file: "template")
        #expect(file == ConfigurationFile(.core))
        for command in Catalog.core.commands {
            #expect(
                Set(file.keymap.keys(for: command)) == Set(command.defaultKeys), "\(command)")
        }
    }

    @Test("every key and every command has its line")
    func complete() {
        let lines = Self.switchedOn.split(separator: "\n")
        for key in ConfigurationKey.allCases {
            #expect(lines.contains { $0.hasPrefix("\(key.ownName) = ") }, "\(key)")
        }
        for command in Catalog.core.commands {
            let name = command.configurationKey
            #expect(lines.contains { $0.hasPrefix("\(name) = ") }, "\(command)")
        }
        #expect(
            ConfigurationTemplate.text(.core).split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("its examples can be used")
    func examples() throws {
        let lines = ConfigurationTemplate.text(.core).split(
            separator: "\n", omittingEmptySubsequences: false)
        let text = lines.filter { !$0.hasPrefix("#") || $0.hasPrefix("#   ") }
            .map { $0.hasPrefix("#") ? $0.dropFirst(4) : $0 }
            .joined(separator: "\n")
        let file = try ConfigurationFile(text: text, file: "template")
        #expect(file.settings.savedFilters.count == 2)
        #expect(file.settings.savedLayouts["review"]?.splits.count == 4)
    }

    @Test("keys are in groups, and every group is known")
    func groups() {
        #expect(ConfigurationKey.groups == ["history", "channels", "members", "inspector"])
        #expect(ConfigurationKey.historyEvents.ownName == "events")
        #expect(ConfigurationKey.theme.ownName == "theme")
    }
}
