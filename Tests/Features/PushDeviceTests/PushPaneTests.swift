import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import ChannelsPushProtocol
import Testing

@testable import BuoyDashboard
@testable import BuoyPushDevice
@testable import BuoyTextScreen

@Suite("The Push pane")
struct PushPaneTests {
    private static let catalog = Catalog([PushDevice.self])

    private static func state(
        _ access: PushAccess = .available(isSandbox: true), _ columns: Int = 80, _ rows: Int = 24
    ) -> DashboardState {
        var options = DashboardFixture.options(catalog: Self.catalog)
        options.facts = FeatureFacts([access])
        var state = DashboardState(
            options: options, size: ScreenSize(columns: columns, rows: rows))
        _ = state.handle(.tick(DashboardFixture.choosing(catalog: Self.catalog).now))
        state.press("9")
        return state
    }

    /// A registered device: an interest of each kind, and a retry in 4.2 s.
    private static func status(at now: Timestamp) -> PushStatus {
        var status = PushStatus(endpoint: "http://127.0.0.1:6001/client_api", appKey: "sandbox")
        status.deviceID = "5f8c8f6a-2a1b-4c0d-9f0e-1a2b3c4d5e6f"
        status.platform = .fcm
        status.token = "made…4d15"
        status.isTokenRegistered = true
        status.wanted = ["news", "sports", "alerts"]
        status.registered = ["news", "old"]
        status.outbox = [
            .init(number: 4, kind: .subscribe, interest: "sports", attempts: 2),
            .init(number: 5, kind: .unsubscribe, interest: "old"),
        ]
        status.refused = [
            .init(
                kind: .subscribe, interest: "alerts", reason: "The service answered 422.",
                wallMicroseconds: 0)
        ]
        status.nextRetry = .init(
            time: now.advanced(by: .milliseconds(4200)), reason: "The service answered 503.")
        status.lastError = .init(
            text: "The service answered 503.", time: now, isPermanent: false)
        status.isSettled = false
        return status
    }

    /// A dashboard with a device and interests, in the pane.
    private static func registered(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var state = Self.state(columns: columns, rows: rows)
        _ = state.handle(.service(.push(Self.status(at: state.now))))
        return state
    }

