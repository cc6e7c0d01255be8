import Testing
import TextScreen

@testable import Dashboard

@Suite("Commands and keys")
struct KeymapTests {
    @Test("every command has a key, a title, a sentence, and a section of its own")
    func table() {
        for command in Command.allCases {
            #expect(!command.defaultKeys.isEmpty, "\(command)")
            #expect(command.summary.hasSuffix("."), "\(command)")
            #expect(!command.title.isEmpty && !command.title.hasSuffix("."), "\(command)")
        }
        #expect(Set(Command.allCases.map(\.title)).count == Command.allCases.count)
    }

    @Test("no key means two things in one pane")
    func unambiguous() {
        for pane in PaneID.allCases {
            var meanings: [KeyPress: Command] = [:]
            for command in Command.allCases {
                for binding in command.defaultKeys where binding.acts(in: pane) {
                    let other = meanings.updateValue(command, forKey: binding.key)
                    #expect(other == nil, "\(binding.key.name) in \(pane)")
                }
            }
        }
    }

    @Test("every key finds its command in each of its panes")
    func lookup() {
        for command in Command.allCases {
            for binding in command.defaultKeys {
                for pane in PaneID.allCases where binding.acts(in: pane) {
                    #expect(Keymap.standard.command(for: binding.key, in: pane) == command)
                }
            }
        }
        #expect(Keymap.standard.command(for: .character("u"), in: .events) == nil)
    }

    @Test("a key of one pane goes before the same key of all panes")
    func precedence() {
        let keymap = Keymap([
            .pause: [KeyBinding(.tab, in: [.events])], .nextPane: [KeyBinding(.tab)],
        ])
        #expect(keymap.command(for: .tab, in: .events) == .pause)
        #expect(keymap.command(for: .tab, in: .channels) == .nextPane)
    }

    @Test("a key of the user's own choice replaces the default in hints and help")
    func ownKeys() {
        var options = DashboardFixture.options()
        options.keymap = Keymap([.help: [KeyBinding(.character("H"))], .quit: ["X"]])
        var state = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
        #expect(state.screen().textRows.last?.contains("H help") == true)
        #expect(state.press("q").isEmpty)
        #expect(state.press("X") == [.quit])
    }

    @Test("the page of keys names every command and every key")
    func documentation() {
        let page = KeyDocumentation.markdown
        for command in Command.allCases {
            #expect(page.contains("| \(command.title) | \(command.summary) |"))
            for binding in command.defaultKeys { #expect(page.contains("`\(binding.key.name)`")) }
        }
        for section in Command.Section.allCases {
            #expect(page.contains("## \(section.rawValue)\n"))
        }
    }

    @Test("the help finds a command by what is typed, and Enter runs it")
    func help() {
        var state = DashboardFixture.dashboard()
        state.press("?")
        state.type("disconn")
        #expect(state.press("Enter") == [.disconnect])
        #expect(state.help == nil)
    }

    @Test("a command that cannot act says so from the help too")
    func helpReason() {
        var state = DashboardFixture.empty()
        state.press("?")
        state.type("disconn")
        #expect(state.screen().textRows.contains { $0.contains("not now: there is no connection") })
        #expect(state.press("Enter").isEmpty)
        #expect(state.notice?.text == "there is no connection to close")
    }

    @Test(
        "Ctrl-Z and Ctrl-L act in a prompt and in the help, and leave it open",
        arguments: ["s", "?"])
    func everywhere(opening: String) {
        var state = DashboardFixture.dashboard()
        state.press(opening)
        let before = (state.prompt, state.help)
        #expect(state.press("Ctrl-Z") == [.suspend])
        #expect(state.press("Ctrl-L") == [.redraw])
        #expect((state.prompt, state.help) == before)
        #expect(state.press("z").isEmpty && !state.isZoomed)
    }

    @Test("the help scrolls to every command")
    func helpScrolls() {
        var state = DashboardFixture.dashboard()
        state.press("?")
        for _ in 1..<Command.allCases.count { state.press("Down") }
        #expect(state.screen().textRows.contains { $0.contains("Redraw") })
        #expect(state.press("Enter") == [.redraw])
    }
}
