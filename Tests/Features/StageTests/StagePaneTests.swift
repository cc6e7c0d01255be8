import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import BuoyStage
@testable import BuoyTextScreen

@Suite("The stage")
struct StagePaneTests {
    static let catalog = Catalog([Stage.self])

    private static let lobby = ChannelName(wire: "presence-lobby")

    /// A lobby with three members, one of whom is this client.
    private static func session() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-lobby",
            members: [
                RecordedEvents.member("me", "Kim"), RecordedEvents.member("u2", "Ana Ruiz"),
                RecordedEvents.member("u3", "陳小明"),
            ], me: "me")
        session.wait(.seconds(90))
        return session
    }

    /// What an audience sees: somebody comes, somebody types, two speak.
    private static func lively() -> RecordedEvents {
        var session = Self.session()
        session.receive(
            "client-message", on: "presence-lobby", #"{"text":"Good morning!"}"#, from: "u2")
        session.receive("message", on: "presence-lobby", #"{"user":"Bot","text":"Hi, Ana."}"#)
        session.receive("client-typing", on: "presence-lobby", "{}", from: "u3")
        session.add(.memberAdded(Self.lobby, RecordedEvents.member("u4", "Zoë")))
        session.wait(.seconds(1))
        return session
    }

    private static func state(
        _ session: RecordedEvents, _ columns: Int = 80, _ rows: Int = 24,
        glyphs: GlyphSet = .unicode
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(
            session, columns, rows, glyphs: glyphs, catalog: Self.catalog)
        state.press("A")
        return state
    }

    /// The stage of a sandbox at the end of a session.
    static func sandbox(
        _ session: RecordedEvents, _ columns: Int, _ rows: Int,
        catalog: Catalog = StagePaneTests.catalog, act: StageAct?,
        change: (inout DashboardOptions) -> Void
    ) -> DashboardState {
        DashboardFixture.dashboard(session, columns, rows, catalog: catalog) {
            $0.isSandbox = true
            $0.facts.set(BotAccess.available)
            if let act { $0.facts.set(act) }
            $0.firstPane = .stage
            change(&$0)
        }
    }

    /// The stage while somebody joins.
    static func livelyStage(_ columns: Int, _ rows: Int) -> DashboardState {
        self.state(self.lively(), columns, rows)
    }

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }

    @Test("golden screens", arguments: [(60, 15), (80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        try expectGolden(Self.state(Self.lively(), columns, rows), pane: .stage, "lively")
        try expectGolden(Self.state(Self.session(), columns, rows), pane: .stage, "calm")
    }

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.stage, in: Self.catalog)
    }

    @Test("a screen of ASCII has a stage too")
    func ascii() throws {
        try expectGolden(
            Self.state(Self.lively(), glyphs: .ascii), pane: .stage, "lively-ascii")
    }

    @Test("A goes to the stage, Esc back to where one was; Tab does not stop there")
    func entering() {
        var state = DashboardFixture.dashboard(Self.session(), catalog: Self.catalog)
        state.press("3", "A")
        #expect(state.focus == .stage)
        #expect(state.layout.places.map(\.pane) == [.stage])
        state.press("Esc")
        #expect(state.focus == .events)
        for _ in 1...12 {
            state.press("Tab")
            #expect(state.focus != .stage)
        }
    }

    @Test("a key that would change the hidden Events says where that is")
    func hiddenLog() {
        for key in ["f", "/", "n", "C", "."] {
            var state = Self.state(Self.session())
            #expect(state.press(key).besidesSettings == [])
            #expect(state.prompt == nil)
            #expect(
                state.notice?.text == "Stage hides Events; Esc shows it again", "\(key)")
        }
    }

    @Test("without a presence channel it says how to get one")
    func empty() {
        let state = DashboardFixture.empty(catalog: Self.catalog) { $0.firstPane = .stage }
        #expect(state.focus == .stage)
        #expect(Self.text(state).contains("Press s to subscribe, e.g. to presence-lobby."))
    }

    @Test("who comes and goes is news for four seconds")
    func moments() {
        var session = Self.session()
        session.add(.memberAdded(Self.lobby, RecordedEvents.member("u4", "Bo")))
        var state = Self.state(session)
        #expect(Self.text(state).contains("joined"))
        session.wait(.seconds(4))
        _ = state.handle(.tick(session.time))
        #expect(!Self.text(state).contains("joined"))
        #expect(Self.text(state).contains("are here"))
        let count = session.events.count
        session.add(.memberRemoved(Self.lobby, RecordedEvents.member("u4", "Bo")))
        _ = state.handle(.client(Array(session.events.dropFirst(count))))
        #expect(Self.text(state).contains("left"))
    }

    @Test("one's own reconnection is no arrival")
    func reconnection() {
        var session = Self.session()
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        #expect(Self.text(Self.state(session)).contains("not connected"))
        session.wait(.seconds(1))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(Self.lobby, .subscribed))
        let ana = RecordedEvents.member("u2", "Ana Ruiz")
        session.add(
            .membersReplaced(
                Self.lobby,
                PresenceMembers(
                    roster: Roster(members: [RecordedEvents.member("me", "Kim"), ana]), me: "me"),
                difference: MemberDifference(
                    joined: [], left: [RecordedEvents.member("u3", "陳小明")])))
        session.wait(.seconds(6))
        let text = Self.text(Self.state(session))
        #expect(text.contains("are here") && !text.contains("joined") && !text.contains("left"))
    }

    @Test("a refused channel is not live: nobody says who comes and goes")
    func refused() throws {
        var session = Self.session()
        let failure = SubscriptionFailure(phase: .authorization, status: 403, what: "No")
        session.add(.subscriptionChanged(Self.lobby, .authorizing))
        session.add(.subscriptionChanged(Self.lobby, .failed(failure)))
        session.wait(.seconds(30))
        var state = Self.state(session)
        #expect(Self.text(state).contains("not subscribed"))
        #expect(!Self.text(state).contains("are here"))
        // The times stand still: 1m30s is how long they were known to be here.
        #expect(Self.text(state).contains("1m30s"))
        #expect(Self.roles(of: "AR", state) == [.memberStale])
        state.press("Esc")
        #expect(Self.text(state).contains("? me (me) Kim"))
        var large = Self.state(session, 120, 40)
        large.press("Esc")
        #expect(Self.text(large).contains("presence-lobby  stale 30s"))
        session.subscribe(
            "presence-lobby", members: [RecordedEvents.member("me", "Kim")], me: "me")
        #expect(Self.text(Self.state(session)).contains("is here"))
        #expect(!Self.text(Self.state(session)).contains("not subscribed"))
    }

    @Test("who was there before has not joined")
    func present() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-lobby", members: [RecordedEvents.member("u2", "Ana Ruiz")], me: nil)
        session.wait(.seconds(1))
        #expect(!Self.text(Self.state(session)).contains("joined"))
        session.add(.memberAdded(Self.lobby, RecordedEvents.member("u4", "Bo")))
        session.wait(.seconds(1))
        #expect(Self.text(Self.state(session)).contains("joined"))
    }

    @Test("what is said has its sender, and ends that they are typing")
    func speech() {
        var session = Self.session()
        session.receive("client-typing", on: "presence-lobby", "{}", from: "u2")
        #expect(Self.text(Self.state(session)).contains("is typing"))
        session.receive(
            "client-message", on: "presence-lobby", #"{"text":"Hello"}"#, from: "u2")
        var text = Self.text(Self.state(session))
        #expect(text.contains("Ana Ruiz  Hello") && !text.contains("is typing"))
        session.receive("client-typing", on: "presence-lobby", "{}", from: "u2")
        session.receive(
            "client-typing", on: "presence-lobby", #"{"typing":false}"#, from: "u2")
        #expect(!Self.text(Self.state(session)).contains("is typing"))
        session.add(
            .triggered(
                ChannelsEvent(
                    name: "client-message", channel: Self.lobby,
                    data: EventData(#"{"text":"Me too"}"#))))
        text = Self.text(Self.state(session))
        #expect(text.contains("you  Me too"))
    }

    @Test("what was said keeps the name of a sender who leaves, but not one that the data claims")
    func departedSender() {
        var session = Self.session()
        session.receive(
            "client-message", on: "presence-lobby", #"{"text":"Bye","name":"Kim"}"#, from: "u2")
        session.add(.memberRemoved(Self.lobby, RecordedEvents.member("u2", "Ana Ruiz")))
        session.wait(.seconds(10))
        session.receive(
            "client-message", on: "presence-lobby", #"{"text":"I am","name":"Kim"}"#, from: "u9")
        let text = Self.text(Self.state(session))
        #expect(text.contains("Ana Ruiz  Bye") && text.contains("somebody  I am"))
    }

    @Test("a member has one colour on the stage, in Members and in Events")
    func colors() throws {
        var session = Self.session()
        session.add(.memberAdded(Self.lobby, RecordedEvents.member("u4", "Zoë Z")))
        session.wait(.seconds(10))
        var state = Self.state(session, 120, 40)
        let role = MemberSymbols.role(of: "u4")
        var found: [[Role]] = [Self.roles(of: "ZZ", Self.state(session))]
        state.press("Esc")
        found += [Self.roles(of: "u4", state)]
        #expect(found.allSatisfy { !$0.isEmpty && Set($0) == [role] }, "\(found)")
        #expect(Self.roles(of: "u4", state).count == 2)
    }

    /// The role of the first letter, wherever a word is on the screen.
    private static func roles(of word: String, _ state: DashboardState) -> [Role] {
        let canvas = state.screen()
        return (0..<canvas.size.rows).flatMap { y -> [Role] in
            let row = Array(canvas.row(y))
            return row.indices.dropLast(word.unicodeScalars.count - 1).compactMap { x in
                zip(row[x...], word.unicodeScalars).allSatisfy { $0.scalar == $1 }
                    ? row[x].role : nil
            }
        }
    }

    @Test("Enter asks what to say, and sends it to the members on the stage")
    func say() {
        var state = Self.state(Self.session())
        state.press("Enter")
        let typing = Effect.client(.trigger(.typing(on: Self.lobby)))
        #expect(state.type("  Hello everybody ") == [typing])
        _ = state.handle(.tick(state.now.advanced(by: .seconds(3))))
        #expect(state.press("Backspace") == [typing])
        let event = ChannelsEvent(
            name: "client-message", channel: Self.lobby,
            data: EventData(json: ["text": "Hello everybody"]))
        #expect(state.press("Enter").besidesSettings == [.client(.trigger(event))])
        var empty = Situation.empty.dashboard(80, 24, catalog: Self.catalog)
        empty.press("A", "Enter")
        #expect(empty.notice?.text == "no presence channel; press s to subscribe to one")
    }

    @Test("pressed again, A shows the next presence channel")
    func channels() {
        var session = Self.session()
        session.subscribe(
            "presence-game", members: [RecordedEvents.member("me", "Kim")], me: "me")
        var state = Self.state(session)
        #expect(Self.text(state).contains("A Stage presence-lobby"))
        state.press("A")
        #expect(Self.text(state).contains("A Stage presence-game"))
        state.press("A")
        #expect(Self.text(state).contains("A Stage presence-lobby"))
    }

    @Test("many members have smaller cards, and the rest is counted")
    func crowd() {
        var session = RecordedEvents()
        session.connect()
        let members = (1...200).map { RecordedEvents.member(UserID("u\($0)"), "Guest \($0)") }
        session.subscribe("presence-lobby", members: members, me: nil)
        session.wait(.seconds(60))
        let text = Self.text(Self.state(session))
        #expect(text.contains("Guest 1 "))
        #expect(text.contains("more"))
    }

    @Test("names and texts of a peer are sanitised")
    func hostile() {
        var session = Self.session()
        session.add(
            .memberAdded(Self.lobby, RecordedEvents.member("u9", "\u{1B}[2Jevil\u{202E}")))
        session.receive(
            "client-message", on: "presence-lobby", "{\"text\":\"\\u001b[31m\\u202e\"}", from: "u9")
        let text = Self.text(Self.state(session))
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test("a flood is not read: sixty texts of a second are more than anybody can follow")
    func flood() {
        var session = Self.session()
        for number in 1...100 {
            session.receive(
                "client-message", on: "presence-lobby", "{\"text\":\"line \(number)\"}", from: "u2")
        }
        let text = Self.text(Self.state(session))
        #expect(text.contains("line 60") && !text.contains("line 61"))
    }

    @Test("the number and the name of who joins never touch", arguments: [80, 120, 200])
    func countAndName(columns: Int) {
        let canvas = Self.state(Self.lively(), columns, columns / 3).screen()
        let digits = BigText("4", columns == 80 ? .full : .double)
        let end = 2 + (digits?.width ?? 0)
        let gap = columns == 80 ? 6 : 12
        for y in 3..<10 {
            for x in end..<end + gap { #expect(canvas[x, y].scalar == " ", "\(x), \(y)") }
        }
    }

    @Test("nothing technical faces the audience: no address, code, reason, id or report")
    func audience() {
        var session = Self.session()
        session.add(.memberAdded(Self.lobby, RecordedEvents.member("u-8f3a", "")))
        session.drop(4100, reason: "Over capacity", retryAfter: .seconds(9))
        for (columns, rows) in [(60, 15), (80, 24), (120, 40), (200, 60)] {
            let state = Self.state(session, columns, rows)
            let text = Self.text(state)
            for word in ["4100", "apacity", "ws", "u-8f3a", "rtt"] {
                #expect(!text.contains(word), "\(word) at \(columns)")
            }
            #expect(text.contains("RETRYING") && text.contains("attempt"))
        }
    }

    @Test("messages are large where there is room")
    func largeMessages() {
        var session = Self.session()
        session.receive("client-message", on: "presence-lobby", #"{"text":"Hi"}"#, from: "u2")
        #expect(Self.text(Self.state(session)).contains("Ana Ruiz  Hi"))
        let rows = Self.state(session, 200, 60).screen().textRows
        #expect(!rows.joined().contains("Ana Ruiz"))
        #expect(rows.contains { $0.contains("█   █ ▀█▀") })
    }
}
