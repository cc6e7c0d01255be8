import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The help")
struct HelpTests {
    @Test(
        "a command is found by title, sentence, key and name, and by several words",
        arguments: [
            ("unsubscribe chan", Command.unsubscribe), ("toggle-binding", .toggleBinding),
            ("ctrl-z", .suspend), ("previews", .themes), ("immediately", .quitNow),
            (":policy", .policy),
            ("bug report", .copyDiagnosis), ("sort rate", .sort),
            ("leave", .unsubscribe), ("mute", .hideEvent), ("publish", .trigger),
            ("unsb", .unsubscribe), (":fltr", .filter), ("screenshot", .saveScreen),
        ])
    func found(text: String, command: Command) {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        state.type(text)
        #expect(state.help?.commands.contains { $0.id == command.id } == true)
    }

    @Test(
        "somebody who types a name gets that command, not one that mentions it",
        arguments: [
            ("uit", Command.quit), ("redraw", .redraw), ("mouse", .mouse), ("clear", .clear),
            ("leave", .unsubscribe), ("exit", .quit), ("join", .subscribe),
        ])
    func best(text: String, command: Command) {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        state.type(text)
        #expect(state.help?.selectedCommand?.id == command.id)
    }

    @Test("a command without a key is shown by its name, and runs")
    func keyless() {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        state.type("policy")
        #expect(state.screen().textRows.contains { $0.contains(":policy NAME") })
        #expect(state.screen().textRows.contains { $0.contains("config: keys.policy = []") })
        state.press("Enter")
        #expect(state.picker?.command == Command.policy.id)
        state.press("Esc", "?", "?")
        state.type("save-layout")
        state.press("Enter")
        #expect(state.prompt?.kind == .argument(.saveLayout))
    }

    @Test("the configuration is shown with the keys of now")
    func configuration() {
        var state = DashboardFixture.empty {
            $0.keymap = Keymap(overriding: [.zoom: ["x", .in(.events, "y")]])
        }
        state.press("?", "?")
        state.type("zoom")
        let line = "config: keys.zoom = [\"x\"]   keys.events.zoom = [\"y\"]"
        #expect(state.screen().textRows.contains { $0.contains(line) })
    }

    @Test("a click selects a command, and a second one runs it; beside the help it closes")
    func clicks() {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        state.type("redraw")
        #expect(state.help?.hit(x: 10, y: 2, in: state.bodyRect) == .inside)
        #expect(state.help?.hit(x: 10, y: 3, in: state.bodyRect) == .item(0))
        #expect(state.help?.hit(x: 0, y: 4, in: state.bodyRect) == .outside)
        #expect(state.pointInOverlay(MousePress(.press, x: 10, y: 3)) == [.terminal(.redraw)])
        state.press("?", "?")
        #expect(state.pointInOverlay(MousePress(.press, x: 10, y: 5)).isEmpty)
        #expect(state.help?.selectedCommand?.id == Command.unsubscribe.id)
        #expect(state.pointInOverlay(MousePress(.wheelUp, x: 5, y: 5)).isEmpty)
        #expect(state.help?.selectedCommand?.id == Command.subscribe.id)
        #expect(state.pointInOverlay(MousePress(.press, x: 0, y: 0)).isEmpty)
        #expect(!state.hasOverlay)
    }

    // MARK: The first page

    @Test("? shows the keys that matter now on one page, the focused pane first")
    func page() throws {
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
            state.press("?")
            let page = try #require(state.keys)
            #expect(state.help == nil)
            #expect(page.left.first?.title == "Channels")
            let items = (page.left + page.right).flatMap(\.items)
            #expect((20...32).contains(items.count), "\(items.count)")
            #expect(Set(items.map(\.keys)).count == items.count)
            #expect(page.box(in: state.bodyRect).height <= state.bodyRect.height)
            let text = state.screen().textRows.joined(separator: "\n")
            for item in items.prefix(6) { #expect(text.contains("\(item.words)"), "\(item)") }
            #expect(text.contains("On this screen"))
        }
    }

    @Test("the page offers what can be done now: why a channel is refused, or r while disconnected")
    func pageOfState() throws {
        var session = RecordedEvents.sandboxSession()
        session.drop(4201, reason: "", retryAfter: .seconds(9))
        var state = DashboardFixture.dashboard(session)
        state.press("?")
        let words = try #require(state.keys).left.flatMap(\.items).map(\.words)
        #expect(words.contains("retry now") && words.contains("stop"))
        #expect(!words.contains("try again"))
    }

