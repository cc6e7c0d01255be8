import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import BuoyProxy

@Suite("The Clients pane")
struct ClientsPaneTests {
    private static let catalog = Catalog([Proxy.self])

    /// Clients of a proxy, and the time.
    private struct Dialogue {
        var clients = ProxiedClients(upstream: "ws-eu.pusher.com:443", usesTLS: true)
        var directory = ClientDirectory()
        var now = ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: 50_400_000_000)
        var links = 0

        mutating func wait(_ duration: Duration) {
            self.now = self.now.advanced(by: duration)
            self.clients.passed(until: self.now)
        }

        mutating func connect(_ query: String, from peer: String, isAccepted: Bool = true) -> Int {
            self.links += 1
            let request = ProxiedRequest(target: "/app/key?\(query)", peer: peer)
            let assignment = self.directory.opened(request, link: self.links)
            self.tell(.attempted(request, assignment), self.links)
            guard isAccepted, let id = SocketID("7.\(self.links)") else { return self.links }
            self.tell(.upgraded, self.links)
            self.server(.connectionEstablished(id, activityTimeout: .seconds(120)), self.links)
            return self.links
        }

        mutating func tell(_ news: ProxiedClients.News, _ link: Int) {
            self.clients.handle(news, ofLink: link, at: self.now)
        }

        mutating func server(_ message: ServerMessage, _ link: Int) {
            let text = FrameCodec.encode(message)
            self.tell(.received(text, [0..<UInt32(text.count)]), link)
        }

        mutating func subscribe(_ names: [String], _ link: Int) {
            for name in names {
                let channel = ChannelName(wire: name)
                self.tell(
                    .sent(
                        FrameCodec.encode(
                            ClientMessage.subscribe(
                                channel, ChannelAuthorization(auth: "key:0123456789")))), link)
                self.server(.subscriptionSucceeded(channel, roster: nil), link)
            }
        }

        mutating func end(_ end: LinkEnd, _ link: Int) {
            self.tell(.ended(end), link)
            self.directory.closed(link: link)
        }

