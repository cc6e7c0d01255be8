import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Who has how much of the screen.
@Suite("Room")
struct RoomTests {
    @Test("at 200x60 the data of an event has room beside the inspector")
    func data() throws {
        let state = DashboardFixture.dashboard(.sandboxSession(), 200, 60)
        let place = try #require(state.layout.rect(of: .events))
        let size = ScreenSize(columns: place.width, rows: place.height)
        let columns = state.events.columns(size, state.paneContext)
        #expect(try #require(columns[.detail]).count >= 36)
    }

    @Test(
        "in the presets for presence and debugging the data has as much room below 240 columns",
        arguments: [LayoutSettings.Preset.presence, .debugging], [180, 200, 239])
    func presets(preset: LayoutSettings.Preset, columns: Int) throws {
        let state = Self.dashboard(preset, columns, 60)
        let width = try #require(state.layout.rect(of: .events)).width
        #expect(width >= columns - 61)
        let size = ScreenSize(columns: width, rows: 40)
        let detail = try #require(state.events.columns(size, state.paneContext)[.detail])
        #expect(detail.count >= min(90, columns - 110))
        #expect(state.layout.content(of: .channels)?.height == state.channels.cursor.order.count)
        if preset == .debugging {
            #expect(try #require(state.layout.content(of: .connection)).height >= 6)
        }
    }

    @Test("the preset for presence shows every roster that there is room for")
    func rosters() {
        var session = RecordedEvents.sandboxSession()
        let members = ["a", "b", "c"].map { PresenceMember(id: $0) }
        session.subscribe("presence-second", members: members, me: "a")
        for (columns, rows) in [(120, 40), (200, 60)] {
            let state = Self.dashboard(.presence, columns, rows, session)
            let count = state.layout.places.count { $0.pane == .members }
            #expect(count == 2, "\(columns)x\(rows)")
        }
    }

    private static func dashboard(
        _ preset: LayoutSettings.Preset, _ columns: Int, _ rows: Int,
        _ session: RecordedEvents = .sandboxSession()
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(session, columns, rows)
        state.press(":")
        state.type("layout \(preset.rawValue)")
        state.press("Enter")
        return state
    }

    @Test("at 120x40 there are more rows of events than a third for lists would leave")
    func rows() throws {
        let state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        #expect(try #require(state.layout.content(of: .events)).height >= 24)
    }

    @Test("lists have the rows that they need")
    func lists() {
        for rows in [40, 60] {
            let state = DashboardFixture.dashboard(.sandboxSession(), 200, rows)
            let layout = state.layout
            #expect(layout.content(of: .channels)?.height == state.channels.cursor.order.count)
            #expect(layout.rect(of: .channels)?.width ?? 0 <= 64)
        }
    }

    @Test("what is empty is not shown")
    func empty() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("room")
        session.wait(.seconds(1))
        let wide = DashboardFixture.dashboard(session, 200, 60).layout
        #expect(wide.rect(of: .members) == nil)
        #expect(wide.rect(of: .bindings) == nil)
        #expect(DashboardFixture.dashboard(session, 120, 40).layout.rect(of: .bindings) == nil)
        let small = DashboardFixture.dashboard(session, 80, 24)
        #expect(small.layout.content(of: .channels)?.height == 3)
        var focused = DashboardFixture.dashboard(session, 200, 60)
        focused.press("4")
        #expect(focused.layout.content(of: .bindings)?.height ?? 0 > 1)
    }

    @Test("a long name is whole where there is room, and else keeps its kind and its end")
    func longNames() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("presence-warehouse-east-coast-0042")
        session.wait(.seconds(1))
        var state = DashboardFixture.dashboard(session, 80, 24)
        state.press("3", "z")
        let whole = "presence-warehouse-east-coast-0042 ~"
        #expect(state.screen().textRows.contains { $0.contains(whole) })
        state = DashboardFixture.dashboard(session, 40, 10)
        state.press("3")
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("@ war…-0042 ~") }, "\(rows)")
    }

    @Test("a member more does not move everything below")
    func calm() {
        let height = { (count: Int) -> Int? in
            var session = RecordedEvents()
            session.connect()
            session.subscribe(
                "presence-a",
                members: (1...count).map { PresenceMember(id: UserID("u\($0)"), info: nil) })
            // Below the members, so that they do not get the rest of the column.
            session.add(.bindingChanged(EventBinding(id: BindingID(1), event: "a", channel: nil)))
            session.wait(.seconds(1))
            return DashboardFixture.dashboard(session, 200, 60).layout.rect(of: .members)?.height
        }
        #expect(height(4) == height(7))
        #expect(height(7) != height(8))
    }
}
