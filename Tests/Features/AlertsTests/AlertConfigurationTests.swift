import ChannelsProtocol
import Testing

@testable import BuoyAlerts
@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Alerts of the configuration")
struct AlertConfigurationTests {
    private func rules(_ text: String) throws -> [AlertRule] {
        AlertRule.all(
            in: try ConfigurationFile(text: text, file: "c.toml", for: .withAlerts).sections)
    }

    /// The lines of the errors, without the name of the file.
    private func errors(_ text: String) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try ConfigurationFile(text: text, file: "c.toml", for: .withAlerts)
            return []
        } catch {
            return error.errors.map { $0.description.replacing("c.toml:", with: "") }
        }
    }

    @Test("every key is read")
    func allKeys() throws {
        let rules = try self.rules(
            """
            [filters]
            money = "event:order.*"
            [[alerts]]
            name = "failed orders"
            when = "@money -paid"
            rate = "> 5/m"
            pause = "1m"
            bell = false
            notify = true
            mark = false
            exec = ["logger", "-t", "buoy"]
            [[alerts]]
            when = "tick"
            silence = "5m"
            [[alerts]]
            state = "unavailable"
            for = "30s"
            [[alerts]]
            state = "failed"
            [[alerts]]
            gap = "2s"
            """)
        let filter = try EventFilter(
            "@money -paid", saved: [SavedFilter(name: "money", source: "event:order.*")])
        var actions = AlertRule.Actions()
        actions.ringsBell = false
        actions.notifies = true
        actions.marks = false
        actions.program = ["logger", "-t", "buoy"]
        let rate = try #require(AlertRate(typed: "5/m"))
        #expect(
            rules == [
                AlertRule(
                    "failed orders", when: .rate(filter, rate), actions: actions,
                    pause: .seconds(60)),
                AlertRule("alert 2", when: .silence(try EventFilter("tick"), .seconds(300))),
                AlertRule("alert 3", when: .state(.unavailable, .seconds(30))),
                AlertRule("alert 4", when: .state(.failed, .zero)),
                AlertRule("alert 5", when: .gap(.seconds(2))),
            ])
    }

    @Test("errors name the line in their table, and what would be right")
    func wrong() {
        let found = self.errors(
            """
            [[alerts]]
            when = "a"
            [[alerts]]
            when = "(a"
            wen = "b"
            [[alerts]]
            gap = "2s"
            rate = "> 5/m"
            [[alerts]]
            when = "a"
            rate = "often"
            [[alerts]]
            state = "conected"
            [[alerts]]
            name = "nothing"
            [[alerts]]
            gap = 3
            exec = "logger"
            """)
        #expect(
            found == [
                "4: error in filter \"alert 2\" at character 1: "
                    + "unclosed parenthesis: add ), or write \"(\" to look for it",
                "5: unknown key \"wen\"; did you mean \"when\"?",
                "8: \"rate\" in alert 3 must be left out here: it only works with \"when\"",
                "11: \"rate\" in alert 4 must be an event count and a period, such as "
                    + "\"> 5/m\" or \"> 100/10s\"",
                "13: unknown value \"conected\" for \"state\" in alert 5; did you mean "
                    + "\"connected\"?",
                "14: alert 6 must be a rule with exactly one of when, gap and state",
                "17: \"gap\" in alert 7 must be a duration, such as \"30s\" or \"5m\"",
                "18: \"exec\" in alert 7 must be a program and its arguments, such as "
                    + "[\"logger\", \"-t\", \"buoy\"]",
            ])
    }

    @Test("a single table is told how to be written")
    func singleTable() {
        #expect(
            self.errors("[alerts]\nwhen = \"a\"").first
                == "1: \"alerts\" must be a list of tables: write [[alerts]] above each rule")
    }

    @Test("a name has no control characters, and a program no NUL")
    func controls() {
        #expect(
            self.errors("[[alerts]]\nname = \"a\\u001B]0;b\"\nwhen = \"x\"") == [
                "2: \"name\" in alert 1 must be a quoted string, without control characters"
            ])
        #expect(self.errors("[[alerts]]\nwhen = \"x\"\nexec = [\"a\\u0000b\"]").count == 1)
        #expect(self.errors("[[alerts]]\nwhen = \"x\"\nexec = [\"a\", \"b\\nc\"]").isEmpty)
    }
}

extension ConfigurationSubject {
    /// The core with alerts.
    static let withAlerts = ConfigurationSubject(
        Catalog([Alerts.self]), sections: Alerts.sections, commandNames: [])
}
