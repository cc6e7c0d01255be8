import BuoyScripts
import BuoyTestBasics
import BuoyTextScreen
import Foundation
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("What the program begins with")
struct ConfigurationLoaderTests {
    private let folder: TestFolder

    init() throws { self.folder = try TestFolder() }

    private func loader(_ variables: [String: String] = [:]) -> ConfigurationLoader {
        ConfigurationLoader(
            environment: ["HOME": self.folder.path].merging(variables) { $1 })
    }

    private func configure(_ text: String) throws {
        try self.folder.write(text, to: ".config/buoy/config.toml")
    }

    @Test("without any file there are defaults")
    func defaults() throws {
        let loaded = try self.loader().load()
        var expected = DashboardSettings()
        expected.usesMouse = true
        #expect(loaded.settings == expected)
        #expect(loaded.keymap == .standard)
        #expect(loaded.program == ProgramOptions())
        #expect(loaded.theme == ThemeChoice(name: "default", reason: .standard))
        #expect(loaded.warnings == [])
    }

    @Test(
        "a key is set as the configuration would set it",
        arguments: [
            ("times", "utc"), ("connection-rows", "false"), ("mouse", "false"),
            ("confirm-quit", "false"), ("channels.order", "rate"), ("members.order", "name"),
            ("inspector.wrap", "false"), ("theme", "nord"), ("layout", "presence"),
        ])
    func setting(key: String, value: String) throws {
        let loader = self.loader()
        var start = DashboardSettings()
        start.usesMouse = true
        guard case .now(let changed) = try loader.changed(start, key: key, value: value) else {
            Issue.record("\(key) counts at the start only")
            return
        }
        #expect(changed != start)
        let isPlain = value == "false"
        try self.configure("\(key) = " + (isPlain ? value : "\"\(value)\""))
        #expect(changed == (try loader.load().settings))
    }

