import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The inspector")
struct InspectorPaneTests {
    // MARK: Walking

    @Test("view, folds and the selected node stay while the selection in the log moves")
    func walking() {
        var session = RecordedEvents()
        session.connect()
        for bid in 1...3 {
            session.receive("price", on: "ticker", "{\"bid\":\(bid),\"more\":{\"x\":1}}")
        }
        session.receive("other", on: "ticker", "{\"more\":{\"x\":1}}")
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "Up", "Enter", "5", "Down", "Down", "Enter")
        #expect(state.inspector?.selectedPath == "$.more")
        state.press("3", "Up")
        #expect(state.inspector?.selectedPath == "$.more")
        #expect(state.inspector?.nodeCount == 4)
        state.press("5", "Up")
        #expect(state.inspector?.selectedPath == "$.bid")
        #expect(state.inspector?.selectedText == "2")
        // Where it is missing, the selection goes to what is around it, and comes back.
        state.press("3", "Down", "Down")
        #expect(state.inspector?.selectedPath == "$")
        state.press("Up")
        #expect(state.inspector?.selectedPath == "$.bid")
        #expect(state.inspector?.selectedText == "3")
    }

    @Test("J and K move the node from any pane, and it stays in sight")
    func fromAnywhere() {
        var session = RecordedEvents()
        session.connect()
        session.receive(
            "list", on: "ticker", "[" + (0..<50).map(String.init).joined(separator: ",") + "]")
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Enter")
        for _ in 0..<30 { state.press("J") }
        #expect(state.inspector?.selectedPath == "$[29]")
        #expect(state.screen().textRows.contains { $0.hasPrefix("▸    [29] 29") })
        state.press("K")
        #expect(state.screen().textRows.contains { $0.hasPrefix("▸    [28] 28") })
    }

    // MARK: Filter and copy

    @Test(
        "f makes a filter of the selected node, beside the one that is there",
        arguments: [
            ("$.items[0].sku", "data.items[0].sku=\"A-100\""), ("$.n", "data.n=1"),
            ("$.items", "has:data.items"),
        ])
    func filter(path: String, source: String) {
        var session = RecordedEvents()
        session.connect()
        session.receive("order", on: "orders", "{\"n\":1,\"items\":[{\"sku\":\"A-100\"}]}")
        session.receive("order", on: "orders", "{\"n\":2}")
        var state = DashboardFixture.dashboard(session)
        state.press("3", "f")
        state.type("event:order")
        state.press("Enter", "Up", "Up", "Enter", "5")
        state.inspector?.go(to: path)
        state.press("f")
        #expect(state.events.view.filter?.source == "event:order \(source)")
        #expect(state.events.count == 1)
    }

    @Test("what makes no filter says why")
    func noFilter() {
        var session = RecordedEvents()
        session.connect()
        session.receive("x", on: "c", "{\"t\":\"{\\\"a\\\":1}\"}")
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Enter", "5")
        state.inspector?.go(to: "$.t\".a")
        state.press("f")
        #expect(state.notice?.text == "filters cannot look inside a string that contains JSON")
        state.press("G", "f")
        #expect(state.notice?.text == "filters apply only to event data")
        state.press("v", "f")
        #expect(state.notice?.text == "select a tree node to filter by; v shows the tree")
        #expect(state.events.view.filter == nil)
    }

    @Test("a copy is the JSON text of the selected node, or all of the data")
    func copies() {
        var pane = InspectorFixture.pane("{\"a\":{\"b\": [1, 2]},\"t\":\"[1]\"}")
        #expect(pane.selectedText == "{\"a\":{\"b\":[1,2]},\"t\":\"[1]\"}")
        pane.go(to: "$.a.b")
        #expect(pane.selectedText == "[1,2]")
        pane.go(to: "$.t")
        #expect(pane.selectedText == "\"[1]\"")
        pane.show(.raw)
        #expect(pane.selectedText == "{\"a\":{\"b\": [1, 2]},\"t\":\"[1]\"}")
    }

    @Test("commands of a closed inspector, and of views without nodes, say why they do nothing")
    func reasons() {
        var state = DashboardFixture.dashboard()
        state.press("2", "v")
        #expect(state.notice?.text == "the inspector is closed; Enter opens it")
        state.press("3", "Enter", "5", "v", "Enter")
        #expect(state.notice?.text == "only the tree has nodes to fold; v switches to it")
        state.press("1", "Enter", "v")
        #expect(state.notice?.text == "no data to show in another view")
    }

    @Test("w wraps or cuts long lines, and the setting is kept")
    func wrap() {
        var state = DashboardFixture.dashboard()
        state.press("3", "Enter")
        #expect(state.inspector?.wraps == true)
        let effects = state.press("5", "w")
        #expect(state.inspector?.wraps == false)
        #expect(effects == [.file(.saveSettings(state.settings))])
        #expect(!state.settings.wrapsInspector)
    }

    // MARK: Facts

    @Test("facts tell the kind, the size, the event before and the bindings")
    func facts() throws {
        let channel = ChannelName(wire: "t")
        let state = Self.inspecting { session in
            session.add(.bindingChanged(EventBinding(id: BindingID(1), event: nil, channel: nil)))
            session.add(
                .bindingChanged(EventBinding(id: BindingID(2), event: "price", channel: channel)))
            session.add(
                .bindingChanged(EventBinding(id: BindingID(3), event: "other", channel: channel)))
            session.add(
                .bindingChanged(
                    EventBinding(id: BindingID(4), event: "price", channel: nil, isEnabled: false)))
            session.receive("price", on: "t", "1")
            session.wait(.milliseconds(1500))
            session.receive("other", on: "t", "1")
            session.wait(.seconds(70))
            session.receive("price", on: "t", "{\"bid\":1}")
        }
        let pane = try #require(state.inspector)
        #expect(pane.fact("kind") == "event")
        #expect(pane.fact("data") == "JSON in a string, 9 bytes, 0.0% of 10 KiB")
        #expect(pane.fact("frame") == "52 bytes")
        #expect(pane.fact("previous") == "1m11s earlier; on the channel 1m10s earlier")
        #expect(pane.fact("handled") == "2 bindings: *, price")
        #expect(pane.fact("echo") == "Echo.channel('t').listen('.price', …)")
        #expect(pane.fact("laravel") == "broadcastAs 'price' on Channel('t')")
        #expect(pane.fact("note") == nil)
    }

    @Test(
        "the kind of an event says what its name and channel say",
        arguments: [
            ("price", "ticker", nil, "event"),
            ("price", "cache-t", nil, "event on a cache channel"),
            ("price", "private-encrypted-t", nil, "event, decrypted here"),
            ("client-x", "presence-t", "u1", "client event from u1"),
            ("client-x", "private-t", nil, "client event, sender unknown"),
            ("pusher:x", "t", nil, "protocol event"),
        ] as [(EventName, String, UserID?, String)])
    func kinds(name: EventName, channel: String, user: UserID?, words: String) {
        let event = InspectorFixture.event("1", name, on: channel, from: user)
        let pane = InspectorPane(.event(event), utcOffsetSeconds: 0)
        #expect(pane.fact("kind") == words)
        #expect(pane.fact("handled") == "unbound: no active binding matches")
    }

    @Test(
        "what is odd about a message is noted",
        arguments: [
            (
                #"{"event":"x","channel":"c","data":"{\"a\":1,\"a\":2}"}"#,
                "! duplicate key a; the last value is used"
            ),
            (
                #"{"event":"x","channel":"c","channel":"c","data":"1"}"#,
                "! duplicate key channel in the message; the last value is used"
            ),
            (
                #"{"event":"x","channel":"c","data":"1","tag":1,"ts":2}"#,
                "! extra message fields: tag, ts"
            ),
            (
                #"{"event":"x","channel":"c","data":"{\"a\":"}"#,
                "! not JSON: unexpected end of text at byte 5"
            ),
        ])
    func notes(frame: String, words: String) throws {
        let event = try #require(InspectorFixture.event(frame: frame))
        #expect(InspectorPane(.event(event), utcOffsetSeconds: 0).fact("note") == words)
    }

    @Test("data beyond the limit of the hosted service is noted")
    func large() {
        let pane = InspectorFixture.pane(String(repeating: "x", count: 10_241))
        #expect(pane.fact("data") == "plain text, 10,241 bytes, 100.0% of 10 KiB")
        #expect(pane.fact("note") == "! exceeds the hosted service's limit")
    }

    @Test("data beyond what is read is shown up to there")
    func huge() {
        let pane = InspectorFixture.pane("[" + String(repeating: "1,", count: 600_000) + "1]")
        #expect(pane.view == .pretty)
        #expect(pane.fact("data")?.hasPrefix("too large to format") == true)
    }

    @Test("an event without data says so")
    func absent() throws {
        let event = try #require(InspectorFixture.event(frame: #"{"event":"x","channel":"c"}"#))
        let pane = InspectorPane(.event(event), utcOffsetSeconds: 0)
        #expect(pane.texts().first == "The event has no data.")
        #expect(pane.fact("data") == "no data, 0 bytes, 0.0% of 10 KiB")
    }

    @Test("the event before is looked for before the inspected one, whatever came since")
    func later() throws {
        var session = RecordedEvents()
        session.connect()
        session.receive("price", on: "t", "1")
        session.wait(.seconds(2))
        session.receive("price", on: "t", "2")
        session.wait(.seconds(2))
        session.receive("price", on: "t", "3")
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "Up", "Enter")
        #expect(state.inspector?.fact("previous") == "2.000s earlier")
        state.press("Up")
        #expect(state.inspector?.fact("previous") == "none with this name")
    }

    @Test("refused client events are shown with their data, and the message that refused them")
    func rejection() {
        let event = ChannelsEvent(
            name: "client-x", channel: ChannelName(wire: "private-t"), data: "{\"a\":1}")
        let rejection = ClientEventRejection(
            text: "too fast", code: 4301, candidates: [event], sentInLastSecond: 12,
            frame: "{\"event\":\"pusher:error\"}")
        let pane = InspectorPane(
            .event(ClientReport(number: 1, time: .zero, kind: .clientEventsRejected(rejection))),
            utcOffsetSeconds: 0)
        #expect(pane.fact("code") == "4301")
        #expect(pane.fact("sent") == "12 in the preceding second")
        #expect(
            pane.texts() == [
                "too fast", "", "It was client-x, with this data:", "+ {…1}  \"a\":1", "",
                "The refusal:", "- {1}", "    \"event\": \"pusher:error\"",
            ])
    }

    @Test("after a reconnection, the members that came and went have a line each")
    func meanwhile() {
        let difference = MemberDifference(
            joined: [RecordedEvents.member("u7", "Bo")], left: [PresenceMember(id: "u\u{1B}9")])
        let kind = ClientReport.Kind.membersReplaced(
            ChannelName(wire: "presence-x"), PresenceMembers(roster: Roster(members: []), me: nil),
            difference: difference)
        let pane = InspectorPane(
            .event(ClientReport(number: 1, time: .zero, kind: kind)), utcOffsetSeconds: 0)
        #expect(pane.texts() == ["0 members", "+ u7  {\"name\":\"Bo\"}", "- u␛9"])
    }

    // MARK: Members and channels

    @Test("a member is shown with user_info as a tree, and how long it is here")
    func member() throws {
        var state = DashboardFixture.dashboard()
        state.press("2", "Enter")
        var pane = try #require(state.inspector)
        #expect(pane.fact("user id") == "u01")
        #expect(pane.fact("is") == "this client")
        #expect(pane.fact("user_info") == "14 bytes, JSON")
        #expect(pane.texts() == ["- {1}", "    \"name\": \"Kim\""])
        let seen = try #require(pane.content.facts.first { $0.label == "seen since" })
        #expect(seen.since != nil)
        state.press("G")
        pane = try #require(state.inspector)
        #expect(pane.fact("user id") == "u17")
        #expect(pane.fact("joined") == "15:02:46.627")
        #expect(pane.fact("is") == nil)
        pane.go(to: "$.name")
        if case .success = pane.selectedFilter { Issue.record("a member is no event") }
    }

    @Test("a member that leaves while it is inspected is said to have left")
    func leaving() {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        state.press("2", "Down", "Down", "Enter")
        #expect(state.inspector?.fact("left") == nil)
        session.add(
            .memberRemoved(
                ChannelName(wire: "presence-lobby"), RecordedEvents.member("u02", "Ana Ruiz")))
        _ = state.handle(.client(session.events.suffix(1)))
        #expect(state.inspector?.fact("left") == "15:02:48.327")
        #expect(state.inspector?.fact("user id") == "u02")
    }

    @Test("a member without user_info says so")
    func plainMember() {
        let pane = InspectorPane(
            .member(ChannelName(wire: "presence-x"), PresenceMember(id: "u1")), utcOffsetSeconds: 0)
        #expect(pane.texts() == ["The member has no user_info."])
        #expect(!pane.hasViews)
    }

    @Test("a channel says what came on it, name by name")
    func channel() throws {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("t")
        for count in 1...12 { session.receive(count > 2 ? "often" : "rare", on: "t", "12") }
        session.receive("\u{1B}x", on: "t", "12")
        var state = DashboardFixture.dashboard(session)
        state.press("Enter")
        let pane = try #require(state.inspector)
        #expect(pane.fact("events") == "13")
        #expect(pane.fact("unbound") == "13")
        #expect(pane.fact("bytes") == "559")
        #expect(pane.fact("last") == "15:02:00.029")
        #expect(
            pane.texts() == ["Events by name:", "  10  often", "   2  rare", "   1  ␛x"])
    }

    @Test("names of events are counted one by one up to a limit")
    func manyNames() {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("t")
        for number in 0..<60 { session.receive(EventName("e\(number)"), on: "t", "1") }
        var state = DashboardFixture.dashboard(session)
        state.press("Enter")
        #expect(state.inspector?.texts().last == "  10 with other names")
    }

    /// A dashboard that inspects the newest event of a session.
    private static func inspecting(_ record: (inout RecordedEvents) -> Void) -> DashboardState {
        var session = RecordedEvents()
        session.connect()
        record(&session)
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Enter")
        return state
    }
}
