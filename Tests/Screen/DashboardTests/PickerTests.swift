import BuoyDashboardTesting
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("Lists to choose from")
struct PickerTests {
    // MARK: Themes

    @Test("a theme is shown as soon as it is selected, and kept by Enter")
    func themeKept() {
        var state = DashboardFixture.choosing()
        #expect(state.press("Ctrl-T").isEmpty)
        #expect(state.press("Down") == [.terminal(.showTheme("mono"))])
        #expect(state.press("Down") == [.terminal(.showTheme("dracula"))])
        #expect(state.settings.theme == "default")
        let effects = state.press("Enter")
        #expect(effects.besidesSettings.isEmpty)
        #expect(effects.savedSettings?.theme == "dracula")
        #expect(state.picker == nil)
    }

    @Test("typing selects too, and Esc takes off what was tried on", arguments: ["Esc", "Ctrl-C"])
    func themeLeft(key: String) {
        var state = DashboardFixture.choosing()
        state.press("Ctrl-T")
        #expect(state.type("nord") == [.terminal(.showTheme("nord"))])
        #expect(state.type("zzz").isEmpty)
        #expect(state.press(key) == [.terminal(.showTheme("default"))])
        #expect(state.settings.theme == "default")
        #expect(state.picker == nil)
    }

    @Test("nothing is shown again where nothing was tried on")
    func themeUntouched() {
        var state = DashboardFixture.choosing()
        state.press("Ctrl-T")
        #expect(state.press("q", "F1").isEmpty)
        #expect(state.picker == nil)
        state.press("Ctrl-T")
        #expect(state.press("Down", "Up", "Esc").count == 2)
    }

    @Test("without themes or policies, that is said")
    func nothing() {
        var state = DashboardFixture.dashboard()
        state.press("Ctrl-T")
        #expect(state.picker == nil)
        #expect(state.notice?.text == "no themes to choose from")
        #expect(state.unavailableReason(for: .policy) == "no other policy to choose")
    }

    @Test(
        "letters find a theme in their order, the best first",
        arguments: [
            ("grvd", "gruvbox-dark"), ("light", "gruvbox-light"), ("hcd", "high-contrast-dark"),
        ])
    func fuzzy(typed: String, theme: String) {
        var state = DashboardFixture.choosing()
        state.press("Ctrl-T")
        state.type(typed)
        #expect(state.picker?.selectedItem?.name == theme)
    }

    // MARK: Others

    @Test("a saved filter is used by Enter")
    func savedFilter() {
        var state = DashboardFixture.choosing()
        state.press("F", "Down", "Enter")
        #expect(state.events.view.filter?.source == "@big")
        #expect(state.picker == nil)
    }

    @Test("a saved filter that no longer reads is said to be wrong")
    func brokenFilter() {
        var state = DashboardFixture.empty { $0.settings.savedFilters["broken"] = "size>" }
        state.press("F", "Enter")
        #expect(state.events.view.filter == nil)
        #expect(state.notice?.level == .warning)
    }

    @Test("what is saved is forgotten after a question")
    func forgetting() {
        var state = DashboardFixture.choosing()
        #expect(state.press("F", "Del", "n").isEmpty)
        #expect(state.settings.savedFilters.count == 2)
        let saved = state.press("Del", "y").savedSettings
        #expect(saved.map { Array($0.savedFilters.keys) } == ["big"])
        #expect(state.picker?.items.map(\.name) == ["big"])
        state.press("Esc", "a")
        state.type("mine")
        #expect(state.press("Del", "y").savedSettings?.savedLayouts.isEmpty == true)
    }

    @Test("a preset cannot be forgotten")
    func presets() {
        var state = DashboardFixture.choosing()
        #expect(state.press("a", "Del").isEmpty)
        #expect(state.confirmation == nil)
        #expect(state.picker?.current == "standard")
    }

    @Test("layouts and policies are chosen by their names")
    func names() {
        var state = DashboardFixture.choosing()
        let saved = state.press("a", "Down", "Enter").savedSettings
        #expect(saved?.layout.preset == .events)
        state.press(":")
        state.type("policy")
        state.press("Enter")
        #expect(state.press("Down", "Enter") == [.client(.setPolicy("pusher-js"))])
    }

