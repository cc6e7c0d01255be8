import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("Channels, bindings and rates")
struct ListTests {
    private static let ticker = ChannelName(wire: "ticker-BTCUSD")
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static func names(_ state: DashboardState) -> [String] {
        state.channels.cursor.order.compactMap {
            if case .channel(let name) = $0 { name.text } else { nil }
        }
    }

    @Test("o goes through the orders, which are kept; the same channel stays selected")
    func orders() {
        var state = DashboardFixture.dashboard()
        state.press("Down", "Down")
        let added = Self.names(state)
        for order in [ChannelOrder.name, .rate, .last, .kind, .added] {
            let effects = state.press("o")
            #expect(state.settings.channelOrder == order)
            #expect(effects == [.file(.saveSettings(state.settings))])
            #expect(state.channels.selected?.text == "private-orders-42")
        }
        #expect(Self.names(state) == added)
        #expect(state.notice?.text == "channels as subscribed")
    }

    @Test(
        "channels by each order",
        arguments: [
            (
                ChannelOrder.name,
                ["chat-room", "presence-lobby", "private-audit", "private-orders-42"]
            ),
            (.rate, ["ticker-BTCUSD", "chat-room", "presence-lobby", "private-orders-42"]),
            (.last, ["ticker-BTCUSD", "chat-room", "presence-lobby", "private-orders-42"]),
            (.kind, ["chat-room", "ticker-BTCUSD", "private-audit", "private-orders-42"]),
        ])
    func channels(order: ChannelOrder, first: [String]) {
        var state = DashboardFixture.dashboard()
        _ = state.order(.channels, by: order.rawValue)
        #expect(Array(Self.names(state).prefix(4)) == first)
    }

    @Test("an order can be named; one that the list does not have changes nothing")
    func namedOrder() {
        var state = DashboardFixture.dashboard()
        #expect(state.order(.bindings, by: "hits") == [.file(.saveSettings(state.settings))])
        #expect(state.settings.bindingOrder == .hits)
        #expect(state.order(.bindings, by: "rate") == nil)
        #expect(state.order(.events, by: "name") == nil)
        #expect(state.settings.bindingOrder == .hits)
    }

