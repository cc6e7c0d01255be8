import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyAppAPI
@testable import BuoyDashboard

@Suite("Occupied channels")
struct OccupiedPaneTests {
    private static let sizes = [(80, 24), (120, 40), (200, 60)]

    /// A dashboard that shows the list: some channels are subscribed, one has vanished, two are
    /// new.
    private static func listing(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var state = AppDashboard.choosing(columns, rows)
        state.press("8")
        let later = state.now.advanced(by: .seconds(12))
        state.handle(.tick(later)).forgetEffects()
        var channels = AppDashboard.occupied.filter { $0.name.text != "orders-1" }
        channels.append(ListedChannel(ChannelName(wire: "orders-3"), subscriptions: 4))
        channels.append(ListedChannel(ChannelName(wire: "private-audit"), subscriptions: 1))
        let report = AppDashboard.listing(channels, at: later)
        state.handle(.service(.api(report))).forgetEffects()
        state.handle(.tick(later.advanced(by: .seconds(3)))).forgetEffects()
        state.notice = nil
        return state
    }

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.occupied, in: AppDashboard.catalog)
    }

    @Test("golden screens", arguments: sizes)
    func screens(columns: Int, rows: Int) throws {
        var state = Self.listing(columns, rows)
        state.press("Down", "Down")
        try expectGolden(state, pane: .occupied, "listed")
        state.press("z", ":")
        state.type("watch")
        state.press("Enter")
        state.type("orders-*")
        state.press("Enter")
        state.notice = nil
        try expectGolden(state, pane: .occupied, "watching")
    }

    @Test("without a secret the pane says which option would give it one")
    func missing() throws {
        var state = AppDashboard.empty(
            .missing(
                "Start buoy with --secret-file and --app-id, or set BUOY_SECRET and BUOY_APP_ID: "
                    + "the HTTP API requires the app's secret and id."))
        state.press("8")
        try expectGolden(state, pane: .occupied, "missing")
        state.press("P")
        #expect(state.prompt == nil)
        #expect(state.notice?.text.contains("--app-id") == true)
    }

    @Test("an error of the API is shown in the pane, and the list stays")
    func failure() throws {
        var state = Self.listing()
        let failure = APIFailure(
            .refused, "The server refused the signature: check --secret-file and --app-id.")
        let report = APIReport(
            .list(.init()), .failed(failure), sent: state.now, answered: state.now)
        state.handle(.service(.api(report))).forgetEffects()
        try expectGolden(state, pane: .occupied, "failure")
    }

    @Test("the list is requested while it is shown, and when a pattern is watched")
    func requests() {
        var state = AppDashboard.choosing()
        let wait = { (time: Duration, state: inout DashboardState) in
            state.handle(.tick(state.now.advanced(by: time))).listings
        }
        #expect(wait(.seconds(60), &state) == 0)
        #expect(state.press("8").listings == 1)
        #expect(wait(.seconds(60), &state) == 0)
        let answer = { (state: inout DashboardState) in
            let report = AppDashboard.listing(AppDashboard.occupied, at: state.now)
            return state.handle(.service(.api(report))).listings
        }
        // The answer came late, so the next request is due.
        #expect(answer(&state) == 1)
        state.press("1")
        #expect(answer(&state) == 0)
        #expect(wait(.seconds(60), &state) == 0)
        #expect(state.press("8").listings == 1)
        #expect(answer(&state) == 0)
        state.press(":")
        state.type("watch")
        state.press("Enter")
        state.type("zzz-*")
        #expect(state.press("Enter").listings == 1)
    }

    @Test("Enter subscribes to the selected channel, u unsubscribes")
    func subscribing() {
        var state = Self.listing()
        state.press("g", "Down")
        #expect(state.occupied.selected?.text == "orders-1")
        let name = ChannelName(wire: "orders-1")
        #expect(state.press("Enter") == [.client(.subscribe(name))])
        state.press("u")
        #expect(state.notice?.text == "not subscribed to orders-1; press Enter to subscribe")
        state.press("g")
        #expect(state.occupied.selected?.text == "chat-room")
        state.press("Enter")
        #expect(state.notice?.text.contains("already subscribed") == true)
        #expect(state.press("u") == [.client(.unsubscribe(ChannelName(wire: "chat-room")))])
    }

    @Test("the selected row keeps its line while rows come and go above it")
    func calm() {
        var state = AppDashboard.choosing()
        state.press("8")
        let list = { (first: Int, state: inout DashboardState) in
            let channels = (first..<first + 300).map {
                ListedChannel(ChannelName(wire: "c-\(1000 + $0)"), subscriptions: $0)
            }
            let report = AppDashboard.listing(channels, at: state.now)
            state.handle(.service(.api(report))).forgetEffects()
        }
        list(100, &state)
        for _ in 0..<40 { state.press("Down") }
        let line = { (state: DashboardState) in
            let name = state.occupied.selected?.text ?? ""
            return state.screen().textRows.firstIndex { $0.contains(name) }
        }
        let (name, before) = (state.occupied.selected, line(state))
        list(80, &state)
        #expect(state.occupied.selected == name)
        #expect(line(state) == before)
    }

    @Test("/ shows only names with a text, Esc shows all")
    func narrowing() {
        var state = Self.listing()
        state.press("/")
        state.type("orders")
        state.press("Enter")
        #expect(state.occupied.cursor.order.map(\.text) == ["orders-1", "orders-2", "orders-3"])
        state.press("Esc")
        #expect(state.occupied.cursor.order.count == 7)
    }

    @Test("ten thousand channels are listed and drawn")
    func many() {
        var state = AppDashboard.choosing(120, 40)
        state.press("8")
        let channels = (0..<10_000).map {
            ListedChannel(ChannelName(wire: "room-\($0)"), subscriptions: $0 % 7)
        }
        for _ in 0..<3 {
            let report = AppDashboard.listing(channels, at: state.now)
            state.handle(.service(.api(report))).forgetEffects()
        }
        #expect(state.occupied.app?.channels.count == 10_000)
        state.press("G")
        #expect(state.screen().textRows.contains { $0.contains("room-9999") })
    }

    @Test("prompts complete the names of occupied channels")
    func completion() {
        var state = Self.listing()
        for key in ["s", "P", "f"] {
            state.press(key == "f" ? "3" : "1", key, "Ctrl-U")
            state.type(key == "f" ? "channel:orders-" : "orders-")
            let offered = state.completedPrompt?.completion.candidates.map(\.text) ?? []
            #expect(offered.contains { $0.hasSuffix("orders-3") }, "\(key): \(offered)")
            state.press("Esc")
        }
    }

    @Test("without facts, and for clients of a proxy, the pane and P say why there is no list")
    func noFacts() {
        var options = DashboardFixture.options(catalog: AppDashboard.catalog)
        for (isProxy, reason) in [
            (false, "The app's secret is not configured."),
            (true, "buoy proxy does not use the app's HTTP API."),
        ] {
            options.isPassedOn = isProxy
            var state = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
            #expect(state.press("P") == [])
            #expect(state.notice?.text == reason)
            state.press("8", "z")
            #expect(state.screen().textRows.contains { $0.contains(reason) })
        }
    }

    @Test("what a watch subscribes to is not told, what the user subscribes to is")
    func routine() {
        var state = AppDashboard.choosing()
        state.press("8", ":")
        state.type("watch")
        state.press("Enter")
        state.type("orders-*")
        let report = AppDashboard.listing(AppDashboard.occupied, at: state.now)
        _ = state.press("Enter")
        let effects = state.handle(.service(.api(report)))
        let name = ChannelName(wire: "orders-1")
        #expect(effects.contains(.client(.subscribe(name))))
        state.type(":subscribe mine")
        state.press("Enter")
        for (channel, isTold) in [(name, false), (ChannelName(wire: "mine"), true)] {
            state.notice = nil
            let event = ClientReport(
                number: 9000, time: state.now, kind: .subscriptionChanged(channel, .subscribed))
            _ = state.handle(.client([event]))
            #expect((state.notice != nil) == isTold)
        }
    }

    @Test("the order is one of those of :sort, and kept under a name of its own")
    func order() {
        var state = Self.listing()
        #expect(state.press("o").savedSettings?[word: "occupied.order"] == "count")
        #expect(state.notice?.text == "occupied channels by count")
        state.press(":")
        state.type("sort name")
        #expect(state.press("Enter").savedSettings?[word: "occupied.order"] == .some(nil))
        #expect(AppDashboard.catalog.command("sort")?.commandLineForm.hasSuffix("|count") == true)
    }

    @Test("the title says how many connections the app has, also where it is narrow")
    func connections() {
        Self.expect("812 conns", in: 80, 24)
        Self.expect("812 connections", in: 200, 60)
    }

    private static func expect(_ text: String, in columns: Int, _ rows: Int) {
        var state = AppDashboard.choosing(columns, rows)
        state.press("8")
        let report = APIReport(
            .connections(.api), .connections(812), sent: state.now, answered: state.now)
        _ = state.handle(.service(.api(report)))
        let screen = state.screen().textRows.joined(separator: "\n")
        #expect(screen.contains(text), "\(screen)")
    }
}
