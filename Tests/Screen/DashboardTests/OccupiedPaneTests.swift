import Analysis
import ChannelsProtocol
import DashboardTesting
import OrderedCollections
import TestSupport
import Testing
import TextScreen

@testable import Dashboard
@testable import DashboardPanes
@testable import DashboardParts
@testable import Events
@testable import TextScreen

@Suite("Occupied channels")
struct OccupiedPaneTests {
    private static let sizes = [(80, 24), (120, 40), (200, 60)]

    /// A dashboard that shows the list: some channels are subscribed, one has vanished, two are
    /// new.
    private static func listing(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var state = DashboardFixture.choosing(columns, rows)
        state.press("8")
        let later = state.now.advanced(by: .seconds(12))
        state.handle(.tick(later)).forgetEffects()
        var channels = DashboardFixture.occupied.filter { $0.name.text != "orders-1" }
        channels.append(ListedChannel(ChannelName(wire: "orders-3"), subscriptions: 4))
        channels.append(ListedChannel(ChannelName(wire: "private-audit"), subscriptions: 1))
        let report = DashboardFixture.listing(channels, at: later)
        state.handle(.service(.api(report))).forgetEffects()
        state.handle(.tick(later.advanced(by: .seconds(3)))).forgetEffects()
        state.notice = nil
        return state
    }

    @Test("golden screens", arguments: sizes)
    func screens(columns: Int, rows: Int) throws {
        var state = Self.listing(columns, rows)
        state.press("Down", "Down")
        try expectGolden(state, "occupied")
        state.press("z", "m")
        state.type("orders-*")
        state.press("Enter")
        state.notice = nil
        try expectGolden(state, "occupied-watching")
    }

    @Test("without a secret the pane says which option would give it one")
    func missing() throws {
        var options = DashboardFixture.options()
        options.api = .missing(
            "Start buoy with --secret-file and --app-id, or set BUOY_SECRET and BUOY_APP_ID: the "
                + "HTTP API needs the app's secret and its id.")
        var state = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
        state.press("8")
        try expectGolden(state, "occupied-missing")
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
        try expectGolden(state, "occupied-failure")
    }

    @Test("the list is requested while it is shown, and when a pattern is watched")
    func requests() {
        var state = DashboardFixture.choosing()
        let wait = { (time: Duration, state: inout DashboardState) in
            state.handle(.tick(state.now.advanced(by: time))).listings
        }
        #expect(wait(.seconds(60), &state) == 0)
        #expect(state.press("8").listings == 1)
        #expect(wait(.seconds(60), &state) == 0)
        let answer = { (state: inout DashboardState) in
            let report = DashboardFixture.listing(DashboardFixture.occupied, at: state.now)
            return state.handle(.service(.api(report))).listings
        }
        // The answer came late, so the next request is due.
        #expect(answer(&state) == 1)
        state.press("1")
        #expect(answer(&state) == 0)
        #expect(wait(.seconds(60), &state) == 0)
        #expect(state.press("8").listings == 1)
        #expect(answer(&state) == 0)
        state.press("m")
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
        #expect(state.notice?.text == "orders-1 is not subscribed; Enter subscribes")
        state.press("g")
        #expect(state.occupied.selected?.text == "chat-room")
        state.press("Enter")
        #expect(state.notice?.text.contains("subscribed already") == true)
        #expect(state.press("u") == [.client(.unsubscribe(ChannelName(wire: "chat-room")))])
    }

    @Test("the selected row keeps its line while rows come and go above it")
    func calm() {
        var state = DashboardFixture.choosing()
        state.press("8")
        let list = { (first: Int, state: inout DashboardState) in
            let channels = (first..<first + 300).map {
                ListedChannel(ChannelName(wire: "c-\(1000 + $0)"), subscriptions: $0)
            }
            let report = DashboardFixture.listing(channels, at: state.now)
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
        var state = DashboardFixture.choosing(120, 40)
        state.press("8")
        let channels = (0..<10_000).map {
            ListedChannel(ChannelName(wire: "room-\($0)"), subscriptions: $0 % 7)
        }
        for _ in 0..<3 {
            let report = DashboardFixture.listing(channels, at: state.now)
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
            state.press("1", key, "Ctrl-U")
            state.type(key == "f" ? "channel:orders-" : "orders-")
            let offered = state.prompt?.completion.candidates.map(\.text) ?? []
            #expect(offered.contains { $0.hasSuffix("orders-3") }, "\(key): \(offered)")
            state.press("Esc")
        }
    }
}

@Suite("Publishing, comparing and closing connections")
struct AppCommandTests {
    private static let news = ChannelName(wire: "news")

