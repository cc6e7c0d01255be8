import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("Reading events")
struct EventReadingTests {
    /// A dashboard in which the last `order.shipped` is selected.
    private static func dashboard(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.press("3", "/")
        state.type("shipped")
        state.press("Enter")
        state.events.setSearch("")
        return state
    }

    private static func filter(_ state: DashboardState) -> String? {
        state.events.view.filter?.source
    }

    @Test("X hides events of the selected name, and adds to the filter that is there")
    func hide() {
        var state = Self.dashboard()
        #expect(state.press("X").isEmpty)
        #expect(Self.filter(state) == "-event:order.shipped")
        #expect(state.notice?.text.contains("order.shipped is hidden") == true)
        state.press("f")
        state.press("Ctrl-U")
        state.type("channel:ticker-* or channel:chat-room")
        state.press("Enter", "g", "X")
        let source = Self.filter(state) ?? ""
        #expect(source.hasPrefix("(channel:ticker-* or channel:chat-room) -event:"))
        #expect((try? EventFilter(source)) == state.events.view.filter)
    }

    @Test("a name with signs of the filter language is hidden, and nothing else")
    func hideOddName() {
        var session = RecordedEvents()
        session.connect()
        for name in ["a b*\"c", "a bX\"c", "or"] { session.receive(EventName(name), on: "c", "") }
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "Up", "Up")
        let before = state.events.count
        state.press("X")
        #expect(state.events.count == before - 1)
        #expect(
            (0..<state.events.count).allSatisfy {
                state.events.event(at: $0).map { $0.words.name } != "a b*\"c"
            })
    }

    @Test("a filter that would become too long stays as it is, and that is said")
    func hideTooMuch() {
        var state = Self.dashboard()
        let long = "-event:" + String(repeating: "x", count: EventFilter.sourceLimit - 10)
        state.events.setFilter(try? EventFilter(long))
        state.press("X")
        #expect(Self.filter(state) == long)
        #expect(state.notice?.text.hasPrefix("the filter was not changed: ") == true)
    }

    @Test("o shows one channel, and again all of them, with the rest of the filter as it was")
    func onlyChannel() {
        var state = Self.dashboard()
        state.press("o")
        #expect(Self.filter(state) == "channel:private-orders-42")
        state.press("o")
        #expect(Self.filter(state) == nil)
        state.press("f")
        state.type("-event:price  kind:event")
        state.press("Enter", "o")
        #expect(Self.filter(state) == "-event:price  kind:event channel:private-orders-42")
        state.press("o")
        #expect(Self.filter(state) == "-event:price  kind:event")
        state.press("f", "Ctrl-U")
        state.type("channel:private-orders-42 -event:price")
        state.press("Enter", "o")
        #expect(Self.filter(state) == "-event:price")
    }

    @Test("X and o need a selected row")
    func needSelection() {
        var state = DashboardFixture.dashboard()
        state.press("3", "X")
        #expect(state.notice?.text == "no row is selected; press Up")
        state.press("o")
        #expect(Self.filter(state) == nil)
    }

    @Test("C hides the rows of the connection, says so, and the choice is kept")
    func systemRows() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 120, 40)
        let all = state.events.count
        let effects = state.press("3", "C")
        var kept = state.settings
        kept.showsSystemRows = false
        #expect(effects == [.file(.saveSettings(kept))])
        #expect(state.events.count < all)
        #expect(state.screen().textRows.contains { $0.contains("without connection rows") })
        var options = DashboardFixture.options()
        options.settings = kept
        let next = DashboardState(options: options, size: state.size)
        #expect(!next.events.view.showsSystemRows)
        _ = state.handle(.configured(DashboardSettings(), .standard))
        #expect(state.events.count == all)
    }

    @Test(":times goes through the forms of times, and the choice is kept")
    func times() {
        var state = DashboardFixture.dashboard()
        state.press("3")
        var forms: [TimeFormat] = []
        for _ in 0..<4 {
            let effects = state.run(.times)
            #expect(effects == [.file(.saveSettings(state.settings))])
            forms.append(state.settings.timeFormat)
        }
        #expect(forms == [.utc, .relative, .delta, .clock])
    }

    @Test("Esc takes the search away, then the filter, then follows; and no marks")
    func cancelOrder() {
        var state = Self.dashboard()
        state.press("o", "m", "/")
        state.type("carrier")
        state.press("Enter", "Enter")
        #expect(state.inspector != nil)
        state.press("Esc")
        #expect(state.inspector == nil)
        #expect(state.events.search != nil)
        state.press("Esc")
        #expect(state.events.search == nil)
        #expect(Self.filter(state) != nil)
        state.press("Esc")
        #expect(Self.filter(state) == nil)
        state.press("Esc")
        #expect(!state.events.isHeld)
        state.press("Esc")
        #expect(state.notice?.text == "nothing to close; q quits")
        #expect(state.events.markCount == 1)
    }

    @Test("jumps say when there is nothing more, or that it is hidden")
    func jumps() {
        var state = DashboardFixture.dashboard()
        state.press("}")
        #expect(state.notice?.text == "no connection change below")
        state.press("{")
        #expect(state.notice == nil)
        #expect(state.events.selectedGroup?.settled != nil)
        state.press("Alt-Up")
        #expect(state.notice == nil)
        state.press(",")
        #expect(state.notice?.text == "no mark above")
        state.press("3", "f")
        state.type("kind:event")
        state.press("Enter", ".")
        #expect(
            state.notice?.text == "the next mark below is hidden; f edits the filter")
        state.press("Esc", "C", ".")
        guard case .gap? = state.events.selectedEvent?.kind else {
            Issue.record("the gap is not shown")
            return
        }
        state.press(",")
        #expect(
            state.notice?.text == "the next mark above is hidden; C shows the connection rows")
    }

    @Test(
        "commands that can do nothing say what to do",
        arguments: [
            (Command.savedFilters, "no saved filters yet; :save-filter NAME saves the current one"),
            (.saveFilter, "no filter to save; f sets one"),
            (.mark, "no rows to mark"),
            (.nextMark, "nothing is marked; m in Events (3) marks a row"),
            (.previousChange, "no connection changes in Events"),
            (.clear, "Events has no rows to clear"),
        ])
    func reasons(command: Command, reason: String) {
        #expect(DashboardFixture.empty().unavailableReason(for: command) == reason)
    }

    @Test("clearing empties Events, and leaves the connection log")
    func clear() {
        var state = DashboardFixture.dashboard()
        _ = state.run(.clear)
        #expect(state.events.count == 0)
        #expect(state.log.rows.count > 0)
        #expect(state.screen().textRows.contains { $0.contains("Events were cleared.") })
    }

    @Test("w shows the selected row whole, at most over half of the pane")
    func wrap() {
        var state = Self.dashboard(80, 24)
        let rows = state.screen().textRows
        state.press("w")
        let wrapped = state.screen().textRows
        #expect(!rows.contains { $0.contains("49.95") })
        #expect(wrapped.contains { $0.contains("49.95") })
        var session = RecordedEvents.sandboxSession()
        session.receive("long", on: "chat-room", String(repeating: "0123456789", count: 500))
        state = DashboardFixture.dashboard(session)
        state.press("3", "w")
        #expect(state.notice?.text == "no row is selected; press Up to select the row to wrap")
        state.press("Up")
        let height = state.eventRows
        let long = state.screen().textRows.filter { $0.contains("0123456789") }
        #expect(long.count == 1 + height / 2)
    }
}

