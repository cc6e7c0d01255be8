import BuoyDashboardTesting
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// A feature with everything that the dashboard takes from features.
private enum Lamp: DashboardFeature, CoreHintFeature, ShortFormFeature, ListFeature, TimedFeature {
    static func panes(_ facts: FeatureFacts) -> [any Pane] { [] }

    static let commands = [lamp]

    static let hintsOfCore = [
        AddedHint("lamp", in: .members, before: "trigger"), AddedHint("lamp", in: .connection),
    ]

    static var shortForms: [(name: String, command: CommandName)] {
        [("light", "lamp"), ("dark", "nothing")]
    }

    static var lists: [PickerKind] {
        [
            PickerKind(
                command: lamp, items: { _ in [.init(name: "red"), .init(name: "green")] },
                verb: "light it")
        ]
    }

    static func timePassed(_ state: inout DashboardState) -> [Effect] {
        state.now < .zero.advanced(by: .seconds(5)) ? [] : [.client(.ping)]
    }

    static let lamp = Command(
        "lamp", Command.Section("Lamps", order: 31), keys: [.in(.members, "l")], title: "Light",
        summary: "Lights a lamp.",
        argument: .words("COLOUR", asks: "a colour", perform: { [.server($1)] })
            .whileTyped { _ in [.recording(.start(path: "typed"))] },
        change: { state in Lamp.lists.first.map { state.open($0) } })
}

@Suite("What the dashboard asks of features")
struct FeatureHookTests {
    private static func state() -> DashboardState {
        DashboardFixture.empty(catalog: Catalog([Lamp.self]))
    }

    @Test("a hint stands before the one that it names, or at the end")
    func hints() {
        let catalog = Catalog([Lamp.self])
        let core = Catalog.core.row(.members)?.hints ?? []
        let whole = catalog.row(.members)?.hints ?? []
        #expect(whole.filter { $0 != "lamp" } == core)
        #expect(
            whole.firstIndex(of: "lamp").map { $0 + 1 } == whole.firstIndex(of: "trigger"))
        #expect(catalog.row(.connection)?.hints.last == "lamp")
        #expect(catalog.row(.events)?.hints.contains("lamp") == false)
    }

    @Test("a short form stands for a command that there is")
    func shortForms() throws {
        let catalog = Catalog([Lamp.self])
        #expect(try CommandLineNames.command(named: "light", catalog).name == "lamp")
        #expect(throws: CommandLineNames.Failure.self) {
            try CommandLineNames.command(named: "dark", catalog)
        }
    }

    @Test("a list is opened by its command, and runs it with what is chosen")
    func lists() {
        var state = Self.state()
        #expect(state.press("2", "l") == [])
        #expect(state.screen().textRows.contains { $0.contains("green") })
        state.type("gr")
        #expect(state.press("Enter").besidesSettings == [.server("green")])
    }

    @Test("what is typed is told at once, and only in the prompt of the command")
    func typed() {
        var state = Self.state()
        state.open(.argument(Lamp.lamp))
        #expect(
            state.type("bl")
                == [.recording(.start(path: "typed")), .recording(.start(path: "typed"))])
        #expect(state.press("Ctrl-U") == [])
        state.press("Esc")
        #expect(state.press("s") == [])
        #expect(state.type("bl") == [])
    }

    @Test("what is due happens with a tick, and is drawn")
    func due() {
        var state = Self.state()
        #expect(state.handle(.tick(ChannelsTimestamp.zero.advanced(by: .seconds(4)))) == [])
        let before = state.revision
        #expect(
            state.handle(.tick(ChannelsTimestamp.zero.advanced(by: .seconds(5)))) == [
                .client(.ping)
            ])
        #expect(state.revision != before)
    }

    @Test("a question of a feature is answered like one of the core", arguments: ["y", "n"])
    func question(key: String) {
        var state = Self.state()
        state.ask(
            Confirmation(question: "light it? y/N", verb: "light it", effects: [.client(.ping)]))
        #expect(state.screen().textRows.contains { $0.contains("light it? y/N") })
        #expect(state.press(key) == (key == "y" ? [.client(.ping)] : []))
        #expect(state.confirmation == nil)
    }
}
