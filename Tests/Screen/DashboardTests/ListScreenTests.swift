import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Golden screens of the lists")
struct ListScreenTests {
    private static let sizes = [(80, 24), (120, 40), (200, 60)]

    @Test("channels are listed by rate, which the title says", arguments: sizes)
    func channelsByRate(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.press("o", "o")
        state.notice = nil
        try expectGolden(state, pane: .channels, "channels-by-rate")
    }

    @Test("a wide list of channels has all counters, and why one failed")
    func channelCounters() throws {
        var session = RecordedEvents.sandboxSession()
        session.add(.bindingRemoved(BindingID(1)))
        for _ in 0..<30 {
            session.receive("client-typing", on: "presence-lobby", "{}")
            session.receive("price", on: "ticker-BTCUSD", "{\"bid\":1}")
        }
        session.wait(.milliseconds(1500))
        var state = DashboardFixture.dashboard(session, 120, 40)
        state.press("z")
        state.notice = nil
        try expectGolden(state, pane: .channels, "channels-zoomed")
    }

    @Test("marked channels are given up together, after a question")
    func marks() throws {
        var state = DashboardFixture.dashboard()
        state.press("Space", "Down", "Space")
        try expectGolden(state, pane: .channels, "channels-marked")
        state.press("u")
        try expectGolden(state.withoutEvents, "confirm")
    }

    @Test("a search in the members marks and counts its matches", arguments: sizes)
    func membersSearch(columns: Int, rows: Int) throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.press("2", "/")
        state.type("an")
        state.press("Enter")
        try expectGolden(state, pane: .members, "members-search")
    }

    @Test("members by name, in a pane with room for the times of day")
    func membersByName() throws {
        var state = DashboardFixture.dashboard()
        state.press("2", "o", "o", "z", "Down", "Down")
        state.notice = nil
        try expectGolden(state, pane: .members, "members-by-name")
    }

    @Test("members are stale while there is no connection", arguments: [(80, 24), (200, 60)])
    func stale(columns: Int, rows: Int) throws {
        var session = RecordedEvents.sandboxSession()
        session.drop(1006, reason: "", retryAfter: .seconds(4))
        session.wait(.seconds(3))
        var state = DashboardFixture.dashboard(session, columns, rows)
        state.press("2")
        state.notice = nil
        try expectGolden(state, pane: .members, "members-stale")
    }

    @Test("after a reconnection the members tell who came and went meanwhile", arguments: sizes)
    func difference(columns: Int, rows: Int) throws {
        try expectGolden(Self.reconnected(columns, rows), pane: .members, "members-away")
    }

    static func reconnected(_ columns: Int, _ rows: Int) -> DashboardState {
        var state = DashboardFixture.dashboard(Self.reconnected(), columns, rows)
        state.press("2")
        state.notice = nil
        return state
    }

    /// A session whose presence channel lost one member and got two while the connection was down.
    private static func reconnected() -> RecordedEvents {
        let lobby = ChannelName(wire: "presence-lobby")
        let kim = RecordedEvents.member("u01", "Kim")
        let gone = RecordedEvents.member("u02", "Ana Ruiz")
        let new = [RecordedEvents.member("u20", "Zoë"), PresenceMember(id: "u21")]
        var session = RecordedEvents()
        session.connect()
        session.subscribe("presence-lobby", members: [kim, gone], me: "u01")
        session.wait(.seconds(8))
        session.drop(4200, reason: "", retryAfter: .seconds(1))
        session.wait(.seconds(2))
        session.establish(socketID: "1184.7030", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(lobby, .subscribing))
        session.add(.subscriptionChanged(lobby, .subscribed))
        let members = PresenceMembers(roster: Roster(members: [kim] + new), me: "u01")
        session.add(
            .membersReplaced(
                lobby, members, difference: MemberDifference(joined: new, left: [gone])))
        session.wait(.seconds(2))
        return session
    }

    @Test("bindings by hits, with one that is off and the events that hit none")
    func bindings() throws {
        var session = RecordedEvents.sandboxSession()
        session.add(.bindingRemoved(BindingID(1)))
        let lobby = ChannelName(wire: "presence-lobby")
        session.add(
            .bindingChanged(
                EventBinding(id: BindingID(9), event: "joined", channel: lobby, hits: 900)))
        for _ in 0..<12 { session.receive("price", on: "ticker-BTCUSD", "{\"bid\":1}") }
        session.wait(.milliseconds(1500))
        var state = DashboardFixture.dashboard(session)
        state.press("4", "o", "o")
        state.notice = nil
        try expectGolden(state, pane: .bindings, "bindings-by-hits")
    }

    @Test("lists that are longer than their panes say how much is above and below")
    func overfull() throws {
        var session = RecordedEvents()
        session.connect()
        for number in 100..<140 { session.subscribe("room\(number)") }
        let members = (100..<140).map { RecordedEvents.member(UserID("u\($0)"), "User \($0)") }
        session.subscribe("presence-all", members: members)
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session)
        state.notice = nil
        state.press("PgDn", "PgDn", "PgDn", "2", "G")
        try expectGolden(state, pane: .channels, "overfull-channels")
        try expectGolden(state, pane: .members, "overfull-members")
    }

    @Test(
        "lists hold at every width of a pane, in ASCII too",
        arguments: [24, 29, 34, 44, 58, 68, 200])
    func widths(width: Int) throws {
        var session = RecordedEvents.sandboxSession()
        session.subscribe("evil\u{1B}[2J\u{202E}gnp")
        session.subscribe("日本語のチャンネル名前がとても長い場合")
        session.wait(.seconds(2))
        let state = DashboardFixture.dashboard(session)
        for glyphs in [GlyphSet.unicode, .ascii] {
            var canvas = Canvas(size: ScreenSize(columns: width, rows: 27), glyphs: glyphs)
            let panes = [PaneID.channels, .members, .bindings]
            for (index, pane) in panes.enumerated() {
                let frame = PaneFrame(
                    pane: pane, now: state.now, utcOffsetSeconds: 3600, isFocused: true,
                    hasTitle: true)
                let rect = Rect(x: 0, y: index * 9, width: width, height: 9)
                canvas.draw(in: rect) { Self.draw(pane, of: state, on: &$0, frame) }
            }
            let isASCII = canvas.cells.allSatisfy { $0.scalar.isASCII }
            #expect(isASCII == (glyphs == .ascii))
            if glyphs == .unicode {
                let differences = try GoldenScreen.differences(canvas, "lists", besides: #filePath)
                #expect(differences.isEmpty)
            }
        }
    }

    private static func draw(
        _ pane: PaneID, of state: DashboardState, on canvas: inout Canvas, _ frame: PaneFrame
    ) {
        switch pane {
        case .channels:
            state.channels.draw(on: &canvas, frame, .init(state: .connected))
        case .members:
            var frame = frame
            frame.suffix = "b"
            state.members.draw(
                on: &canvas, frame, channel: state.rosterChannel, right: StyledLine(),
                state.channels.colors)
        default: state.bindings.draw(on: &canvas, frame, state.channels.colors)
        }
    }
}