        func overview(selecting client: Int = 1) -> ClientsOverview {
            ClientsOverview(self.clients, selected: ClientNumber(client), at: self.now)
        }
    }

    private static let js = "client=js&version=8.4.0&protocol=7"

    /// A browser that came back without two of its channels, an app that is away, a storm.
    private static func proxy() -> Dialogue {
        var proxy = Dialogue()
        let names = ["news", "private-orders", "private-stock", "ticker-a", "ticker-b"]
        let browser = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.subscribe(names, browser)
        let app = proxy.connect(
            "client=pusher-websocket-swift&version=10.1.6", from: "10.0.0.23:61022")
        proxy.subscribe(["news"], app)
        proxy.wait(.seconds(60))
        proxy.end(.closedByServer(4200, reason: "restart"), browser)
        proxy.end(.serverLost(isReset: true), app)
        proxy.wait(.seconds(1))
        let failed = proxy.connect(Self.js, from: "10.0.0.7:51240", isAccepted: false)
        proxy.end(.refused(status: 503), failed)
        proxy.wait(.seconds(15))
        let again = proxy.connect(Self.js, from: "10.0.0.7:51251")
        proxy.subscribe(Array(names.prefix(3)), again)
        proxy.wait(.seconds(4))
        for _ in 0..<340 {
            let link = proxy.connect("client=mine", from: "10.0.0.99:4000", isAccepted: false)
            proxy.end(.refused(status: 503), link)
        }
        proxy.wait(.seconds(1))
        return proxy
    }

    private static func state(
        _ proxy: Dialogue, _ columns: Int = 80, _ rows: Int = 24, glyphs: GlyphSet = .unicode
    ) -> DashboardState {
        var proxy = proxy
        var state = DashboardFixture.empty(columns, rows, glyphs: glyphs, catalog: Self.catalog) {
            $0.isPassedOn = true
            $0.facts.add([ProxyView(shown: ClientNumber(1))])
            $0.serverLabel = "pusher-js 8.4.0, 10.0.0.7:51251"
            $0.listeningAddress = "ws://127.0.0.1:6030"
            $0.address = "wss://ws-eu.pusher.com:443"
        }
        _ = state.handle(.tick(proxy.now))
        for (client, events) in proxy.clients.takeReports() where client == ClientNumber(1) {
            _ = state.handle(.client(events))
        }
        _ = state.handle(.service(.feature(AnyFeatureReport(proxy.overview()))))
        state.press("<")
        return state
    }

    /// The clients, for a picture.
    static func clients(_ columns: Int, _ rows: Int) -> DashboardState {
        Self.state(Self.proxy(), columns, rows)
    }

    /// One client in all panes, for a picture.
    static func client(_ columns: Int, _ rows: Int) -> DashboardState {
        var state = Self.state(Self.proxy(), columns, rows)
        state.press("Esc")
        return state
    }

    /// The clients, with one selected that is gone.
    static func goneClient() -> DashboardState {
        var state = Self.clients(80, 24)
        state.press("Down")
        return state
    }

    @Test("the log says what the events of all clients take, and gives up its oldest ones")
    func sharedMemory() {
        var state = Self.client(200, 40)
        let kept = state.events.ring.count
        let memory = SharedMemory(bytes: 47 << 20, limit: 48 << 20)
        _ = state.handle(.memoryShared(memory, share: nil))
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("47.0 of 48 MiB for all clients") }, "\(rows)")
        #expect(state.events.ring.count == kept)
        let revision = state.revision
        _ = state.handle(.memoryShared(memory, share: nil))
        #expect(state.revision == revision)
        #expect(kept > 1)
        _ = state.handle(.memoryShared(memory, share: 0))
        #expect(state.events.ring.count == 1)
        #expect(state.events.ring.last != nil)
    }

    @Test("golden screens", arguments: [(60, 15), (80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        try expectGolden(Self.clients(columns, rows), pane: .clients, "clients")
        try expectGolden(Self.client(columns, rows), "client")
        try expectGolden(Self.state(Dialogue(), columns, rows), pane: .clients, "clients-none")
    }

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.clients, in: Self.catalog)
    }

    @Test("the picture of the documents")
    func picture() throws {
        try DocumentPicture(
            "clients", 120, 40, "A proxy's clients: state, losses and next attempt", Self.clients
        ).expectCurrent()
    }

    @Test("a dashboard can begin with the clients, and Enter there shows one")
    func start() throws {
        let state = DashboardFixture.empty(catalog: Self.catalog) { $0.firstPane = .clients }
        #expect(state.focus == .clients)
        let key = try #require(KeyPress(name: "Enter"))
        let command = Self.catalog.command(for: key, in: .clients, Self.catalog.keymap)
        #expect(command?.name == "show-client")
    }

    @Test("every command with an argument takes one, and says what it is")
    func everyArgument() throws {
        for (line, effect) in [
            ("show-client 2", Effect.proxy(.show(ClientNumber(2)))),
            ("forget-client 2", .proxy(.forget(ClientNumber(2)))),
        ] {
            var state = Self.clients(80, 24)
            state.press(":")
            state.type(line)
            #expect(state.press("Enter").contains(effect))
        }
    }

    @Test("a screen of ASCII has a timeline too")
    func ascii() {
        let state = Self.state(Self.proxy(), 100, 30, glyphs: .ascii)
        let text = state.screen().textRows.joined(separator: "\n")
        #expect(text.contains("client    |"))
        #expect(text.allSatisfy { $0.isASCII })
    }

    @Test("storms and lost channels are told")
    func told() {
        let text = Self.clients(120, 40).screen().textRows.joined(separator: "\n")
        #expect(text.contains("340 attempts a second"))
        #expect(text.contains("3 of 5 channels came back"))
        #expect(text.contains("attempt 2  at 16.0s, as expected"))
    }

    @Test("a client that is gone can be forgotten, unless it is shown or connected")
    func forgetting() {
        var proxy = Self.proxy()
        let other = proxy.connect("client=java-client", from: "10.0.0.8:1")
        proxy.end(.serverLost(isReset: false), other)
        var state = Self.state(proxy, 120, 40)
        #expect(state.press("Delete") == [])
        #expect(state.notice?.text == "this client is shown; show another one first")
        state.press("Down", "Down", "Down")
        #expect(state.press("Delete").contains(.proxy(.forget(ClientNumber(4)))))
        state.press(":")
        state.type("forget-client 2")
        #expect(state.press("Enter").contains(.proxy(.forget(ClientNumber(2)))))
        state.press(":")
        state.type("forget-client 1")
        #expect(!state.press("Enter").contains(.proxy(.forget(ClientNumber(1)))))
    }

    @Test("a fault that strikes a connection needs one")
    func noConnection() {
        var proxy = Dialogue()
        let link = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.wait(.seconds(1))
        proxy.end(.serverLost(isReset: true), link)
        for (line, words) in [
            ("fault close 4100", "the client is not connected, so close 4100 would do nothing"),
            ("fault-all cut", "no client is connected, so cut would do nothing"),
        ] {
            var state = Self.state(proxy, 120, 40)
            state.press(":")
            state.type(line)
            #expect(state.press("Enter").besidesSettings == [] && state.confirmation == nil)
            #expect(state.screen().textRows.contains { $0.contains(words) }, "\(line)")
        }
        var state = Self.state(proxy, 120, 40)
        state.press(":")
        state.type("fault at 10s cut")
        state.press("Enter")
        #expect(state.confirmation != nil)
    }

    @Test("a typed command says that the connection is somebody else's, as its key does")
    func typed() {
        var state = Self.client(120, 40)
        state.press(":")
        state.type("subscribe news")
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.screen().textRows.contains { $0.contains("buoy only forwards it") })
    }

    @Test(
        "the header names the client and its present address, as a whole or not at all",
        arguments: [(80, 24), (120, 40)])
    func header(columns: Int, rows: Int) throws {
        var proxy = Dialogue()
        let query = "client=pusher-websocket-java&version=2.4.0"
        let link = proxy.connect(query, from: "127.0.0.1:53228")
        proxy.end(.serverLost(isReset: true), link)
        let again = proxy.connect(query, from: "127.0.0.1:43464")
        var state = Self.state(proxy, columns, rows)
        var row = state.screen().textRows[0]
        #expect(row.contains("pusher-websocket-java 2.4.0  "), "\(row)")
        #expect(!row.contains("53228") && row.contains("43464") == (columns == 120), "\(row)")
        proxy.end(.serverLost(isReset: true), again)
        state = Self.state(proxy, columns, rows)
        let silence = FaultReport(
            at: proxy.now, [],
            inForce: [FaultSchedule.InForce(fault: .refuse, start: proxy.now, end: nil)])
        _ = state.handle(.service(.faults(silence)))
        row = state.screen().textRows[0]
        #expect(
            row.contains("FAULT refuse") && row.contains("pusher-websocket-java 2.4.0"), "\(row)")
    }

    @Test("of a storm, the latest attempts are listed, and the one that connected")
    func latest() {
        var proxy = Dialogue()
        let link = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.wait(.seconds(1))
        proxy.end(.serverLost(isReset: true), link)
        for _ in 1...64 {
            proxy.wait(.milliseconds(100))
            let failed = proxy.connect(Self.js, from: "10.0.0.7:51240", isAccepted: false)
            proxy.end(.refused(status: 503), failed)
        }
        proxy.wait(.milliseconds(100))
        _ = proxy.connect(Self.js, from: "10.0.0.7:51241")
        let rows = Self.state(proxy, 120, 40).screen().textRows
        #expect(rows.contains { $0.contains("attempt 64 ") && $0.contains("503") })
        #expect(rows.contains { $0.contains("attempt 65 ") && $0.contains("connected") })
    }

    @Test("of an unknown library, nothing is shown as expected")
    func unknownLibrary() {
        var proxy = Dialogue()
        let link = proxy.connect("protocol=7", from: "10.0.0.7:51234")
        proxy.wait(.seconds(1))
        proxy.end(.serverLost(isReset: true), link)
        proxy.wait(.seconds(3))
        var state = Self.state(proxy, 120, 40)
        let hasExpectation = { (state: DashboardState) in
            state.screen().textRows.contains { $0.contains("expected") || $0.contains("retry") }
        }
        #expect(!hasExpectation(state))
        #expect(state.screen().textRows[0].contains("waiting for the client to reconnect"))
        state.press("Esc")
        #expect(!hasExpectation(state))
    }

    @Test("a channel that the client has not requested again is lost, not refused")
    func lostChannel() {
        var proxy = Dialogue()
        let link = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.subscribe(["a", "private-d"], link)
        proxy.wait(.seconds(60))
        proxy.end(.serverLost(isReset: true), link)
        proxy.wait(.seconds(1))
        let again = proxy.connect(Self.js, from: "10.0.0.7:51241")
        proxy.subscribe(["a"], again)
        proxy.wait(.seconds(11))
        var state = Self.state(proxy, 160, 40)
        state.press("Esc")
        let row = state.screen().textRows.first { $0.contains("private-d") } ?? ""
        #expect(row.contains("lost") && row.contains("not requested again"), "\(row)")
        #expect(!row.contains("refused") && !row.contains("tries again"), "\(row)")
    }

    @Test("a client that was expected to stop, and came back, is told as that")
    func unexpected() {
        var proxy = Dialogue()
        let link = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.wait(.seconds(60))
        proxy.end(.closedByServer(4001, reason: ""), link)
        proxy.wait(.seconds(10))
        _ = proxy.connect(Self.js, from: "10.0.0.7:51241")
        let rows = Self.state(proxy, 120, 40).screen().textRows
        let words = "expected to stop trying; came back after 10.0s, 1 attempt"
        #expect(rows.contains { $0.contains(words) }, "\(rows)")
        #expect(rows.contains { $0.contains("attempt 1  at 10.0s, not expected") }, "\(rows)")
    }

    @Test("attempts with TLS are attempts, and a refused authorization names its channel")
    func details() {
        var proxy = Dialogue()
        let link = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.subscribe(["private-a"], link)
        proxy.wait(.seconds(60))
        proxy.end(.serverLost(isReset: true), link)
        proxy.wait(.seconds(1))
        let failed = proxy.connect(Self.js, from: "10.0.0.7:51235", isAccepted: false)
        proxy.end(.refused(status: 503), failed)
        proxy.wait(.seconds(2))
        proxy.tell(.triedTLS(peer: "10.0.0.7:51236"), 0)
        proxy.wait(.seconds(13))
        let again = proxy.connect(Self.js, from: "10.0.0.7:51241")
        if let id = SocketID("7.\(again)") {
            var asked = PassedAuthorization(socketID: id, channel: ChannelName(wire: "private-a"))
            proxy.tell(.authorization(asked), 0)
            asked.answer = .init(status: 403, duration: .milliseconds(12))
            proxy.tell(.authorization(asked), 0)
        }
        let rows = Self.state(proxy, 120, 40).screen().textRows
        for words in [
            "back after 16.0s, 3 attempts; 0 of 1 channel came back",
            "attempt 2  at 3.0s  with TLS, which this port does not use",
            "attempt 3  at 16.0s, as expected  connected",
            "private-a: refused, authorization returned 403",
        ] {
            #expect(rows.contains { $0.contains(words) }, "\(words): \(rows)")
        }
    }

    @Test("Enter shows the selected client, moving asks for its frames")
    func choosing() {
        var state = Self.clients(120, 40)
        #expect(state.press("Down") == [.proxy(.showFrames(ClientNumber(2)))])
        #expect(state.press("Enter").contains(.proxy(.show(ClientNumber(2)))))
    }

    @Test("a fault concerns the shown client, or all")
    func faults() throws {
        var state = Self.clients(120, 40)
        let order = FaultOrder.plan([try FaultLine.step("cut")])
        state.press(":")
        state.type("fault-all cut")
        state.press("Enter")
        #expect(state.press("y") == [.proxy(.faultOfAll(order))])
    }

    @Test(
        "before the first client, the header says where one is waited for, and no key that connects",
        arguments: [(60, 15), (80, 24), (120, 40)])
    func waiting(columns: Int, rows: Int) {
        let words = "waiting for a client at ws://127.0.0.1:6030"
        #expect(
            Self.state(Dialogue(), columns, rows).screen().textRows[0].contains(words)
        )
        var state = Self.state(Dialogue(), 120, 40)
        #expect(state.screen().textRows[1].contains("no client has connected yet"))
        state.press("Esc")
        let text = state.screen().textRows.joined(separator: "\n")
        for words in ["r connect", "to subscribe", "s subscribe"] {
            #expect(!text.contains(words), "\(words)")
        }
    }

    @Test(
        "keys that would act on the client say that it is somebody else's",
        arguments: ["r", "R", "D", "s", "b"])
    func passedOn(key: String) {
        var state = Self.client(120, 40)
        #expect(state.press(key) == [])
        #expect(
            state.notice?.text.contains("buoy only forwards it") == true,
            "\(state.notice?.text ?? "")")
    }

    @Test("a client that is overdue was expected")
    func overdue() {
        var proxy = Dialogue()
        let link = proxy.connect(
            "client=Pysher&version=1.0.7&protocol=6", from: "10.0.0.7:51234")
        proxy.wait(.seconds(1))
        proxy.end(.serverLost(isReset: false), link)
        proxy.wait(.seconds(7))
        let header = { (proxy: Dialogue) in Self.state(proxy, 120, 40).screen().textRows[0] }
        #expect(header(proxy).contains("attempt 1 expected in 3.0s"), "\(header(proxy))")
        proxy.wait(.seconds(12))
        #expect(header(proxy).contains("attempt 1 expected 9s ago"), "\(header(proxy))")
    }

    @Test("a client that leaves has disconnected, not the user")
    func left() {
        var proxy = Dialogue()
        let link = proxy.connect(Self.js, from: "10.0.0.7:51234")
        proxy.wait(.seconds(1))
        proxy.end(.closedByClient(1000), link)
        let rows = Self.state(proxy, 120, 40).screen().textRows
        #expect(rows[1].contains("the client disconnected"), "\(rows[1])")
        #expect(!rows[0].contains("r connects"), "\(rows[0])")
    }

    @Test("without a proxy, the pane is not shown, and the key says what it is for")
    func without() {
        var state = DashboardFixture.choosing(catalog: Self.catalog)
        #expect(state.press("<") == [])
        #expect(state.focus != .clients)
        #expect(state.notice?.text.hasPrefix("only buoy proxy has clients") == true)
    }

    @Test("a key that would change the hidden Events says where that is")
    func hiddenLog() {
        for key in ["f", "/", "n", "C", "."] {
            var state = DashboardFixture.dashboard(catalog: Self.catalog)
            _ = state.show(.clients)
            #expect(state.press(key).besidesSettings == [])
            #expect(state.prompt == nil)
            #expect(
                state.notice?.text == "Clients hides Events; Esc shows it again", "\(key)")
        }
    }
}

