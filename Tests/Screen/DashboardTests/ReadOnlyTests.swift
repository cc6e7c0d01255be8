import BuoyDashboardTesting
import BuoyScripts
import BuoyTestBasics
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// A read-only server: what would change it is refused, by every way to a command.
@Suite("Read-only servers")
struct ReadOnlyTests {
    private static let sentence = "prod is read-only (read_only in [servers.prod])"

    /// For changing something at the server.
    private static let changing: Set<String> = [
        "trigger"
    ]

    /// For looking, for subscriptions, for the own connection, and for the screen. Of faults,
    /// only those that reach the server are refused.
    private static let harmless: Set<String> = [
        "subscribe", "unsubscribe", "resubscribe", "mark-item", "sort", "bind", "bind-everywhere",
        "unbind", "toggle-binding", "filter-by-binding", "name", "connect", "reconnect",
        "disconnect",
        "connection-view", "connection-view log", "ping", "export-connection", "policy", "fault",
        "fault-all",
        "show-client", "forget-client", "faults", "pause", "select-rows", "search", "next match",
        "previous match", "filter", "saved-filters", "save-filter", "hide-event", "only-channel",
        "system-rows", "mark", "next mark", "previous mark", "next change", "previous change",
        "times", "wrap", "columns", "clear", "clear-marks", "inspect", "move inspector-down",
        "move inspector-up", "view-mode", "fold", "fold all", "fold none", "filter-by-node",
        "difference", "facts", "move left", "move right", "next pane",
        "previous pane", "zoom", "show", "resize", "resize larger", "resize smaller", "layout",
        "save-layout", "help",
        "command-line", "undo", "cancel", "themes", "mouse", "set", "figures", "reload", "redraw",
        "suspend", "quit", "quit now", "server", "copy", "copy as", "export",
        "plain-dump", "save-screen", "record-screen", "copy diagnosis", "record", "toggle-frames",
        "speed",
        "speed slower", "speed faster", "stop-time", "step", "step back", "seek", "seek -10s",
        "seek +10s",
    ]

    private static func isMovement(_ name: String) -> Bool {
        Catalog.core.panes.contains { name == "show \($0.configurationName)" }
            || Command.movingCommands.contains { $0.name == name }
            || Command.serversCommands.contains { $0.name == name && $0 != .server }
    }

    @Test("every command is known to change the server or not", arguments: Catalog.core.commands)
    func classified(command: Command) {
        let isChanging = Self.changing.contains(command.name)
        let isHarmless =
            Self.harmless.contains(command.name) || Self.isMovement(command.name)
        #expect(
            isChanging != isHarmless,
            "say in ReadOnlyTests and in its row whether \(command.name) changes the server")
        #expect(command.changesServer == isChanging, "\(command.name)")
    }

    @Test(
        "a command that is for changing the server says why it cannot",
        arguments: Catalog.core.commands.filter { $0.changesServer })
    func refused(command: Command) {
        for var state in CommandTableTests.states {
            state.options.readOnly = .configured("prod")
            #expect(state.run(command) == [], "\(command.name)")
            #expect(state.notice?.text == Self.sentence, "\(command.name)")
        }
    }

    @Test(
        "no line of the command line makes an effect that changes the server",
        arguments: Catalog.core.commands.filter { $0.changesServer } + [.fault, .faults])
    func typed(command: Command) {
        for var state in CommandTableTests.states.prefix(7) {
            state.options.readOnly = .configured("prod")
            for text in [command.name, "\(command.name) presence-lobby client-x {}"] {
                var typed = state
                typed.press(":")
                typed.type(text)
                let effects = typed.press("Enter") + typed.press("y")
                #expect(effects.changing == [], "\(text)")
            }
        }
    }

    @Test("an effect that gets around its command is stopped, and the reason is shown")
    func lastWord() {
        var fault = DashboardFixture.choosing()
        fault.options.readOnly = .option
        fault.press(":")
        fault.type("fault {\"kind\":\"x\"}")
        let effects = fault.press("Enter") + fault.press("y")
        #expect(effects.besidesSettings.isEmpty)
        #expect(fault.notice?.text == "this connection is read-only (--read-only)")
    }

    @Test("subscribing and faults of the own connection stay allowed")
    func allowed() {
        var state = DashboardFixture.choosing()
        state.options.readOnly = .configured("prod")
        state.press("s")
        state.type("news")
        #expect(
            state.press("Enter").besidesSettings
                == [.client(.subscribe(ChannelName(wire: "news")))])
        #expect(!Effect.fault(.endAll).changesServer)
        #expect(Effect.fault(.ofServer("{}")).changesServer)
    }

    @Test("without it, nothing is refused")
    func usual() {
        var state = DashboardFixture.choosing()
        state.channels.select(ChannelName(wire: "presence-lobby"))
        state.press("c")
        #expect(state.prompt != nil)
    }
}

extension [Effect] {
    /// Those that change the server.
    fileprivate var changing: [Effect] { self.filter { $0.changesServer } }
}

@Suite("Servers to choose from")
struct ServerPickerTests {
    private static func state(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var prod = NamedServer(name: "prod", place: .cluster("eu"), key: "k")
        prod.settings.isReadOnly = true
        var staging = NamedServer(name: "staging", place: .host("ws.example.com"), key: "k")
        staging.settings.port = 6001
        var state = DashboardFixture.choosing(columns, rows)
        state.options.servers = ServerMenu([prod, staging], current: "prod")
        state.options.serverLabel = "prod"
        state.options.serverColor = .red
        state.options.readOnly = .configured("prod")
        return state
    }

    @Test("golden screens", arguments: [(60, 15), (80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        var state = Self.state(columns, rows)
        state.press("Ctrl-O")
        try expectGolden(state.withoutEvents, "servers")
    }

    @Test("Enter leaves the server for another one; y if marks would be lost")
    func choosing() {
        var state = Self.state()
        state.settings.confirmsQuit = false
        state.press("Ctrl-O", "Down")
        #expect(state.press("Enter") == [.server("staging")])
        state.settings.confirmsQuit = true
        state.press("Esc", "3", "Up", "m", "Ctrl-O", "Down")
        #expect(state.press("Enter") == [])
        #expect(state.confirmation != nil)
        #expect(state.press("n") == [])
        #expect(state.confirmation == nil)
    }

    @Test("y leaves it in spite of marks that were not exported")
    func confirmed() {
        var state = Self.state()
        state.press("3", "Up", "m", "Ctrl-O", "Down", "Enter")
        #expect(state.press("y") == [.server("staging")])
    }

    @Test("the command line completes names, and the present one is not connected again")
    func commandLine() {
        var state = Self.state()
        state.press(":")
        state.type("server st")
        state.press("Tab")
        #expect(state.prompt?.field.text == "server staging")
        state.press("Ctrl-C", ":")
        state.type("server prod")
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.error != nil)
    }

    @Test("without servers, the list says how to add one")
    func empty() {
        var state = DashboardFixture.dashboard()
        state.press("Ctrl-O")
        #expect(state.screen().textRows.contains { $0.contains("Add [servers.NAME]") })
        #expect(state.press("Enter") == [])
    }

    @Test("a reload changes the list")
    func reload() {
        var state = Self.state()
        _ = state.handle(.serversListed(ServerMenu()))
        #expect(state.options.servers.names == [])
    }
}
