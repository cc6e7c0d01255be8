import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import BuoyStage
@testable import BuoyTextScreen

@Suite("The room on the stage")
struct StageRoomTests {
    private static let catalog = Catalog([Stage.self, Room.self])
    private static let channel = ChannelName(wire: "presence-room")
    private static let place = RoomPlace(
        "HTTP://192.168.100.20:54321/ABCDEFGHIJKLMNOP", isOwn: true)
    private static let names = ["Ana", "Ben", "Chloé", "Dana", "Emil", "陳小明", "Zoë"]

    private static func visitors(_ count: Int) -> [PresenceMember] {
        (0..<count).map {
            let name = Self.names[$0 % Self.names.count]
            return RecordedEvents.member("room-\($0)", $0 < 7 ? name : "\(name) \($0)")
        }
    }

    private static func session(_ visitors: Int) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-room",
            members: [RecordedEvents.member("me", "Kim")] + Self.visitors(visitors), me: "me")
        session.wait(.seconds(90))
        return session
    }

    private static func state(
        _ session: RecordedEvents, _ columns: Int = 80, _ rows: Int = 24,
        glyphs: GlyphSet = .unicode, act: StageAct? = nil, hasRoom: Bool = true
    ) -> DashboardState {
        StagePaneTests.sandbox(session, columns, rows, catalog: Self.catalog, act: act) {
            $0.glyphs = glyphs
            if hasRoom { $0.facts.set(Self.place) }
        }
    }

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }

    private static func run(_ line: String, _ state: inout DashboardState) -> [Effect] {
        state.type(line)
        return state.press("Enter").besidesSettings
    }

    private static func report(_ report: RoomReport, _ state: inout DashboardState) {
        _ = state.handle(.service(.feature(AnyFeatureReport(report))))
    }

    /// 120 people of whom 80 are back, one after the other.
    private static func herd(_ columns: Int, _ rows: Int) -> DashboardState {
        var session = Self.session(120)
        var state = Self.state(session, columns, rows)
        let herd = StageHerd(
            .cut(.zero), end: .closed(nil, reason: ""), Self.visitors(120).map(\.id),
            at: session.time)
        Self.report(.herd(herd), &state)
        let count = session.events.count
        for visitor in Self.visitors(120) {
            session.add(.memberRemoved(Self.channel, visitor))
        }
        session.wait(.milliseconds(100))
        for visitor in Self.visitors(80) {
            session.wait(.milliseconds(7))
            session.add(.memberAdded(Self.channel, visitor))
        }
        _ = state.handle(.client(Array(session.events.dropFirst(count))))
        Self.report(.missed("room-79", 3), &state)
        _ = state.handle(.tick(session.time))
        return state
    }

    /// Seven people and the code, or all of 120 on their way back.
    static func picture(isHerd: Bool, _ columns: Int, _ rows: Int) -> DashboardState {
        isHerd ? Self.herd(columns, rows) : Self.state(Self.session(7), columns, rows)
    }

    @Test("golden screens", arguments: [(80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        for count in [1, 7, 30, 120] {
            let state = Self.state(Self.session(count), columns, rows)
            try expectGolden(state, pane: .stage, "room-\(count)")
        }
        try expectGolden(Self.herd(columns, rows), pane: .stage, "room-herd")
    }

    @Test("every module of the code is on the screen", arguments: [(80, 24), (120, 40), (200, 60)])
    func code(columns: Int, rows: Int) throws {
        let code = try #require(QRCode("HTTP://192.168.100.20:54321/ABCDEFGHIJKLMNOP"))
        let screen = Self.state(Self.session(7), columns, rows).screen()
        let cells = (0..<rows).map { y in screen.row(y).map { $0.role == .code ? $0.scalar : nil } }
        let top = try #require(cells.firstIndex { $0.contains { $0 != nil } })
        let left = try #require(cells[top].firstIndex { $0 != nil })
        let scale: CodeScale = columns < 200 ? .half : .full
        for (y, row) in scale.rows(of: code).enumerated() {
            for x in 0..<scale.width(of: code) {
                #expect(cells[top + y][left + x] == scale.glyph(of: code, x, row))
            }
        }
    }

    @Test("a screen that has no room for the code, or no blocks, shows the address")
    func address() {
        for state in [
            Self.state(Self.session(1), 60, 15), Self.state(Self.session(1), glyphs: .ascii),
        ] {
            #expect(Self.text(state).contains("http://192.168.100.20:54321/"))
            #expect(Self.text(state).contains("abcdefghijklmnop"))
            #expect(!state.screen().cells.contains { $0.role == .code })
        }
    }

    @Test(":code hides the code and shows it again; a locked room says so")
    func keys() {
        var state = Self.state(Self.session(1))
        _ = Self.run(":code", &state)
        #expect(!state.screen().cells.contains { $0.role == .code })
        _ = Self.run(":code", &state)
        #expect(state.screen().cells.contains { $0.role == .code })
        Self.report(.locked(true), &state)
        #expect(Self.text(state).contains("The room is locked."))
    }

    @Test("orders are requests, and mistakes say what is right")
    func orders() throws {
        var state = Self.state(Self.session(2))
        #expect(
            Self.run(":room cut for 5s", &state)
                == [.feature(RoomRequest(roomOrder: .cut(.seconds(5))))])
        #expect(Self.run(":kick Ana", &state) == [.feature(RoomRequest(roomOrder: .kick("Ana")))])
        #expect(Self.run(":lock", &state) == [.feature(RoomRequest(roomOrder: .lock(true)))])
        Self.report(.locked(true), &state)
        #expect(Self.run(":lock", &state) == [.feature(RoomRequest(roomOrder: .lock(false)))])
        state.press("W")
        #expect(Self.text(state).contains("everyone loses the connection"))
        var other = Self.state(Self.session(2), hasRoom: false)
        other.press("W")
        #expect(Self.text(other).contains("no room; run buoy stage --room"))
    }

    @Test("Del hides the latest message, on the telephones too; clear removes all")
    func hiding() {
        var session = Self.session(2)
        for number in 1...2 {
            session.receive(
                "client-message", on: "presence-room",
                #"{"text":"line \#(number)","number":\#(number)}"#, from: "room-0")
        }
        session.receive("client-hand", on: "presence-room", #"{"up":true}"#, from: "room-1")
        var state = Self.state(session)
        #expect(Self.text(state).contains("line 2") && Self.text(state).contains("hand raised"))
        let effects = state.press("Del").besidesSettings
        #expect(effects == [.client(.trigger(.hide(2, on: Self.channel)))])
        #expect(Self.text(state).contains("line 1") && !Self.text(state).contains("line 2"))
        let clearing = Self.run(":room clear", &state)
        #expect(clearing == [.client(.trigger(.hide(nil, on: Self.channel)))])
        #expect(!Self.text(state).contains("line 1") && !Self.text(state).contains("hand raised"))
    }

    @Test("bots do not chatter among people")
    func chatter() {
        var state = Self.state(Self.session(1))
        #expect(Self.run(":bot chatter Ben", &state).isEmpty)
        #expect(Self.text(state).contains("people are in the room"))
        var alone = Self.state(Self.session(0))
        #expect(Self.run(":bot chatter Ben", &alone).count == 1)
    }

    @Test("an act orders the room, and waits for members")
    func act() throws {
        let act = StageAct(
            title: "Act", channel: Self.channel,
            [.init(name: "Join", [.waitForMembers(3), .room(.cut(.zero)), .room(.code(false))])])
        var state = Self.state(Self.session(1), act: act)
        #expect(state.press("Space").isEmpty)
        #expect(Self.text(state).contains("waiting for 3 members"))
        let added = RecordedEvents.member("room-9", "Gil")
        var session = Self.session(1)
        let count = session.events.count
        session.add(.memberAdded(Self.channel, added))
        _ = state.handle(.client(Array(session.events.dropFirst(count))))
        let effects = state.handle(.tick(session.time))
        #expect(effects == [.feature(RoomRequest(roomOrder: .cut(.zero)))])
        #expect(!state.screen().cells.contains { $0.role == .code })
    }
}