    @Test("every key can be completed, and is set or told to count at the start")
    func everyKey() throws {
        let loader = self.loader()
        #expect(ConfigurationKey.forSetting.map(\.name) == ConfigurationKey.allCases.map(\.name))
        var atStart: [String] = []
        for key in ConfigurationKey.forSetting {
            let value =
                key.values.last ?? ["theme": "mono", "layout": "events"][key.name] ?? "70000"
            if case .atStart(let line) = try loader.changed(
                DashboardSettings(), key: key.name, value: value)
            {
                atStart.append(key.name)
                #expect(throws: Never.self) { try ConfigurationFile(text: line, file: "f") }
            }
        }
        #expect(
            atStart == [
                "background", "color", "ascii", "paint-background", "title", "frames-per-second",
                "escape-delay", "history.events", "history.bytes",
            ])
    }

    @Test(
        "a value that cannot be is refused in the words of the configuration",
        arguments: [
            ("times", "soon", "unknown value \"soon\" for \"times\""),
            ("mouse", "maybe", "\"mouse\" must be"), ("history.events", "1", "a whole number from"),
            ("theme", "nrod", "did you mean \"nord\""),
            ("layout", "xx", "unknown value \"xx\" for \"layout\""),
            ("times", "\"", "invalid TOML"),
        ])
    func wrongSetting(key: String, value: String, words: String) {
        let error = #expect(throws: ConfigurationError.Problem.self) {
            _ = try self.loader().changed(DashboardSettings(), key: key, value: value)
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test("a key that is set for this run wins over the file and earlier runs, and is not kept")
    func setForThisRun() throws {
        try self.configure("times = \"utc\"\nframes-per-second = 20")
        var first = try self.loader().load()
        first.settings.timeFormat = .relative
        #expect(first.keeper.keep(first.settings) == nil)
        let loaded = try self.loader().load(changes: ["times=utc", "frames-per-second=5"])
        #expect(loaded.settings.timeFormat == .utc)
        #expect(loaded.program.framesPerSecond(environment: [:]) == 5)
        #expect(try self.loader().load().settings.timeFormat == .relative)
        let error = #expect(throws: ConfigurationErrors.self) {
            try self.loader().load(changes: ["tims=utc"])
        }
        #expect(error?.description == "--set: unknown key \"tims\"; did you mean \"times\"?")
    }

    @Test("a file that was named has to be there")
    func named() throws {
        let loader = ConfigurationLoader(environment: [:], configuration: Nowhere.file)
        let error = #expect(throws: ConfigurationErrors.self) { try loader.load() }
        #expect(
            error?.description == "cannot read \(Nowhere.file): no such file")
    }

    @Test("over SSH the mouse is off and frames are fewer, unless the configuration says otherwise")
    func remote() throws {
        let variables = ["SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"]
        let loaded = try self.loader(variables).load()
        #expect(!loaded.settings.usesMouse)
        #expect(loaded.program.framesPerSecond(environment: variables) == 10)
        #expect(loaded.program.framesPerSecond(environment: [:]) == 30)
        try self.configure("mouse = true\nframes-per-second = 20")
        let asked = try self.loader(variables).load()
        #expect(asked.settings.usesMouse)
        #expect(asked.program.framesPerSecond(environment: variables) == 20)
    }

    @Test(
        "the theme is the one of whoever comes first",
        arguments: [
            ("", [:], nil, nil, "default", .standard),
            ("theme = \"nord\"", [:], nil, nil, "nord", .configured),
            ("theme = \"nord\"", [:], nil, "dracula", "dracula", .picked),
            ("theme = \"nord\"", ["BUOY_THEME": "monokai"], nil, "dracula", "monokai", .variable),
            ("theme = \"nord\"", ["NO_COLOR": "1", "BUOY_THEME": "x"], nil, nil, "mono", .noColor),
            ("theme = \"nord\"", ["NO_COLOR": ""], nil, nil, "nord", .configured),
            ("color = 256", ["NO_COLOR": "1"], nil, nil, "default", .standard),
            ("color = \"never\"", [:], nil, "dracula", "mono", .colorNever),
            ("", ["NO_COLOR": "1"], "own", nil, "own", .argument),
        ]
            as [(String, [String: String], String?, String?, String, ThemeChoice.Reason)])
    func themes(
        configuration: String, variables: [String: String], argument: String?, picked: String?,
        name: String, reason: ThemeChoice.Reason
    ) throws {
        try self.configure(configuration)
        if let picked {
            var before = try self.loader().load()
            before.settings.theme = picked
            #expect(before.keeper.keep(before.settings) == nil)
        }
        let loaded = try self.loader(variables).load(theme: argument)
        #expect(loaded.theme == ThemeChoice(name: name, reason: reason))
        #expect(loaded.settings.theme == name)
    }

    @Test(
        "a theme for each background is chosen by the configuration or COLORFGBG",
        arguments: [
            ("auto", nil, "nord"), ("auto", "15;0", "nord"), ("auto", "0;15", "one-light"),
            ("auto", "0;default;7", "one-light"), ("auto", "7;8", "nord"), ("auto", "9", "nord"),
            ("auto", "x;y", "nord"), ("light", "15;0", "one-light"), ("dark", "0;15", "nord"),
        ])
    func backgrounds(background: String, variable: String?, name: String) throws {
        try self.configure(
            "background = \"\(background)\"\ntheme = { dark = \"nord\", light = \"one-light\" }")
        let loaded = try self.loader(variable.map { ["COLORFGBG": $0] } ?? [:]).load()
        #expect(loaded.settings.theme == name)
        #expect(loaded.theme.reason == .background(isLight: name == "one-light"))
    }

    @Test(
        "what the terminal answers decides the background before COLORFGBG, if nobody has said it",
        arguments: [
            ("auto", true, "one-light"), ("auto", false, "nord"), ("dark", true, "nord"),
        ])
    func answeredBackground(background: String, answer: Bool, name: String) throws {
        try self.configure(
            "background = \"\(background)\"\ntheme = { dark = \"nord\", light = \"one-light\" }")
        var loader = self.loader(["COLORFGBG": answer ? "15;0" : "0;15"])
        loader.isBackgroundLight = answer
        #expect(try loader.load().settings.theme == name)
    }

    @Test("the terminal is asked for its background only if two themes depend on it")
    func asksBackground() throws {
        #expect(try !self.loader().load().asksBackground)
        let themes = "theme = { dark = \"nord\", light = \"one-light\" }"
        try self.configure(themes)
        #expect(try self.loader().load().asksBackground)
        #expect(try !self.loader().load(theme: "nord").asksBackground)
        #expect(try !self.loader(["NO_COLOR": "1"]).load().asksBackground)
        try self.configure("background = \"light\"\n" + themes)
        #expect(try !self.loader().load().asksBackground)
        try self.configure("theme = \"nord\"")
        #expect(try !self.loader().load().asksBackground)
    }

    @Test("--color counts before NO_COLOR and the configuration")
    func colorArgument() throws {
        try self.configure("color = \"16\"\ntheme = \"nord\"")
        let loaded = try self.loader(["NO_COLOR": "1"]).load(color: .direct)
        #expect(loaded.theme.name == "nord")
        #expect(loaded.program.color == .direct)
        #expect(try self.loader().load(color: .never).theme.name == "mono")
        #expect(try self.loader(["NO_COLOR": "1"]).load(color: .auto).theme.name == "mono")
    }

    @Test("a theme of the last run that is gone gives way, with a warning")
    func lostTheme() throws {
        try self.folder.write("extends = \"nord\"", to: ".config/buoy/themes/mine.toml")
        var loaded = try self.loader().load()
        loaded.settings.theme = "mine"
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        #expect(try self.loader().load().theme.name == "mine")
        try FileManager.default.removeItem(
            atPath: self.folder.path + "/.config/buoy/themes/mine.toml")
        let next = try self.loader().load()
        #expect(next.theme.name == "default")
        #expect(next.warnings.count == 1)
    }

    @Test("the last change counts, wherever it was made")
    func lastChange() throws {
        try self.configure("times = \"utc\"")
        var loaded = try self.loader().load()
        loaded.settings.timeFormat = .delta
        #expect(loaded.keeper.keep(loaded.settings) == nil)
        #expect(try self.loader().load().settings.timeFormat == .delta)
        try self.configure("times = \"ago\"")
        #expect(try self.loader().load().settings.timeFormat == .relative)
    }

    @Test("a file that everybody can change is told")
    func careless() throws {
        try self.configure("")
        chmod(self.folder.path + "/.config/buoy/config.toml", 0o666)
        let warnings = try self.loader().load().warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("chmod o-w") == true)
    }

    @Test("the environment is described without addresses")
    func terminalEnvironment() {
        let figures = TerminalEnvironment([
            "TERM": "xterm", "SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22", "TMUX": "/tmp/x,1,0",
            "LANG": "de_DE.UTF-8", "LC_ALL": "", "BUOY_SECRET": "hunter2", "COLORTERM": "truecolor",
        ]).figures
        #expect(
            figures.map { "\($0.name): \($0.value)" } == [
                "TERM: xterm", "locale: de_DE.UTF-8", "multiplexer: tmux", "SSH: yes",
                "COLORTERM: truecolor",
            ])
    }
}