    private static func run(_ line: String, in state: inout DashboardState) -> [Effect] {
        state.press(":")
        state.type(line)
        return state.press("Enter").besidesSettings
    }

    @Test("publishing sends what was typed, and keeps it for this run only")
    func publish() {
        var state = DashboardFixture.choosing()
        let effects = Self.run("publish a,b hello {\"n\":1}", in: &state)
        let target = Publication.Target.channels([
            ChannelName(wire: "a"), ChannelName(wire: "b"),
        ])
        let publication = Publication(to: target, event: "hello", data: "{\"n\":1}")
        #expect(effects == [.api(.publish(publication))])
        #expect(state.settings.promptHistory.values.joined().allSatisfy { !$0.contains("hello") })
        let done = APIReport(
            .publish(publication), .done, sent: state.now, answered: state.now)
        state.handle(.service(.api(done))).forgetEffects()
        #expect(state.notice?.text == "hello was published to 2 channels")
    }

    @Test("the prompt tells the limit that a line exceeds before it is sent")
    func limits() {
        var state = DashboardFixture.choosing()
        state.press("P", "Ctrl-U")
        state.type("news greeting {}")
        #expect(state.screen().textRows.last?.contains("2 of 10 240 bytes, JSON") == true)
        state.press("Ctrl-U")
        state.type("ne!ws greeting {}")
        #expect(state.screen().textRows.last?.contains("not allowed") == true)
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.errorRange == 0..<5)
    }

    @Test("templates are saved on purpose, opened for editing, and removed after a question")
    func templates() {
        var state = DashboardFixture.choosing()
        #expect(Self.run("save-template again", in: &state) == [])
        state.press("Esc", "P", "Ctrl-U")
        state.type("news greeting {\"a\":1}")
        state.press("Enter", ":")
        state.type("save-template again")
        let saved = state.press("Enter").savedSettings
        #expect(saved?.publishTemplates["again"] == "news greeting {\"a\":1}")
        _ = Self.run("templates again", in: &state)
        #expect(state.prompt?.field.text == "news greeting {\"a\":1}")
        state.press("Esc")
        _ = Self.run("templates", in: &state)
        state.press("Down", "Del", "y")
        #expect(state.settings.publishTemplates.keys == ["hello"])
    }

    @Test("closing a user's connections asks first")
    func terminate() {
        var state = DashboardFixture.choosing()
        #expect(Self.run("terminate u7", in: &state) == [])
        #expect(state.confirmation != nil)
        #expect(state.press("n") == [])
        _ = Self.run("terminate u7", in: &state)
        #expect(state.press("y") == [.api(.terminate("u7"))])
    }

    @Test("a comparison is shown in a box until Esc")
    func compare() throws {
        var state = DashboardFixture.choosing()
        let lobby = ChannelName(wire: "presence-lobby")
        state.press("2")
        #expect(state.press("I") == [.api(.users(of: lobby))])
        let members = state.members.rosters[lobby]?.present.sorted() ?? []
        let users = members.dropFirst() + [UserID("ghost")]
        let report = APIReport(
            .users(of: lobby), .users(Array(users)), sent: state.now, answered: state.now)
        state.handle(.service(.api(report))).forgetEffects()
        // A difference counts only if it lasts.
        #expect(state.shownResult == nil)
        let second = state.handle(.tick(state.now.advanced(by: .seconds(1))))
        #expect(second.contains(.api(.users(of: lobby))))
        state.handle(.service(.api(report))).forgetEffects()
        try expectGolden(state, "users-compared")
        // After a loss, the members are others.
        var lost = state
        var session = RecordedEvents()
        session.drop(4200, reason: "", retryAfter: .seconds(1))
        _ = lost.handle(.client(session.events))
        #expect(lost.shownResult == nil)
        state.press("Esc")
        #expect(state.shownResult == nil)
        #expect(state.log.rows.count > 0)
        state.press("6", "z")
        let log = state.screen().textRows.joined(separator: "\n")
        #expect(log.contains("! presence-lobby: 1 member only here, 1 user only by HTTP"))
        // Who is only here leaves, and who was only there joins.
        state.press("z", "2")
        #expect(state.screen().textRows.contains { $0.contains("only here 1, only by HTTP 1") })
        for kind in [
            ClientReport.Kind.memberRemoved(lobby, Member(id: members[0])),
            .memberAdded(lobby, Member(id: "ghost")),
        ] {
            let event = ClientReport(number: 9999, time: state.now, kind: kind)
            state.handle(.client([event])).forgetEffects()
        }
        #expect(state.members.rosters[lobby]?.audit == nil)
    }

