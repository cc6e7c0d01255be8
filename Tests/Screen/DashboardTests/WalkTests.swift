import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

/// What was found by trying every command of the help as its user would.
@Suite("Every command, tried as its user would")
struct WalkTests {
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static func screen(_ state: DashboardState) -> [String] {
        var canvas = Canvas(size: state.size, glyphs: state.options.glyphs)
        state.draw(on: &canvas)
        return canvas.textRows
    }

    @Test("when the filter comes to hide the selected row, the row before it is shown as selected")
    func hiddenSelection() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "Up", "Up", "X")
        let selected = try #require(state.events.selectedEvent)
        let marked = Self.screen(state).filter { $0.hasPrefix("\u{25B8}") }
        #expect(marked.contains { $0.contains(selected.words.name) })
    }

    @Test("a wrapped row that the filter hides leaves no empty line behind")
    func hiddenWrappedSelection() {
        var session = RecordedEvents()
        session.connect()
        let long = String(repeating: "long ", count: 30)
        for _ in 0..<20 { session.receive("kept", on: "c", long) }
        session.receive("hidden", on: "c", "short")
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "w", "X")
        let rows = Self.screen(state)
        // The last row of the log stands above those of messages and of keys.
        #expect(rows[rows.count - 3].contains("long"))
    }

    @Test("the message of unbinding says what was unbound, and where")
    func unbound() {
        var session = RecordedEvents()
        session.connect()
        let binding = EventBinding(id: BindingID(7), event: "price", channel: Self.lobby)
        session.add(.bindingChanged(binding))
        var state = DashboardFixture.dashboard(session)
        state.press("4")
        #expect(state.press("u") == [.client(.unbind(binding.id))])
        let seen = session.events.count
        session.add(.bindingRemoved(binding.id))
        _ = state.handle(.client(Array(session.events[seen...])))
        #expect(state.notice?.text == "unbound price from presence-lobby")
    }

    @Test("unsubscribing counts the bindings removed with it; nothing else announces them")
    func unsubscribed() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("orders")
        let channel = ChannelName(wire: "orders")
        for number in 1...2 {
            let binding = EventBinding(
                id: BindingID(number), event: "paid", channel: number == 1 ? channel : nil)
            session.add(.bindingChanged(binding))
        }
        var state = DashboardFixture.dashboard(session)
        #expect(state.press("u") == [.client(.unsubscribe(channel))])
        state.notice = nil
        let seen = session.events.count
        session.add(.subscriptionChanged(channel, .unsubscribed))
        session.add(.bindingRemoved(BindingID(1)))
        _ = state.handle(.client(Array(session.events[seen...])))
        #expect(
            state.notice?.text == "unsubscribed from orders, removed 1 binding; press U to undo")
    }

    @Test(
        "binding a name with a star in it says that it is no pattern",
        arguments: [
            ("order.*", NoticeLevel.warning), ("order.paid", .success), (nil, .success),
        ] as [(EventName?, NoticeLevel)])
    func boundPattern(name: EventName?, level: NoticeLevel) {
        var session = RecordedEvents()
        session.connect()
        session.add(.bindingChanged(EventBinding(id: BindingID(7), event: name, channel: nil)))
        let notice = DashboardFixture.dashboard(session).notice
        #expect(notice?.level == level)
        #expect(notice?.text.hasPrefix("bound ") == true)
        #expect(notice?.text.contains("as a literal name") == (level == .warning))
    }

    @Test(
        "sending what was meant as JSON and is none says so",
        arguments: [
            ("{\"a\":1}", "sent client-x on presence-lobby"),
            ("hello", "sent client-x on presence-lobby"),
            ("{\"a\":", "sent client-x on presence-lobby as a string: the data is not JSON"),
        ])
    func sentText(data: String, text: String) {
        var session = RecordedEvents()
        session.connect()
        let event = ChannelsEvent(name: "client-x", channel: Self.lobby, data: EventData(data))
        session.add(.triggered(event))
        #expect(DashboardFixture.dashboard(session).notice?.text == text)
    }

    @Test("a pattern that no channel matches is refused as a pattern")
    func pattern() {
        var state = DashboardFixture.dashboard()
        state.press(":")
        state.type("unsubscribe nope-*")
        state.press("Enter")
        #expect(state.prompt?.error == "no channel matches nope-*")
    }

    @Test("an export whose name does not say the format is refused in its prompt")
    func exportFormat() {
        var state = DashboardFixture.dashboard()
        state.press("e")
        state.type("log.txt")
        #expect(state.press("Enter").besidesSettings.isEmpty)
        let error = state.prompt?.error
        #expect(error?.hasPrefix("Unknown format for log.txt") == true)
    }

    @Test("wrapping says what it did, in the events and in the inspector")
    func wrapping() {
        var state = DashboardFixture.dashboard()
        state.press("3", "Up", "w")
        #expect(state.notice?.text == "the selected row is wrapped; w shows it on one line")
        state.press("w")
        #expect(state.notice?.text == "rows are no longer wrapped")
        state.press("Enter", "5", "w")
        #expect(state.notice?.text.hasPrefix("long lines in the inspector are ") == true)
    }

    @Test("Enter on a value that cannot fold says so")
    func leaf() {
        var state = DashboardFixture.dashboard()
        state.press("3", "/")
        state.type("price")
        state.press("Enter", "Enter", "5", "Down", "Enter")
        #expect(state.notice?.text == "this value cannot be folded")
    }

    @Test(
        "a duration below a tenth of a second is not written as none",
        arguments: [
            (Duration.zero, "0.0s"), (.microseconds(20), "1ms"), (.milliseconds(30), "30ms"),
            (.milliseconds(99), "99ms"), (.milliseconds(100), "0.1s"), (.seconds(4), "4.0s"),
        ])
    func shortDuration(duration: Duration, text: String) {
        #expect(Figures.preciseDuration(duration) == text)
    }

    @Test("y in the connection log copies the row")
    func copying() {
        var state = DashboardFixture.dashboard()
        state.press("6", "Up", "Up")
        #expect(state.copySubject == state.log.rows.selectedReport.map(CopySubject.event))
    }

    @Test("what is copied of a binding is called by its event, not by its number")
    func copiedBinding() {
        let binding = EventBinding(id: BindingID(7), event: "price", channel: nil)
        #expect(CopySubject.binding(binding).title == "binding price")
    }

    @Test("c begins with the channel of the selected event, or that of the members")
    func clientEventChannel() {
        var state = DashboardFixture.dashboard()
        state.press("3", "/")
        state.type("shipped")
        state.press("Enter", "c")
        #expect(state.prompt?.field.text == "private-orders-42 client-")
        state.press("Esc", "2", "c")
        #expect(state.prompt?.field.text == "presence-lobby client-")
    }

    @Test("figures whose columns have no headings are left out")
    func compactChannels() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 60, 15)
        state.press("1")
        let total = state.channels.rows[Self.lobby]?.rate.total ?? 0
        let row = Self.screen(state).first { $0.contains("presence-lobby") }
        #expect(total > 0)
        #expect(row?.hasSuffix("    9 ") == true, "\(row ?? "none")")
    }
}