    @Test("a layout is shown as soon as it is selected, and kept by Enter alone")
    func layoutPreview() {
        var state = DashboardFixture.choosing()
        let before = state.layout
        state.press("a", "Down")
        #expect(state.layout != before)
        #expect(state.settings.layout.preset == .standard)
        #expect(state.press("Esc").isEmpty)
        #expect(state.layout == before)
        #expect(state.press("a", "Down", "Enter").savedSettings?.layout.preset == .events)
        #expect(state.layout != before)
        state.press("a", "Up")
        #expect(state.layout == before)
        state.press("Esc")
        #expect(state.layout != before)
    }

    @Test("every form of copying is one that the command line takes")
    func forms() {
        let forms = CopyForm.allCases.map(\.rawValue)
        let others = Catalog.core.variants(of: .copy).map { String($0.name.dropFirst(5)) }
        #expect(Command.copy.argument?.form == (forms + others).joined(separator: "|"))
    }

    @Test("what is copied is what is selected, in the form that is chosen")
    func copyAs() {
        var state = DashboardFixture.choosing()
        #expect(state.press("y") == [.terminal(.copy("chat-room", of: "chat-room"))])
        state.press("Y")
        #expect(state.picker?.items.map(\.name) == CopyForm.allCases.map(\.rawValue))
        guard case .terminal(.copy(let text, of: "chat-room"))? = state.press("Down", "Enter").first
        else {
            Issue.record("nothing is copied")
            return
        }
        #expect(text.contains("\"channel\":\"chat-room\""))
        state.press("3", "Enter", "5", "Down")
        #expect(state.press("y").first == .terminal(.copy("60120.5", of: "data.bid")))
        var empty = DashboardFixture.empty()
        #expect(empty.press("y").isEmpty)
        #expect(empty.notice?.text == "nothing copyable is selected")
    }

    @Test("the current filter gets a name")
    func saveFilter() {
        var state = DashboardFixture.choosing()
        state.press("3", "f")
        state.type("size>3k")
        state.press("Enter")
        _ = state.run(.saveFilter)
        state.type("bad name")
        state.press("Enter")
        #expect(state.prompt?.error?.hasPrefix("a name can have letters") == true)
        state.press("Ctrl-U")
        state.type("large")
        #expect(state.press("Enter").savedSettings?.savedFilters["large"] == "size>3k")
        #expect(state.notice?.text == "saved; use it as @large")
    }

    // MARK: The mouse

    @Test("a click selects, a click on what is selected chooses, a click beside it closes")
    func clicks() {
        var state = DashboardFixture.choosing()
        state.press("Ctrl-T")
        #expect(state.picker?.hit(x: 50, y: 5, in: state.bodyRect) == .item(2))
        #expect(state.picker?.hit(x: 50, y: 2, in: state.bodyRect) == .inside)
        #expect(state.picker?.hit(x: 5, y: 5, in: state.bodyRect) == .outside)
        #expect(
            state.pointInOverlay(MousePress(.press, x: 50, y: 5)) == [
                .terminal(.showTheme("dracula"))
            ])
        #expect(
            state.pointInOverlay(MousePress(.press, x: 50, y: 5)).savedSettings?.theme == "dracula")
        state.press("Ctrl-T")
        #expect(
            state.pointInOverlay(MousePress(.wheelDown, x: 5, y: 5)) == [
                .terminal(.showTheme("gruvbox-dark"))
            ]
        )
        #expect(
            state.pointInOverlay(MousePress(.press, x: 0, y: 0)) == [
                .terminal(.showTheme("dracula"))
            ])
        #expect(!state.hasOverlay)
    }

    @Test("a list that is longer than the screen scrolls, and clicks follow")
    func scrolling() {
        var state = DashboardFixture.choosing(80, 10)
        state.press("Ctrl-T", "PgDn", "PgDn")
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("high-contrast-dark") })
        let y = rows.firstIndex { $0.contains("one-light") } ?? 0
        #expect(
            state.pointInOverlay(MousePress(.press, x: 60, y: y)) == [
                .terminal(.showTheme("one-light"))
            ])
    }
}