extension ClientsPaneTests {
    /// A proxy with two messages that wait.
    private static func holding() throws -> (state: DashboardState, first: HeldMessage) {
        var proxy = Self.proxy()
        let link = proxy.connect(Self.js, from: "10.0.0.9:4711")
        let messages = try (1...2).map { try Self.message($0, until: proxy.now) }
        for message in messages { proxy.tell(.held(message), link) }
        return (Self.state(proxy, 80, 20), messages[0])
    }

    @Test("what is held waits in the pane, and one key decides about the first")
    func held() throws {
        var (state, first) = try Self.holding()
        for (key, decision) in [
            ("L", HeldDecision.letGo), ("~", .drop), ("@", .sendTwice),
        ] {
            #expect(state.press(key).contains(.proxy(.settle(first, decision))), "\(key)")
        }
        state.press("M")
        let change = Effect.proxy(.settle(first, .change(data: #"{"id":1}"#)))
        #expect(state.press("Enter").contains(change))
    }

    @Test("data that was typed for a message that went on meanwhile changes no other")
    func lateChange() throws {
        var proxy = Self.proxy()
        let link = proxy.connect(Self.js, from: "10.0.0.9:4711")
        let messages = try (1...2).map { try Self.message($0, until: proxy.now) }
        for message in messages { proxy.tell(.held(message), link) }
        var state = Self.state(proxy, 80, 20)
        state.press("M")
        proxy.tell(.settled(1, .letGoByItself), link)
        _ = state.handle(.service(.feature(AnyFeatureReport(proxy.overview()))))
        let effects = state.press("Enter")
        #expect(!effects.contains(.proxy(.settle(messages[1], .change(data: #"{"id":1}"#)))))
        #expect(state.clients?.heldMessage == messages[1])
    }

    private static func message(_ id: Int, until: ChannelsTimestamp) throws -> HeldMessage {
        let text = #"{"event":"order.paid","channel":"orders","data":"{\"id\":\#(id)}"}"#
        let content = try #require(PassingMessage(Array(text.utf8)))
        return HeldMessage(
            id: id, link: 1, isSent: id == 2, content: content,
            until: until.advanced(by: .seconds(25)))
    }

    @Test(
        "what is to be held is a filter, with a time if you like",
        arguments: [
            ("event:order.*", "event:order.*", 25),
            ("channel:a event:b for 2m", "channel:a event:b", 120),
        ])
    func holding(_ text: String, filter: String, seconds: Int) throws {
        var (state, _) = try Self.holding()
        guard
            case .hold(let rule?, _)? = try state.hold(text).first?
                .request(ProxyRequest.self)
        else {
            Issue.record("nothing is held")
            return
        }
        #expect(rule.filter.source == filter)
        #expect(rule.action == .hold(atMost: .seconds(seconds)))
    }
}
