import BuoyTestBasics
import BuoyTextScreen
import OrderedCollections
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Configuration files")
struct ConfigurationFileTests {
    static func errors(_ text: String) -> [String] {
        do {
            _ = try ConfigurationFile(text: text, file: "config.toml")
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    private static func file(_ text: String) throws -> ConfigurationFile {
        try ConfigurationFile(text: text, file: "config.toml")
    }

    @Test("an empty file says nothing")
    func empty() throws {
        #expect(try Self.file("") == ConfigurationFile(.core))
        #expect(try Self.file("\u{FEFF}# nothing\r\n[history]\r\n") == ConfigurationFile(.core))
    }

    @Test("every key is read")
    func everyKey() throws {
        let file = try Self.file(
            """
            theme = "nord"
            background = "light"
            color = 256
            ascii = true
            paint-background = false
            layout = "review"
            times = "utc"
            connection-rows = false
            mouse = false
            title = false
            frames-per-second = 5
            escape-delay = 100
            [history]
            events = 1000
            bytes = "2 MB"
            [channels]
            order = "rate"
            [members]
            order = "newest"
            [inspector]
            wrap = false
            [layouts.review]
            preset = "presence"
            lists = 40
            right = 80.5
            [filters]
            money = "data.amount>100"
            all = "@money or event:x"
            """)
        var program = ProgramOptions()
        program.color = .indexed
        program.usesASCII = true
        program.paintsBackground = false
        program.setsTitle = false
        program.framesPerSecond = 5
        program.escapeDelay = 100
        program.usesMouse = false
        program.eventLimit = 1000
        program.eventByteLimit = 2_000_000
        #expect(file.program == program)
        let review = LayoutSettings(preset: .presence, splits: [.lists: 400, .right: 805])
        var settings = DashboardSettings()
        settings.layout = review
        settings.savedLayouts = ["review": review]
        settings.savedFilters = ["money": "data.amount>100", "all": "@money or event:x"]
        settings.timeFormat = .utc
        settings.showsSystemRows = false
        settings.channelOrder = .rate
        settings.memberOrder = .newest
        settings.wrapsInspector = false
        #expect(file.settings == settings)
        #expect(file.theme == .one("nord"))
        #expect(file.background == .light)
        #expect(file.keymap == .standard)
        #expect(file.warnings == [])
    }

    @Test(
        "numbers of colours may be numbers, and all colours a truth",
        arguments: [
            ("16", ProgramOptions.ColorUse.sixteen), ("\"256\"", .indexed), ("true", .direct),
            ("\"true\"", .direct), ("\"never\"", .never), ("\"auto\"", .auto),
        ])
    func colors(text: String, use: ProgramOptions.ColorUse) throws {
        #expect(try Self.file("color = \(text)").program.color == use)
    }

    @Test("auto is what holds without the key")
    func automatic() throws {
        let text = "mouse = \"auto\"\nframes-per-second = \"auto\"\nescape-delay = \"auto\""
        #expect(try Self.file(text).program == ProgramOptions())
    }

    @Test("filters and layouts keep the order of the file")
    func order() throws {
        let file = try Self.file(
            "[filters]\nz = \"a\"\nb = \"c\"\n[layouts.y]\nlists=1\n[layouts.x]\nlists=2")
        #expect(Array(file.settings.savedFilters.keys) == ["z", "b"])
        #expect(Array(file.settings.savedLayouts.keys) == ["y", "x"])
    }

    @Test("a theme for each background, and paths beside the file or below the home")
    func themes() throws {
        let folder = try TestFolder()
        try folder.write("extends = \"nord\"", to: "conf/own.toml")
        try folder.write("extends = \"nord\"", to: "home/light.toml")
        let file = try ConfigurationFile(
            text: "theme = { dark = \"./own.toml\", light = \"~/light.toml\" }",
            file: folder.path + "/conf/config.toml", home: folder.path + "/home")
        #expect(
            file.theme
                == .byBackground(
                    dark: folder.path + "/conf/./own.toml", light: folder.path + "/home/light.toml")
        )
    }

    @Test(
        "what is wrong is told with its line and, where it can be guessed, the right word",
        arguments: [
            ("\nthme = \"x\"", "2: unknown key \"thme\"; did you mean \"theme\"?"),
            (
                "[history]\nevens = 1",
                "2: unknown key \"evens\"; did you mean \"events\"?"
            ),
            ("wrap = true", "1: unknown key \"wrap\"; did you mean \"inspector.wrap\"?"),
            ("theme = 5", "1: \"theme\" must be a theme name, a path, or "),
            ("theme = \"nrod\"", "1: the theme cannot be used: unknown theme \"nrod\"; did "),
            ("theme = { dark = \"nord\" }", "1: \"theme\" must be one theme, or a table with both"),
            ("[theme]\ndark=\"nord\"\nlight=\"nord\"\ngrey=1", "4: unknown key \"grey\""),
            (
                "times = \"utcc\"",
                "1: unknown value \"utcc\" for \"times\"; did you mean \"utc\"?"
            ),
            (
                "times = \"zzz\"",
                "1: unknown value \"zzz\" for \"times\"; choose from local, utc, ago, delta"
            ),
            ("color = 17", "1: unknown value \"17\" for \"color\"; did you mean \"16\"?"),
            ("ascii = \"yes\"", "1: \"ascii\" must be true or false"),
            ("mouse = \"yes\"", "1: \"mouse\" must be \"auto\", true or false"),
            ("frames-per-second = 61", "1: \"frames-per-second\" must be \"auto\", or a whole"),
            ("escape-delay = 0", "1: \"escape-delay\" must be \"auto\", or a whole number from 1"),
            ("history = 5", "1: \"history\" must be a table"),
            ("history.events = 99", "1: \"history.events\" must be a whole number from 100 to"),
            ("[history]\nbytes = \"12 ells\"", "2: \"history.bytes\" must be a size from 64 KiB"),
            ("[history]\nbytes = \"99999999999999 GB\"", "2: \"history.bytes\" must be a size"),
            ("layout = \"eventz\"", "1: unknown value \"eventz\" for \"layout\"; did you mean"),
            ("layouts = 1", "1: \"layouts\" must be a table"),
            ("[layouts.events]\nlists = 1", "1: \"events\" is not a valid layout"),
            ("[layouts.\"a b\"]\nlists = 1", "1: \"a b\" is not a valid layout"),
            (
                "[layouts.a]\nlists = 100",
                "2: \"layouts.a.lists\" must be a percentage between 1 and 99"
            ),
            ("[layouts.a]\nlist = 10", "2: unknown key \"list\"; did you mean \"lists\"?"),
            (
                "[layouts.a]\npreset = \"event\"",
                "2: unknown value \"event\" for \"layouts.a.preset\""
            ),
            ("[filters]\n\"a b\" = \"x\"", "2: \"a b\" is not a valid filter"),
            ("[filters]\na = 5", "2: \"filters.a\" must be a quoted filter"),
            ("[filters]\na.b = \"x\"", "2: \"filters.a\" must be a quoted filter"),
            (
                "[filters]\nbig = \"size>x\"",
                "2:13: error in filter \"big\" at character 6: \"x\" is not a size"
            ),
            (
                "[filters]\na = \"@b\"\nb = \"@a\"",
                "2:6: error in filter \"a\" at character 1: saved filters refer"
            ),
            ("theme = \"nord\"\ntheme = \"nord\"", "2:1: invalid TOML: theme is already"),
            ("title = true\0", "1:13: invalid TOML: control characters are not allowed"),
        ] as [(HostileString, String)])
    func mistakes(text: HostileString, expected: String) throws {
        let text = text.text
        let errors = Self.errors(text)
        let first = try #require(errors.first)
        #expect(first.hasPrefix("config.toml:" + expected), "\(errors)")
    }

    @Test("everything that is wrong is told at once, in the order of the lines, also with CRLF")
    func all() {
        let text = [
            "ascii = 1", "[filters]", "a = \"(\"", "[keys]", "quti = []", "pause = [\"Dle\"]",
            "[layouts.x]", "preset = 1",
        ]
        for separator in ["\n", "\r\n"] {
            let errors = Self.errors(text.joined(separator: separator))
            #expect(
                errors.map { String($0.prefix(15)) } == [
                    "config.toml:1: ", "config.toml:3:6", "config.toml:5: ", "config.toml:6: ",
                    "config.toml:8: ",
                ], "\(errors)")
        }
    }

    @Test(
        "what may be a secret is refused without a word of its value",
        arguments: [
            "secret = \"hunter2\"", "app-secret = \"hunter2\"", "[auth]\nheader = \"hunter2\"",
            "[history]\ntoken = \"hunter2\"", "[keys]\npassword = \"hunter2\"",
            "secret = hunter2", "secret = \"hunter2", "[keys.events]\nsecret = [\"hunter2\"]",
        ])
    func secrets(text: String) {
        let errors = Self.errors(text)
        #expect(!errors.isEmpty)
        #expect(!errors.joined().contains("hunter"), "\(errors)")
    }

    @Test("names in messages have an end")
    func long() {
        let errors = Self.errors(String(repeating: "x", count: 100_000) + " = 1")
        #expect(errors.count == 1)
        #expect(errors.joined().count < 200)
    }
}
