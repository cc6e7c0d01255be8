import BuoyScripts
import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Keys in the configuration")
struct ConfigurationKeymapTests {
    private static func keymap(_ text: String) throws -> Keymap {
        try ConfigurationFile(text: text, file: "config.toml").keymap
    }

    @Test("a command that is named has the keys named for it alone, all others keep theirs")
    func replaces() throws {
        let keymap = try Self.keymap("[keys.channels]\nunsubscribe = [\"x\", \"Ctrl-X\"]")
        #expect(
            keymap.keys(for: .unsubscribe) == [
                KeyBinding(.character("x"), in: [.channels]),
                KeyBinding(.control("X"), in: [.channels]),
            ])
        #expect(keymap.command(for: .character("u"), in: .channels) == nil)
        #expect(keymap.command(for: .delete, in: .channels) == nil)
        for command in Catalog.core.commands where command != .unsubscribe {
            #expect(keymap.keys(for: command) == command.defaultKeys)
        }
    }

    @Test("keys of all panes and of several panes add up, each once")
    func addsUp() throws {
        let keymap = try Self.keymap(
            """
            [keys]
            sort = ["F5", "F5"]
            [keys.events]
            sort = "Alt-o"
            """)
        #expect(
            keymap.keys(for: .sort) == [
                KeyBinding(.function(5)), KeyBinding(.alt("o"), in: [.events]),
            ])
        #expect(keymap.command(for: .function(5), in: .members) == .sort)
    }

    @Test("an empty list takes the keys of a command away, and frees them")
    func takesAway() throws {
        let keymap = try Self.keymap("[keys]\nsubscribe = []\npause = [\"s\", \"Ctrl-\\\\\"]")
        #expect(keymap.keys(for: .subscribe).isEmpty)
        #expect(keymap.command(for: .character("s"), in: .members) == .pause)
        #expect(keymap.command(for: .control("\\"), in: .events) == .pause)
    }

    @Test("there always is a way out, and the program says so", arguments: ["[]", "[\"F10\"]"])
    func wayOut(keys: String) throws {
        let file = try ConfigurationFile(
            text: "\n[keys]\n\"quit now\" = \(keys)", file: "config.toml")
        #expect(file.keymap.command(for: .control("C"), in: .events) == .quitNow)
        #expect(file.keymap.command(for: .character("Q"), in: .events) == nil)
        #expect(
            file.warnings.map(\.description) == [
                "config.toml:3: quit now always keeps Ctrl-C as a way out"
            ])
        let named = try ConfigurationFile(
            text: "[keys]\n\"quit now\" = [\"Ctrl-C\"]", file: "config.toml")
        #expect(named.warnings == [])
    }

    @Test(
        "names that mean nothing are told with the line and the one that was meant",
        arguments: [
            (
                "[keys]\nunsubscrib = [\"u\"]",
                "2: unknown command \"unsubscrib\"; did you mean \"unsubscribe\"?"
            ),
            ("[keys.chanels]\nsort = []", "1: unknown command \"chanels\"; did you mean \"cha"),
            ("[keys.events]\npuase = []", "2: unknown command \"puase\"; did you mean \"pause\"?"),
            ("[keys.events]\nmembers = []", "2: unknown command \"members\""),
            (
                "[keys]\npause = [\"del\"]",
                "2: unknown key name \"del\" for \"pause\"; did you mean \"Del"
            ),
            (
                "[keys]\npause = [\"^P\"]",
                "2: unknown key name \"^P\" for \"pause\"; did you mean \"Ctrl-P"
            ),
            (
                "[keys]\npause = \"<C-p>\"",
                "2: unknown key name \"<C-p>\" for \"pause\"; did you mean \"Ct"
            ),
            (
                "[keys]\npause = \"M-x\"",
                "2: unknown key name \"M-x\" for \"pause\"; did you mean \"Alt-x"
            ),
            (
                "[keys]\npause = \"c-i\"",
                "2: unknown key name \"c-i\" for \"pause\"; did you mean \"Tab\"?"
            ),
            (
                "[keys]\npause = [\"\"]",
                "2: unknown key name \"\" for \"pause\"; use a single character"
            ),
            ("[keys]\npause = [\"\\u001b\"]", "2: unknown key name \"\u{1B}\""),
            ("[keys]\npause = \"Resize\"", "2: unknown key name \"Resize\" for \"pause\""),
            (
                "[keys]\npause = \"F25\"",
                "2: unknown key name \"F25\" for \"pause\"; did you mean \"F"
            ),
            (
                "[keys]\npause = \"Ctrl-M\"",
                "2: terminals send Enter for Ctrl-M, so \"pause\" would"
            ),
            ("[keys]\npause = [1]", "2: \"keys.pause\" must be a list of keys"),
            ("[keys]\npause = 1", "2: \"keys.pause\" must be a list of keys"),
            ("[keys]\npause = [\"Ctrl-C\"]", "2: Ctrl-C is always quit now: give pause another"),
            ("keys = 1", "1: \"keys\" must be a table"),
            ("[keys]\nevents = 1", "2: \"keys.events\" must be a table"),
        ] as [(HostileString, HostileString)])
    func mistakes(text: HostileString, expected: HostileString) {
        let text = text.text
        let expected = expected.text
        let errors = ConfigurationFileTests.errors(text)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.hasPrefix("config.toml:" + expected) == true, "\(errors)")
    }

    @Test("two commands on one key in one place are told with both names, and once")
    func conflicts() {
        #expect(
            ConfigurationFileTests.errors("[keys]\npause = [\"F9\"]\nzoom = [\"F9\"]") == [
                "config.toml:3: key \"F9\" would run both zoom (here) and pause: choose another key for "
                    + "one of them"
            ])
        #expect(
            ConfigurationFileTests.errors("[keys]\npause = [\"s\"]") == [
                "config.toml:2: key \"s\" would run both pause (here) and subscribe (its default): "
                    + "choose another key, or set subscribe = []"
            ])
        let panes = "[keys.members]\npause = [\"o\"]\n[keys.channels]\npause = [\"o\"]"
        #expect(
            ConfigurationFileTests.errors(panes) == [
                "config.toml:2: key \"o\" would run both pause (here) and sort (its default) in "
                    + "Channels, Members: choose another key, or set sort = []"
            ])
    }

    @Test("a key of one pane may be another command's key in all panes")
    func layers() throws {
        let keymap = try Self.keymap("[keys.events]\ncopy = [\"s\"]")
        #expect(keymap.command(for: .character("s"), in: .events) == .copy)
        #expect(keymap.command(for: .character("s"), in: .channels) == .subscribe)
    }

    @Test("no pane is called like a command")
    func panes() {
        for pane in Catalog.core.panes {
            #expect(Catalog.core.command(pane.configurationName) == nil)
        }
    }

    @Test("every default key can be written in the file", arguments: Catalog.core.commands)
    func defaults(command: Command) {
        for binding in command.defaultKeys {
            guard case .key(let key) = KeyName.read(binding.key.name) else {
                Issue.record("\(binding.key.name)")
                continue
            }
            #expect(key == binding.key)
        }
    }
}