// MARK: - Saved filters

extension EventReadingTests {
    private static func filtered(_ source: String) -> DashboardState {
        var state = DashboardFixture.dashboard()
        state.press("3", "f")
        state.type(source)
        state.press("Enter")
        return state
    }

    private static func save(_ name: String, _ state: inout DashboardState) -> [Effect] {
        _ = state.run(.saveFilter)
        state.type(name)
        return state.press("Enter")
    }

    @Test("a filter gets a name, which stands for it in other filters")
    func saveFilter() {
        var state = Self.filtered("channel:ticker-*")
        let effects = Self.save("tick", &state)
        #expect(state.savedFilters == [SavedFilter(name: "tick", source: "channel:ticker-*")])
        #expect(effects == [.file(.saveSettings(state.settings))])
        #expect(state.notice?.text == "saved; use it as @tick")
        let count = state.events.count
        state.press("f", "Ctrl-U")
        state.type("@tick -event:none")
        state.press("Enter")
        #expect(state.prompt == nil)
        #expect(state.events.count == count)
        state.events.setFilter(nil)
        state.applySavedFilter(named: "tick")
        #expect(state.events.count == count)
        state.press("f", "Ctrl-U")
        state.type("@t")
        #expect(state.completedPrompt?.completion.candidates.map(\.text) == ["@tick"])
        state.press("Esc")
        #expect(state.removeSavedFilter(named: "tick") == [.file(.saveSettings(state.settings))])
        #expect(state.savedFilters.isEmpty)
    }

    @Test(
        "names that cannot be used are refused",
        arguments: [
            "two words", "ä", "a/b", String(repeating: "x", count: 41),
        ])
    func badNames(name: String) {
        var state = Self.filtered("channel:ticker-*")
        #expect(Self.save(name, &state).besidesSettings.isEmpty)
        #expect(
            state.prompt?.error?.hasPrefix("a name can have letters, digits, _, - and .") == true)
        #expect(state.savedFilters.isEmpty)
    }

    @Test("a filter cannot contain itself, and one that others use stays")
    func loops() {
        var state = Self.filtered("channel:ticker-*")
        _ = Self.save("a", &state)
        state.press("f", "Ctrl-U")
        state.type("@a kind:event")
        state.press("Enter")
        #expect(Self.save("a", &state).isEmpty)
        #expect(state.prompt?.error?.contains("refer to each other") == true)
        state.press("Esc")
        #expect(!Self.save("b", &state).isEmpty)
        #expect(state.removeSavedFilter(named: "a").isEmpty)
        #expect(state.notice?.text == "@b uses @a; change or remove that one first")
        #expect(!state.removeSavedFilter(named: "b").isEmpty)
        #expect(!state.removeSavedFilter(named: "a").isEmpty)
        #expect(state.removeSavedFilter(named: "a").isEmpty)
    }

    @Test("an unknown name in a filter is pointed at")
    func unknownName() {
        var state = Self.filtered("kind:event @nobody")
        #expect(state.prompt?.error?.contains("unknown saved filter @nobody") == true)
        #expect(state.prompt?.errorRange.lowerBound == 11)
        state.press("Esc")
        state.applySavedFilter(named: "nobody")
        #expect(state.notice?.level == .warning)
    }
}