    @Test("an audit after a reconnection is told only if members differ, or agree again")
    func audit() {
        var options = DashboardFixture.options()
        options.api = .available(isLocal: true)
        var state = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
        let lobby = ChannelName(wire: "presence-lobby")
        func answer(_ users: [UserID]) {
            state.handle(
                .service(
                    .api(
                        APIReport(
                            .users(of: lobby), .users(users), sent: state.now, answered: state.now))
                )
            ).forgetEffects()
        }
        func audit(_ users: [UserID], requests: Int) {
            let members = Members(
                roster: Roster(members: [Member(id: "me"), Member(id: "b")]), me: "me")
            let event = ClientReport(
                number: 1, time: state.now,
                kind: .membersReplaced(
                    lobby, members, difference: MemberDifference(joined: [], left: [])))
            state.handle(.client([event])).forgetEffects()
            for _ in 0..<requests {
                let time = state.now.advanced(by: .seconds(1))
                #expect(state.handle(.tick(time)).contains(.api(.users(of: lobby))))
                answer(users)
            }
        }
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-lobby", members: [Member(id: "me"), Member(id: "b")], me: "me")
        state.handle(.client(session.events)).forgetEffects()
        state.notice = nil
        audit(["me", "b"], requests: 1)
        #expect(state.notice == nil && state.shownResult == nil)
        audit(["me", "ghost"], requests: 2)
        #expect(
            state.notice?.text == "presence-lobby: 1 member only here, 1 user only by HTTP")
        #expect(state.shownResult == nil)
    }

    @Test("a probe publishes and shows its result")
    func probe() throws {
        var state = DashboardFixture.choosing()
        let name = ChannelName(wire: "chat-room")
        let effects = Self.run("probe chat-room 1", in: &state)
        guard case .api(.publish(let publication))? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(state.shownResult != nil)
        let event = ChannelsEvent(
            name: PublishProbe.event, channel: name, data: EventData(publication.data))
        let arrival = state.now.advanced(by: .milliseconds(7))
        state.handle(
            .client([ClientReport(number: 90_000, time: arrival, kind: .received(event))])
        ).forgetEffects()
        let report = APIReport(
            .publish(publication), .done, sent: arrival.advanced(by: .milliseconds(-5)),
            answered: arrival.advanced(by: .milliseconds(1)))
        state.handle(.service(.api(report))).forgetEffects()
        #expect(state.notice?.text.contains("1 of 1 arrived, p50 5.0ms") == true)
        try expectGolden(state, "probe")
        guard case .note(let note)? = state.log.rows.selected else {
            Issue.record("the log has no row for the probe")
            return
        }
        #expect(note.text.hasPrefix("probe of chat-room: 1 of 1 arrived"))
        #expect(note.facts.contains { $0.label == "p99" })
    }

    @Test("intervals, patterns and probes that cannot be used are refused with what would be right")
    func refusals() {
        var state = DashboardFixture.choosing()
        for (line, part) in [
            ("refresh 5", "1s to 1h"), ("refresh 2h", "1s to 1h"), ("watch *", "every channel"),
            ("probe a b c", "one channel"), ("probe a 5000", "1 to 1000"),
            ("probe private-encrypted-a", "not encrypted"),
        ] {
            #expect(Self.run(line, in: &state) == [])
            #expect(state.prompt?.error?.contains(part) == true, "\(line)")
            state.press("Esc")
        }
    }
}

extension [Effect] {
    /// The number of requests for the occupied channels.
    fileprivate var listings: Int {
        self.count { if case .api(.list) = $0 { true } else { false } }
    }

    /// For effects that the test is not about.
    fileprivate func forgetEffects() {}
}
