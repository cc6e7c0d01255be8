import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

/// Every row of the table of commands is run: a command that is listed does something.
@Suite("Table of commands")
struct CommandTableTests {
    /// Dashboards in which commands find what they need: each is the keys that lead there.
    private static let situations: [[String]] = [
        [], ["Down"], ["Down", "Down"], ["Down", "Down", "Down"], ["Down", "Down", "Down", "Down"],
        ["2", "Down"], ["4", "Up"], ["6", "Up"], ["7", "Down"],
        ["3", "Up", "Up", "m", "Up"],
        ["3", "Up", "m", "Up", "Up", "m", "Down"], ["3", "g"],
        ["3", "Up", "Enter", "5"], ["3", "Up", "Enter", "J"], ["3", "Up", "Enter", "5", "Down"],
        ["3", "Up", "Enter", "5"],
        ["u"], ["3", "/", "p", "Enter"], ["3", "Up", "f", "p", "Enter"], ["D", "D"],
    ]

    static let states: [DashboardState] =
        [
            DashboardFixture.empty(),
            SeveralDashboards.deployments(80, 24).servers[0],
            RecordingPaneTests.replay(),
        ]
        + situations.map { keys in
            var state = DashboardFixture.choosing()
            for key in keys { state.press(key) }
            return state
        }

    /// Whether something came of it, beyond a message.
    private static func acts(
        _ state: DashboardState, _ act: (inout DashboardState) -> [Effect]
    ) -> Bool {
        var (before, after) = (state, state)
        let effects = act(&after)
        (before.notice, after.notice) = (nil, nil)
        after.revision = before.revision
        return !effects.isEmpty || after != before
    }

    private static func acts(_ command: Command) -> Bool {
        self.states.contains { state in
            command.unavailable(state) == nil && self.acts(state) { command.perform(&$0) }
        }
    }

    private static func takesArgument(_ command: Command) -> Bool {
        self.states.contains { state in
            let offered = command.argument?.complete(state, "", 0).candidates.map(\.text) ?? []
            let texts =
                offered.prefix(9) + [
                    "news", "5s", "mine", "u1",
                    "presence-lobby client-x {}", "a.jsonl", "orders", "staging prod 5s",
                    "times utc", "2", "a.svg",
                ]
            return texts.contains { text in
                self.acts(state) { (try? $0.perform(command, argument: text)) ?? [] }
            }
        }
    }

    @Test("every command does something", arguments: Catalog.core.commands)
    func acts(command: Command) {
        #expect(Self.acts(command), "\(command.name) does nothing")
    }

    @Test(
        "every command does something with its argument",
        arguments: Catalog.core.commands.filter { $0.argument != nil })
    func takesArgument(command: Command) {
        #expect(Self.takesArgument(command), "\(command.name) does nothing with its argument")
    }

    @Test("every hint of a pane points to a command")
    func hints() {
        for row in Catalog.core.rows {
            for name in row.hints {
                #expect(Catalog.core.command(name) != nil, "\(row.id): \(name)")
            }
        }
    }

    @Test(
        "what cannot be done says why not, and does nothing else", arguments: Catalog.core.commands)
    func reasons(command: Command) {
        for state in Self.states {
            guard let reason = command.unavailable(state) else { continue }
            #expect(!reason.isEmpty)
            #expect(!Self.acts(state) { $0.run(command) })
        }
    }

    @Test("a row that does nothing is found")
    func idleRow() {
        let idle = Command(
            "idle", .program, keys: [], title: "Idle", summary: "Does nothing.",
            argument: .words("TEXT", asks: "text", perform: { _, _ in [] }), change: { _ in })
        #expect(!Self.acts(idle))
        #expect(!Self.takesArgument(idle))
    }

    @Test("names and titles are each of one command")
    func names() {
        let commands = Catalog.core.commands
        #expect(Set(commands.map(\.name)).count == commands.count)
        #expect(commands.allSatisfy { Catalog.core.command($0.name) == $0 })
        #expect(commands.allSatisfy { $0.summary.hasSuffix(".") && !$0.title.isEmpty })
    }
}