    @Test("q and Esc leave the page, ? lists all commands, and typing searches them")
    func leaving() {
        for key in ["q", "Esc", "F1", "Ctrl-C"] {
            var state = DashboardFixture.choosing()
            #expect(state.press("?", key).isEmpty)
            #expect(state.keys == nil && state.help == nil, "\(key)")
        }
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        #expect(state.keys == nil && state.help?.field.text.isEmpty == true)
        state.press("Esc", "?", "z")
        #expect(state.help?.field.text == "z")
    }

    @Test("what cannot be done now is listed last, with its reason")
    func unavailable() throws {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        state.type("retry")
        let help = try #require(state.help)
        let reasons = help.commands.map { help.reason($0) }
        let first = try #require(reasons.firstIndex { $0 != nil })
        #expect(reasons[first...].allSatisfy { $0 != nil })
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains("nothing to") || $0.contains("connected") })
    }

    // MARK: All commands

    @Test("Ctrl-C and Ctrl-G close it", arguments: ["Ctrl-C", "Ctrl-G", "Esc", "F1"])
    func closing(key: String) {
        var state = DashboardFixture.choosing()
        #expect(state.press("?", "?", key).isEmpty)
        #expect(state.help == nil)
    }

    @Test("every printable key is text for the search", arguments: ["?quit", "q", "??", "qqu"])
    func text(typed: String) {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        #expect(state.type(typed).isEmpty)
        #expect(state.help?.field.text == typed)
    }

    @Test("a paste into the help searches, and runs nothing")
    func paste() {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        #expect(state.handle(.key(.paste(Array("quit\n".utf8)))).isEmpty)
        #expect(state.help?.selectedCommand?.id == Command.quit.id)
    }

    @Test("it opens with the commands of the focused pane", arguments: Catalog.core.panes)
    func focused(pane: PaneID) throws {
        var state = DashboardFixture.choosing()
        state.focus(on: pane)
        state.press("?", "?")
        let help = try #require(state.help)
        #expect(help.lines.first == .heading("In \(pane.title)"))
        let own = help.entries.prefix { $0.section == "In \(pane.title)" }.compactMap(\.id)
        let hints = (Catalog.core.row(pane)?.hints ?? []).compactMap { Catalog.core.command($0) }
        #expect(own.starts(with: Catalog.core.heads(of: hints).map(\.id)))
        let listed = help.entries.filter { !$0.isVariant }.compactMap(\.id)
        #expect(Set(listed) == Set(Catalog.core.listed.map(\.id)))
        #expect(listed.count == Catalog.core.listed.count)
        #expect(Set(help.entries.compactMap(\.id)) == Set(Catalog.core.commands.map(\.id)))
    }

    @Test(
        "symbols are explained, and found by themselves and by what they mean",
        arguments: [
            ("◇", "the connection changed here"), ("subs", "members or subscribers"),
            ("★", "this client"), ("▒", "connecting"), ("~", "a state, subscription"),
            ("no binding", "events that no binding matches"),
        ])
    func symbols(typed: String, meaning: String) {
        var state = DashboardFixture.choosing()
        state.press("?", "?")
        state.type(typed)
        #expect(state.help?.commands.contains { $0.title.hasPrefix(meaning) } == true)
        #expect(state.screen().textRows.contains { $0.contains(meaning) })
        state.type(" connecting")
        #expect(state.press("Enter").isEmpty)
    }

    @Test("what matches nothing is met with what was meant, with and without a colon")
    func meant() {
        for typed in [":unsubzcribe", "fliter"] {
            var state = DashboardFixture.choosing()
            state.press("?", "?")
            state.type(typed)
            let name = typed.hasPrefix(":") ? "unsubscribe" : "filter"
            let rows = state.screen().textRows
            #expect(rows.contains { $0.contains("No matches. Did you mean \"\(name)\"?") })
        }
    }

    @Test("every synonym is of a command that there is, in lower case")
    func synonyms() {
        for name in Command.synonymsOfCore.keys {
            #expect(Catalog.core.command(name) != nil, "\(name)")
        }
        for command in Catalog.core.commands {
            #expect(command.synonyms.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
        }
    }

    @Test("figures come while they are asked for, and go when they are not")
    func figures() {
        var state = DashboardFixture.choosing()
        _ = state.handle(.figures([Action.Figure("frames", "1")]))
        #expect(state.figures.isEmpty)
        state.press("F12")
        #expect(state.wantsFigures)
        _ = state.handle(.figures([Action.Figure("frames", "1")]))
        #expect(state.allFigures.map(\.name) == ["frames", "Events rows", "Events bytes"])
        state.press("F12")
        #expect(!state.wantsFigures && state.figures.isEmpty)
    }
}
