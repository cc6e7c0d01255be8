import ArgumentParser
import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoyScripts
import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard
@testable import BuoyStage
@testable import BuoyTextScreen

@Suite("Bots and acts on the stage")
struct StageBotsTests {
    private static let lobby = ChannelName(wire: "presence-lobby")

    static let act = StageAct(
        title: "Presence in two cues", channel: Self.lobby,
        [
            .init(
                name: "Ben joins",
                [.bot(.add("Ben")), .wait(.seconds(2)), .say("Welcome, Ben!"), .typing]),
            .init(
                name: "My own connection breaks",
                [.fault(.plan([.init(at: .zero, .cut)])), .reconnect]),
        ])

    /// The stage of a sandbox, with one member.
    static func state(
        _ columns: Int = 80, _ rows: Int = 24, act: StageAct? = nil, isSandbox: Bool = true
    ) -> DashboardState {
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-lobby", members: [RecordedEvents.member("me", "Kim")], me: "me")
        session.wait(.seconds(90))
        return StagePaneTests.sandbox(session, columns, rows, act: act) { $0.isSandbox = isSandbox }
    }

    private static func order(_ line: String) throws -> Effect {
        .bots(BotRequest(try BotLine.order(line), on: Self.lobby))
    }

    /// Tells the state who is there.
    private static func report(_ state: inout DashboardState, _ lines: String...) throws {
        var troupe = BotTroupe()
        for line in lines {
            let request = BotRequest(try BotLine.order(line), on: Self.lobby)
            _ = try troupe.perform(request, at: state.now)
        }
        _ = state.handle(.service(.bots(BotReport(at: state.now, troupe.statuses))))
    }

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }

    /// The menu of a stage with two bots.
    static func menu() throws -> DashboardState {
        var state = Self.state()
        try Self.report(&state, "add", "add Ana")
        state.press("m")
        return state
    }

    @Test("m and Enter add a bot; with one, the menu says what it can do")
    func menu() throws {
        var empty = Self.state()
        #expect(empty.press("m", "Enter").besidesSettings == [try Self.order("add")])
        var state = try Self.menu()
        state.type("flap")
        #expect(state.press("Enter").besidesSettings == [try Self.order("flap")])
    }

    @Test("say opens a line with the name of the bot")
    func saying() throws {
        var state = Self.state()
        try Self.report(&state, "add Ana")
        state.press("m")
        state.type("say")
        state.press("Enter")
        state.type("Hello all")
        #expect(state.press("Enter").besidesSettings == [try Self.order("say Ana Hello all")])
    }

    @Test(":bot takes the whole order, and completes it")
    func commandLine() throws {
        var state = Self.state()
        try Self.report(&state, "add Ana")
        state.press(":")
        state.type("bot tw")
        state.press("Tab")
        #expect(state.prompt?.field.text.contains("bot twin") == true)
        state.press("Ctrl-U")
        state.type("bot leave Ana")
        #expect(state.press("Enter").besidesSettings == [try Self.order("leave Ana")])
        state.press(":")
        state.type("bot dance")
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.error?.contains("unknown bot command \"dance\"") == true)
    }

    @Test(":bots takes a whole order too")
    func wholeOrder() throws {
        var state = Self.state()
        state.press(":")
        state.type("bots add Ana")
        #expect(state.press("Enter").besidesSettings == [try Self.order("add Ana")])
        state.press(":")
        state.type("bots 5")
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.error?.contains("unknown bot command \"5\"") == true)
    }

    @Test("the keys work in Members too")
    func members() throws {
        var state = Self.state()
        state.press("2")
        let footer = state.screen().textRows.last ?? ""
        #expect(footer.contains(":bots bots"), "\(footer)")
        state.type(":bots")
        state.press("Enter")
        #expect(state.press("Enter").besidesSettings == [try Self.order("add")])
    }

    @Test("where there can be no bots, it is said why and what to do")
    func reasons() {
        var state = Self.state()
        state.options.facts.set(
            BotAccess.missing("Bots need signatures: start buoy with --auth-endpoint."))
        state.press("m")
        #expect(state.picker == nil)
        #expect(state.notice?.text.contains("--auth-endpoint") == true)
        var empty = Situation.empty.dashboard(80, 24, catalog: StagePaneTests.catalog)
        empty.options.facts.set(BotAccess.available)
        empty.press("A", "m")
        #expect(empty.notice?.text == "bots need a presence channel; press s to subscribe to one")
    }

    @Test("on a server that is not the sandbox the first bot is asked for once more")
    func asking() throws {
        var state = Self.state(isSandbox: false)
        #expect(state.press("m", "Enter").besidesSettings == [])
        #expect(Self.text(state).contains("others may be using this server: bot add? y/N"))
        #expect(state.press("y").besidesSettings == [try Self.order("add")])
        try Self.report(&state, "add")
        state.press("m")
        state.type("flap")
        #expect(state.press("Enter").besidesSettings == [try Self.order("flap")])
    }

    @Test("what goes wrong with a bot is a notice and a row of the log")
    func remark() throws {
        var state = Self.state()
        let remark = BotReport.Remark("the bot Ben was refused: no", isProblem: true)
        for action in BotService.actions(BotReport(at: state.now, [], remark: remark)) {
            #expect(state.handle(action) == [])
        }
        #expect(state.notice?.text == remark.text)
        state.press("6", "G")
        #expect(Self.text(state).contains("the bot Ben was refused"))
    }

    @Test("what others would see is refused by a read-only server, by every way to it")
    func readOnly() throws {
        var state = Self.state(act: Self.act)
        state.options.readOnly = .configured("prod")
        let sentence = "prod is read-only (read_only in [servers.prod])"
        #expect(state.press(" ").isEmpty, "a cue is stopped where it would reach others")
        #expect(state.notice?.text == sentence)
        #expect(Effect.bots(BotRequest(.off, on: nil)).changesServer)
        for command in Stage.commands {
            #expect(command.changesServer == (command != .cue), "\(command)")
            guard command.changesServer else { continue }
            state.notice = nil
            #expect(state.run(command) == [])
            #expect(state.notice?.text == sentence, "\(command)")
        }
    }

    @Test("there are no bots and no messages in a recording", arguments: ["say hello", "bot add"])
    func recording(line: String) {
        var state = DashboardFixture.empty(catalog: StagePaneTests.catalog) { $0.isReplay = true }
        state.press(":")
        state.type(line)
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.error == "a replay has no connection")
    }

    @Test("the bots are beside a client, and beside nothing else")
    func service() throws {
        let options = ChannelsOptions(appKey: "k", host: .host("127.0.0.1"))
        let service = try #require(
            Stage.service(for: WatchedSubject(options: options)) as? BotService)
        guard case .missing = FeatureFacts(service.facts)[BotAccess.self] else {
            Issue.record("bots need signatures")
            return
        }
        #expect(Stage.service(for: WatchedSubject()) == nil)
    }

    // MARK: Acts

    @Test("buoy stage begins with the act of its file, on its channel")
    func start() throws {
        let path = SourceTree.root.appending(path: "docs/acts/presence.toml").path()
        let start = try StageArguments.parse([path]).start()
        let act = try #require(FeatureFacts(start.facts)[StageAct.self])
        #expect(start.channels == [act.channel])
        #expect(start.pane == .stage)
        #expect(throws: (any Error).self) {
            try StageArguments.parse(["/nowhere/x.toml"]).start()
        }
    }

    @Test("buoy stage without a file plays the act that is in the program")
    func builtIn() throws {
        let path = SourceTree.root.appending(path: "docs/acts/presence.toml").path()
        let start = try StageArguments.parse([]).start()
        let act = FeatureFacts(start.facts)[StageAct.self]
        #expect(try act == StageFile.read(path))
    }

    @Test("Space plays the next cue; a quiet line says which one is next")
    func playing() throws {
        for (columns, rows) in [(60, 15), (80, 24), (200, 60)] {
            try expectGolden(
                Self.state(columns, rows, act: Self.act), pane: .stage, "act")
        }
        var state = Self.state(act: Self.act)
        #expect(Self.text(state).contains("Space: 1 of 2  Ben joins"))
        #expect(state.press("Space").besidesSettings == [try Self.order("add Ben")])
        #expect(Self.text(state).contains("Space: 2 of 2  My own connection breaks"))
        #expect(state.tickInterval == .milliseconds(100))
        let later = state.now.advanced(by: .seconds(2))
        #expect(
            state.handle(.tick(later)) == [
                .client(.trigger(.message("Welcome, Ben!", on: Self.lobby))),
                .client(.trigger(.typing(on: Self.lobby))),
            ])
        #expect(
            state.press("Space").besidesSettings == [
                .fault(.plan([.init(at: .zero, .cut)])), .client(.reconnect),
            ])
        #expect(Self.text(state).contains("  Presence in two cues is over; use :cue 1 to restart"))
        // Then there is no cue to offer, and Space says why.
        #expect(!Self.text(state).contains("Space"))
        #expect(state.press("Space").besidesSettings == [])
        #expect(state.notice?.text == "the act is over; use :cue 1 to restart")
        state.press(":")
        state.type("cue 2")
        state.press("Enter")
        #expect(Self.text(state).contains("Space: 2 of 2"))
    }

    @Test("a cue is asked for as a whole on a server that is not the sandbox")
    func askingForCue() throws {
        var state = Self.state(act: Self.act, isSandbox: false)
        #expect(state.press("Space").besidesSettings == [])
        #expect(state.press("y").besidesSettings == [try Self.order("add Ben")])
    }

    @Test("without an act, Space says how to play one; a wrong cue is refused")
    func noAct() {
        var state = Self.state()
        state.press("Space")
        #expect(state.notice?.text.hasPrefix("no act; run buoy stage to play one") == true)
        var playing = Self.state(act: Self.act)
        playing.press(":")
        playing.type("cue 9")
        playing.press("Enter")
        #expect(playing.prompt?.error == "the cue must be between 1 and 2")
    }
}
