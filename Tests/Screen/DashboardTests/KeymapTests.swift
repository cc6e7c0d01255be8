import BuoyDashboardTesting
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

@Suite("Commands and keys")
struct KeymapTests {
    @Test("every command has a title, a sentence, and a key or a place on the command line alone")
    func table() {
        let keyless = Catalog.core.commands.filter(\.defaultKeys.isEmpty)
        #expect(
            Set(keyless) == [
                .clear, .clearMarks, .columns, .policy, .saveLayout, .set, .reload,
                .fault, .takeName, .record,
                .speed, .seek, .tabs, .times, .saveFilter, .foldAll, .unfoldAll, .plainDump,
                .saveScreen, .recordScreen, .move, .next, .previous, .show, .resize,
            ])
        for command in Catalog.core.commands {
            #expect((command.title + command.summary).allSatisfy { $0.isASCII }, "\(command)")
            #expect(command.summary.hasSuffix("."), "\(command)")
            #expect(!command.title.isEmpty && !command.title.hasSuffix("."), "\(command)")
        }
        #expect(Set(Catalog.core.commands.map(\.title)).count == Catalog.core.commands.count)
    }

    @Test("no key means two things in one pane")
    func unambiguous() {
        for pane in Catalog.core.panes {
            var meanings: [KeyPress: Command] = [:]
            for command in Catalog.core.commands {
                for binding in command.defaultKeys where binding.acts(in: pane) {
                    let other = meanings.updateValue(command, forKey: binding.key)
                    #expect(other == nil, "\(binding.key.name) in \(pane)")
                }
            }
        }
    }

    @Test("every key finds its command in each of its panes")
    func lookup() {
        for command in Catalog.core.commands {
            for binding in command.defaultKeys {
                for pane in Catalog.core.panes where binding.acts(in: pane) {
                    #expect(Catalog.core.keymap.command(for: binding.key, in: pane) == command)
                }
            }
        }
        #expect(Catalog.core.keymap.command(for: .character("u"), in: .events) == nil)
    }

    @Test("a key of one pane goes before the same key of all panes")
    func precedence() {
        let keymap = Keymap([
            ("pause", [KeyBinding(.tab, in: [.events])]), ("next pane", [KeyBinding(.tab)]),
        ])
        #expect(keymap.command(for: .tab, in: .events) == .pause)
        #expect(keymap.command(for: .tab, in: .channels) == .nextPane)
    }

    @Test("a key of the user's own choice replaces the default in hints and help")
    func ownKeys() {
        var state = DashboardFixture.empty {
            $0.keymap = Keymap([("help", [KeyBinding(.character("H"))]), ("quit", ["X"])])
        }
        #expect(state.screen().textRows.last?.contains("H help") == true)
        #expect(state.press("q").isEmpty)
        #expect(state.press("X") == [.quit])
    }

    @Test("the page of keys names every command and every key")
    func documentation() {
        let page = KeyDocumentation.markdown(.core)
        for command in Catalog.core.listed {
            let name = command.name
            #expect(page.contains("| \(command.title) | `:\(name)"), "\(command)")
            #expect(page.contains("` | \(command.summary) |"), "\(command)")
        }
        for command in Catalog.core.commands {
            for binding in command.defaultKeys { #expect(page.contains("`\(binding.key.name)`")) }
        }
        for section in Catalog.core.sections {
            #expect(page.contains("## \(section.title)\n"))
        }
    }

    @Test("the help finds a command by what is typed, and Enter runs it")
    func help() {
        var state = DashboardFixture.dashboard()
        state.press("?", "?")
        state.type("disconn")
        #expect(state.press("Enter") == [.client(.disconnect)])
        #expect(state.help == nil)
    }

    @Test("a command that cannot act says so from the help too")
    func helpReason() {
        var state = DashboardFixture.empty()
        state.press("?", "?")
        state.type("disconn")
        #expect(state.screen().textRows.contains { $0.contains("no connection to close") })
        while state.help?.selectedCommand?.id != Command.disconnect.id { state.press("Down") }
        #expect(state.press("Enter").isEmpty)
        #expect(state.notice?.text == "no connection to close")
    }

    @Test(
        "Ctrl-Z and Ctrl-L act in a prompt and in the help, and leave it open",
        arguments: ["s", "?"])
    func everywhere(opening: String) {
        var state = DashboardFixture.dashboard()
        state.press(opening)
        if opening == "?" { state.press("?") }
        let before = (state.prompt, state.help)
        #expect(state.press("Ctrl-Z") == [.terminal(.suspend)])
        #expect(state.press("Ctrl-L") == [.terminal(.redraw)])
        #expect((state.prompt, state.help) == before)
        #expect(state.press("z").isEmpty && !state.isZoomed)
    }

    @Test("the help scrolls to every command")
    func helpScrolls() {
        var state = DashboardFixture.dashboard()
        state.press("?", "?")
        for _ in state.help?.commands.dropFirst() ?? [] { state.press("Down") }
        let last = state.help?.commands.last
        #expect(last != nil && state.help?.selectedCommand == last)
        #expect(state.screen().textRows.contains { $0.contains(last?.title ?? "?") })
    }

    /// What German, French and Nordic keyboards have on AltGr, or only as a dead key.
    private static let hardCharacters = Set("{}[]\\~@|$#^`".unicodeScalars)

    private static func isHard(_ key: KeyPress) -> Bool {
        switch key {
        case .character(let scalar), .control(let scalar), .alt(let scalar):
            hardCharacters.contains(scalar)
        default: false
        }
    }

    @Test("no command is reached by AltGr alone, in any of its panes")
    func otherLayouts() {
        for command in Catalog.core.commands {
            for pane in Catalog.core.panes {
                let keys = command.defaultKeys.filter { $0.acts(in: pane) }.map(\.key)
                guard !keys.isEmpty else { continue }
                #expect(keys.contains { !Self.isHard($0) }, "\(command) in \(pane)")
            }
        }
        #expect(Self.isHard(.character("}")) && !Self.isHard(.altArrow(.down)))
    }

    @Test("a user's keys replace those of their command, and leave the others")
    func overriding() {
        let keymap = Keymap(overriding: [.unsubscribe: ["x"], .pause: []])
        #expect(keymap.command(for: .character("x"), in: .events) == .unsubscribe)
        #expect(keymap.command(for: .character("u"), in: .channels) == nil)
        #expect(keymap.command(for: .character("p"), in: .channels) == nil)
        #expect(keymap.command(for: .character("s"), in: .channels) == .subscribe)
    }

    @Test("the default keys have no conflict")
    func noConflicts() { #expect(Catalog.core.keymap.conflicts.isEmpty) }

    @Test("a key that means two commands in the same panes is a conflict, in one of them none")
    func conflicts() {
        let everywhere = Keymap(overriding: [.subscribe: ["x"], .bind: ["x"]]).conflicts
        #expect(
            everywhere == [
                Keymap.Conflict(
                    key: .character("x"), panes: Catalog.core.panes, commands: [.subscribe, .bind])
            ])
        let keys = [KeyBinding(.function(5), in: [.events, .connection])]
        let inPanes = Keymap(overriding: [.mark: keys, .times: keys]).conflicts
        #expect(
            inPanes == [
                Keymap.Conflict(
                    key: .function(5), panes: [.events, .connection], commands: [.mark, .times])
            ])
        #expect(Keymap(overriding: [.mark: [.in(.events, "s")]]).conflicts.isEmpty)
    }

    @Test(
        "the configuration names panes, and writes keys as strings",
        arguments: [
            (
                Command.unsubscribe,
                ["keys.channels.unsubscribe = [\"u\", \"Del\"]"]
            ),
            (.nextPane, ["keys.\"next pane\" = [\"Tab\"]"]), (.policy, ["keys.policy = []"]),
            (.pause, ["keys.pause = [\"p\"]"]),
        ])
    func configurationLines(command: Command, lines: [String]) {
        #expect(Catalog.core.keymap.configurationLines(for: command) == lines)
    }

    @Test("quotation marks and backslashes are escaped in the configuration")
    func escapedKeys() {
        let keymap = Keymap(overriding: [.zoom: ["\"", "\\"]])
        #expect(
            keymap.configurationLines(for: .zoom) == ["keys.zoom = [\"\\\"\", \"\\\\\"]"])
    }
}