    private static func state(columns: Int, rows: Int) -> DashboardState {
        Self.state(.available(isSandbox: true), columns, rows)
    }

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.push, in: Self.catalog)
    }

    @Test("golden screens", arguments: [(60, 15), (80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        var state = Self.state(columns: columns, rows: rows)
        let nothing = PushStatus(
            endpoint: "http://127.0.0.1:6001/client_api", appKey: "sandbox")
        _ = state.handle(.service(.push(nothing)))
        state.press("z")
        try expectGolden(state, pane: .push, "push-unregistered")
        state = Self.registered(columns, rows)
        state.press("Down", "z")
        try expectGolden(state, pane: .push, "push")
    }

    @Test("the device, its interests, the outbox and the countdown are shown")
    func shown() {
        var state = Self.registered()
        state.press("z")
        let screen = state.screen().textRows.joined(separator: "\n")
        for text in ["made…4d15", "news", "sports", "attempt 2", "4.2s", "answered 503"] {
            #expect(screen.contains(text), "\(text)")
        }
        #expect(state.tickInterval <= .milliseconds(100))
    }

    @Test("without a service the pane says which option would give it one")
    func missing() {
        var state = Self.state(.missing("Start buoy with --push-endpoint."))
        #expect(state.screen().textRows.contains { $0.contains("--push-endpoint") })
        #expect(state.runs("push-register").isEmpty)
        #expect(state.notice?.text.contains("--push-endpoint") == true)
    }

    @Test("in the sandbox one key registers, elsewhere a platform and a file are asked for")
    func register() {
        var state = Self.state()
        #expect(state.runs("push-register").requests == [.register(.fcm, .madeUp)])
        state = Self.state(.available(isSandbox: false))
        #expect(state.runs("push-register").isEmpty)
        state.type("apns /tmp/token")
        #expect(state.press("Enter").requests == [.register(.apns, .file("/tmp/token"))])
        _ = state.runs("push-register")
        state.type("windows x")
        #expect(state.press("Enter").requests.isEmpty)
        #expect(state.prompt?.error == "the platform must be apns, fcm or gcm")
    }

    @Test("an illegal name is refused before anything is sent, with the rule")
    func illegal() {
        var state = Self.registered()
        state.press("i")
        state.type("news private-x")
        #expect(state.press("Enter").requests.isEmpty)
        #expect(state.prompt?.error?.contains("private-x") == true)
    }

    @Test("interests are added, ended, and set by what differs")
    func interests() throws {
        var state = Self.registered()
        state.press("i")
        state.type("music news")
        let names = try ["music", "news"].map { try InterestName($0) }
        #expect(state.press("Enter").requests == [.change(subscribe: names, unsubscribe: [])])
        let news = try InterestName("news")
        #expect(state.press("Del").requests == [.change(subscribe: [], unsubscribe: [news])])
        state.type(":push-interests")
        state.press("Enter")
        #expect(state.prompt?.field.text == "news sports alerts ")
        state.press("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace")
        state.press("Backspace")
        state.type("music")
        let alerts = try InterestName("alerts")
        #expect(
            state.press("Enter").requests == [.change(subscribe: [names[0]], unsubscribe: [alerts])]
        )
    }

    @Test("the other keys ask for what they say")
    func keys() throws {
        var state = Self.registered()
        #expect(state.press("t").requests == [.retry])
        for (name, request) in [
            ("push-verify", PushRequest.verify), ("push-token", .updateToken(.madeUp)),
            ("push-fault", .fault(status: 503, times: 3)),
        ] {
            state.type(":\(name)")
            #expect(state.press("Enter").requests == [request])
        }
        #expect(state.press("Enter").requests == [.reach(try InterestName("news"))])
    }

    @Test(
        "the command line takes what the keys ask for, and completes it",
        arguments: [
            ("push-register fcm", PushRequest.register(.fcm, .madeUp), ["apns", "fcm", "gcm"]),
            ("push-token a.txt", .updateToken(.file("a.txt")), []),
            ("push-subscribe music", try .change(["music"], []), []),
            ("push-unsubscribe news", try .change([], ["news"]), ["news", "sports", "alerts"]),
            (
                "push-interests news sports", try .change([], ["alerts"]),
                [
                    "news", "sports", "alerts",
                ]
            ),
            ("push-reach news", .reach(try InterestName("news")), ["news", "sports", "alerts"]),
            ("push-fault 500 2", .fault(status: 500, times: 2), []),
        ])
    func typed(line: String, request: PushRequest, candidates: [String]) throws {
        var state = Self.registered()
        let name = String(line.prefix { $0 != " " })
        let argument = try #require(Self.catalog.command(name)?.argument)
        #expect(argument.complete(state, "", 0).candidates.map(\.text) == candidates)
        state.press(":")
        state.type(line)
        #expect(state.press("Enter").requests == [request])
        #expect(state.prompt == nil)
    }

    @Test("what changes the service is refused for a read-only server, whatever the way to it")
    func readOnly() {
        let changing = Self.catalog.commands.filter { $0.changesServer && $0.section == .push }
        #expect(Set(PushDevice.commands).subtracting(changing).map(\.name) == ["push-reach"])
        for command in changing {
            var state = Self.registered()
            state.options.readOnly = .option
            #expect(state.run(command) == [], "\(command)")
            #expect(state.notice?.text == "this connection is read-only (--read-only)")
        }
        var state = Self.registered()
        state.options.readOnly = .option
        state.type(":push-subscribe music")
        #expect(state.press("Enter").requests == [])
    }

    @Test("in a recording nothing of it can be done")
    func replay() {
        for command in PushDevice.commands {
            var state = Self.registered()
            state.options.isReplay = true
            #expect(state.run(command) == [])
            #expect(
                state.notice?.text == "a replay has no connection", "\(command)")
        }
    }

    @Test("what the service says is shown without control characters")
    func hostile() {
        var state = Self.state()
        var status = Self.status(at: state.now)
        status.lastError?.text = "no\u{1B}]0;x\u{7}\u{202E}"
        status.deviceID = "\u{1B}[2J"
        _ = state.handle(.service(.push(status)))
        let screen = state.screen().textRows.joined()
        #expect(!screen.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
}

extension [Effect] {
    /// The requests to the push client among them.
    fileprivate var requests: [PushRequest] {
        self.compactMap { $0.request() }
    }
}

extension PushRequest {
    /// A change of interests, by their names.
    fileprivate static func change(
        _ added: [String], _ removed: [String]
    ) throws -> PushRequest {
        .change(
            subscribe: try added.map { try InterestName($0) },
            unsubscribe: try removed.map { try InterestName($0) })
    }
}

extension DashboardState {
    /// Runs a command of the command line.
    fileprivate mutating func runs(_ name: String) -> [Effect] {
        self.type(":\(name)")
        return self.press("Enter").besidesSettings
    }
}