    @Test("o in a pane without orders, or without rows, says so")
    func noOrder() {
        var state = DashboardFixture.empty()
        state.press("o")
        #expect(state.notice?.text == "nothing to sort")
        #expect(state.unavailableReason(for: .sort) != nil)
        state.focus = .events
        let reason = state.unavailableReason(for: .sort)
        #expect(
            reason == "sorting works in Channels (1), Members (2) and Bindings (4)")
    }

    @Test("rates change the order with the second, not with every event")
    func restlessOrder() {
        var session = RecordedEvents.sandboxSession()
        session.wait(.seconds(20))
        var state = DashboardFixture.dashboard(session)
        _ = state.order(.channels, by: "rate")
        let before = Self.names(state)
        let seen = session.events.count
        for _ in 0..<50 { session.receive("order.paid", on: "private-orders-42", "{}") }
        _ = state.handle(.client(Array(session.events[seen...])))
        #expect(Self.names(state) == before)
        _ = state.handle(.tick(session.time.advanced(by: .seconds(1))))
        #expect(Self.names(state).first == "private-orders-42")
    }

    @Test("events that hit no binding that is switched on are counted, by channel and together")
    func unbound() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("ticker-BTCUSD")
        session.subscribe("presence-lobby")
        session.receive("price", on: "ticker-BTCUSD", "1")
        session.add(
            .bindingChanged(EventBinding(id: BindingID(1), event: "price", channel: Self.ticker)))
        session.receive("price", on: "ticker-BTCUSD", "2")
        session.receive("price", on: "presence-lobby", "3")
        session.receive("volume", on: "ticker-BTCUSD", "4")
        session.add(
            .bindingChanged(
                EventBinding(
                    id: BindingID(1), event: "price", channel: Self.ticker, isEnabled: false)))
        session.receive("price", on: "ticker-BTCUSD", "5")
        session.add(.bindingChanged(EventBinding(id: BindingID(2), event: nil, channel: nil)))
        session.receive("price", on: "ticker-BTCUSD", "6")
        let state = DashboardFixture.dashboard(session)
        #expect(state.channels.rows[Self.ticker]?.unbound == 3)
        #expect(state.channels.rows[Self.ticker]?.rate.total == 5)
        #expect(state.channels.rows[Self.lobby]?.unbound == 1)
        #expect(state.bindings.unbound == 4)
    }

    @Test(
        "an event is bound by the name, the channel, the user, or everything",
        arguments: [
            ("price", "ticker", nil, nil, true), ("price", "ticker", "price", nil, true),
            ("price", "ticker", nil, "ticker", true), ("price", "ticker", "price", "ticker", true),
            ("price", "ticker", "price", "other", false), ("price", "ticker", "other", nil, false),
            ("pusher:error", "ticker", "other", "other", true),
        ] as [(String, String, String?, String?, Bool)])
    func bound(name: String, channel: String, event: String?, place: String?, isBound: Bool) {
        var names = BoundNames()
        let binding = EventBinding(
            id: BindingID(1), event: event.map { EventName($0) },
            channel: place.map { ChannelName(wire: $0) })
        let event = ChannelsEvent(
            name: EventName(name), channel: ChannelName(wire: channel), data: .absent)
        names.add(binding)
        names.add(binding)
        names.remove(binding)
        #expect(names.isBound(event) == isBound)
        names.remove(binding)
        names.remove(binding)
        #expect(names.isBound(event) == event.name.isProtocolEvent)
    }

    @Test("a binding for the user is told about the user's channel only")
    func boundForUser() {
        var names = BoundNames()
        names.add(EventBinding(id: BindingID(1), event: "bell", channel: nil, isForUser: true))
        let event = { (channel: String) in
            ChannelsEvent(name: "bell", channel: ChannelName(wire: channel), data: .absent)
        }
        #expect(names.isBound(event("#server-to-user-7")))
        #expect(!names.isBound(event("chat")))
    }

    @Test("y gives up what is marked; every other key does not")
    func marks() {
        var state = DashboardFixture.dashboard()
        state.press("Space", "Space")
        #expect(state.channels.marked.count == 2)
        #expect(state.channels.selected?.text == "private-orders-42")
        for key in ["Enter", "n", "Y", "Esc", "Ctrl-C"] {
            #expect(state.press("u").isEmpty)
            #expect(state.confirmation != nil)
            #expect(state.press(key).isEmpty)
            #expect(state.confirmation == nil)
        }
        state.press("u")
        let wanted = ["chat-room", "presence-lobby"].map {
            Effect.client(.unsubscribe(ChannelName(wire: $0)))
        }
        #expect(state.press("y") == wanted)
        #expect(state.channels.marked.count == 2)
        _ = state.handle(
            .client([
                ClientReport(
                    number: 1, time: state.now,
                    kind: .subscriptionChanged(Self.lobby, .unsubscribed))
            ]))
        // One that is left needs no question.
        #expect(state.press("u") == [wanted[0]])
        state.press("Esc")
        #expect(state.channels.marked.count == 1)
    }

    @Test("Space takes a mark away again")
    func unmark() {
        var state = DashboardFixture.dashboard()
        state.press("Space", "Up", "Space")
        #expect(state.channels.marked.isEmpty)
        #expect(state.press("u") == [.client(.unsubscribe(Self.lobby))])
    }

    @Test("names that are far too long are counted together, and not offered")
    func longNames() {
        let long = EventName(String(repeating: "x", count: 801))
        let name = EventName(String(repeating: "y", count: 800))
        var state = DashboardFixture.dashboard()
        let before = state.channels.rows[Self.ticker]?.counts
        for event in [long, long, name] {
            let kind = SharingSamples.received(event, on: Self.ticker.text)
            _ = state.handle(.client([SharingSamples.event(kind)]))
        }
        let counts = state.channels.rows[Self.ticker]?.counts
        #expect(counts?.others == (before?.others ?? 0) + 2)
        #expect(counts?.byName[long] == nil)
        #expect(counts?.byName[name] == 1)
        #expect(!state.eventNames.contains(long))
        #expect(state.eventNames.contains(name))
    }

    @Test("the inspector tells a channel's unbound events and its busiest second")
    func inspected() {
        var session = RecordedEvents.sandboxSession()
        session.add(.bindingRemoved(BindingID(1)))
        for _ in 0..<5 { session.receive("new-message", on: "chat-room", "{}") }
        var state = DashboardFixture.dashboard(session)
        state.press("Enter")
        let text = state.screen().textRows.joined()
        #expect(text.contains("unbound 5"))
        #expect(text.contains("peak 5 in a second"))
    }

    @Test("bindings by hits and by name, in their groups")
    func bindings() {
        var session = RecordedEvents.sandboxSession()
        for (id, name) in [(7, "zebra"), (8, "ant")] {
            session.add(
                .bindingChanged(
                    EventBinding(
                        id: BindingID(id), event: EventName(name), channel: Self.lobby, hits: id)))
        }
        var state = DashboardFixture.dashboard(session)
        let order = { (state: DashboardState) in state.bindings.cursor.order.map(\.number) }
        #expect(order(state) == [1, 2, 7, 8, 3])
        _ = state.order(.bindings, by: "hits")
        #expect(order(state) == [1, 8, 7, 2, 3])
        _ = state.order(.bindings, by: "name")
        #expect(order(state) == [1, 8, 2, 7, 3])
    }

    @Test("a removed row hands the choice to the next one, or to the one before it")
    func cursor() {
        var cursor = ListCursor<Int>()
        cursor.arrange(Array(0..<6))
        cursor.move(.rows(1), height: 3)
        #expect(cursor.selected == 0)
        cursor.select(3, height: 3)
        cursor.arrange([5, 4, 2, 1])
        #expect(cursor.selected == 4)
        #expect(cursor.index == 1)
        cursor.arrange([5, 2])
        #expect(cursor.selected == 2)
        cursor.arrange([5])
        #expect(cursor.selected == 5)
        cursor.arrange([])
        #expect(cursor.selected == nil)
        cursor.select(0, height: 3)
        #expect(cursor.selected == nil)
    }

    @Test("a row of the screen can be pointed at, in every list and where it is scrolled to")
    func pointing() {
        var session = RecordedEvents.sandboxSession()
        // Without a separator, so that they stay a list.
        for number in 10..<40 { session.subscribe("room\(number)") }
        var state = DashboardFixture.dashboard(session)
        #expect(state.channels.click(row: 0, height: 6) == true)
        #expect(state.channels.click(row: 4, height: 6) == false)
        #expect(state.channels.selected?.text == "private-audit")
        // The last line says how many more there are.
        for line in [-1, 5, 6, Int.max] {
            #expect(state.channels.click(row: line, height: 6) == nil)
        }
        state.press("G")
        #expect(state.channels.click(row: 4, height: 6) == true)
        #expect(state.channels.click(row: 0, height: 6) == false)
        #expect(state.channels.selected?.text == "room35")
        state.channels.select(Self.lobby)
        #expect(state.channels.selected == Self.lobby)
        #expect(state.members.click(row: 2, in: Self.lobby, height: 6) == false)
        #expect(state.members.selectedMember(in: Self.lobby)?.id == "u03")
        #expect(state.members.click(row: 5, in: Self.lobby, height: 6) == nil)
        #expect(state.members.click(row: 0, in: nil, height: 6) == nil)
        #expect(state.bindings.click(row: 0, height: 9) == nil)
        #expect(state.bindings.click(row: 3, height: 9) == false)
        #expect(state.bindings.selected == BindingID(2))
        #expect(state.bindings.click(row: 3, height: 9) == true)
    }

    @Test(
        "a list shows as many rows as fit, less one line if some do not",
        arguments: [
            (count: 5, height: 5, hasFooter: false, rows: 0..<5, below: 0),
            (6, 5, false, 0..<4, 2), (5, 5, true, 0..<4, 1), (0, 5, false, 0..<0, 0),
            (3, 1, false, 0..<1, 2), (3, 0, false, 0..<1, 2), (3, -4, false, 0..<1, 2),
        ])
    func window(count: Int, height: Int, hasFooter: Bool, rows: Range<Int>, below: Int) {
        var cursor = ListCursor<Int>()
        cursor.arrange(Array(0..<count))
        let window = cursor.window(height: height, hasFooter: hasFooter)
        #expect(window.rows == rows)
        #expect(window.below == below)
    }

    @Test("a level is kept from slot to slot, for as long as is remembered")
    func levels() {
        var levels = LevelHistory()
        #expect(levels.values(3, at: 8).isEmpty)
        levels.record(2, second: 8)
        levels.record(5, second: 11)
        levels.record(3, second: 20)
        #expect(levels.values(9, at: 27) == [5, 5, 5, 3, 3])
        #expect(levels.values(2, at: 27) == [3, 3])
        levels.record(4, second: 2)
        #expect(levels.values(9, at: 20) == [5, 5, 5, 4])
        levels.record(1, second: .max)
        #expect(levels.values(99, at: .max).count == LevelHistory.capacity)
        #expect(levels.values(2, at: .min) == [4, 1])
    }
}
