import OrderedCollections
import Testing

@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("What is kept between runs")
struct StateFileTests {
    private static var changed: DashboardSettings {
        var settings = DashboardSettings()
        settings.theme = "nord"
        settings.layout = LayoutSettings(preset: .events, splits: [.inspector: 333, .left: 250])
        settings.savedLayouts = ["mine": LayoutSettings(preset: .presence)]
        settings.savedFilters = ["big": "size>2k", "o.d-d": "\"a\\b\"\u{7F}\n"]
        settings.dataColumns = ["order.paid": "data.id data.\"a.b\"", "private-x": "data[0]"]
        settings.timeFormat = .delta
        settings.showsSystemRows = false
        settings.channelOrder = .kind
        settings.memberOrder = .name
        settings.bindingOrder = .hits
        settings.wrapsInspector = false
        settings.usesMouse = true
        settings.promptHistory = ["search": ["one", "two"], "filter": ["size>2k"]]
        return settings
    }

    private static func kept(
        _ now: DashboardSettings, configured: DashboardSettings = DashboardSettings()
    ) throws -> StateFile {
        var file = StateFile()
        file.take(now, since: configured, configured: configured)
        return try #require(StateFile(text: file.text))
    }

    @Test("everything that was set comes back")
    func roundTrip() throws {
        let file = try Self.kept(Self.changed)
        #expect(file.applied(to: DashboardSettings()) == Self.changed)
        #expect(file.settings.count == 10)
    }

    @Test("control, bidi and invisible characters are escaped, and come back")
    func escapes() throws {
        var settings = DashboardSettings()
        let hostile = "a\u{1B}]0;x\u{7}\u{9B}\u{202E}\u{200B}\u{FEFF}\u{2028}\u{E0041}\u{3164}é日😀b"
        settings.promptHistory = ["search": [hostile]]
        let file = try Self.kept(settings)
        #expect(file.history["search"] == [hostile])
        #expect(
            file.text.contains(
                #""a\u001B]0;x\u0007\u009B\u202E\u200B\uFEFF\u2028\U000E0041\u3164é日😀b""#),
            "\(file.text.debugDescription)")
    }

    @Test("a NUL, which no TOML file may have, does not spoil the file")
    func nul() throws {
        var settings = DashboardSettings()
        settings.promptHistory = ["search": ["a\0b"]]
        #expect(try Self.kept(settings).history["search"] == ["a\u{FFFD}b"])
    }

    @Test("nothing is kept of what is as the configuration has it")
    func unchanged() throws {
        let file = try Self.kept(Self.changed, configured: Self.changed)
        #expect(file == StateFile())
        #expect(!file.text.contains("["))
    }

    @Test("what the configuration says differently since then counts")
    func configurationChanged() throws {
        let file = try Self.kept(Self.changed)
        var configured = DashboardSettings()
        configured.theme = "dracula"
        configured.savedFilters = ["big": "size>5k"]
        configured.savedLayouts = ["mine": LayoutSettings(preset: .debugging)]
        let settings = file.applied(to: configured)
        #expect(settings.theme == "dracula")
        #expect(settings.savedFilters["big"] == "size>5k")
        #expect(settings.savedLayouts["mine"] == LayoutSettings(preset: .debugging))
        // Everything else is as it was set.
        #expect(settings.timeFormat == .delta)
        #expect(settings.savedFilters.count == 2)
    }

    @Test("what was removed of the configuration stays removed until it changes there")
    func removed() throws {
        var configured = DashboardSettings()
        configured.savedFilters = ["big": "size>2k"]
        configured.savedLayouts = ["mine": LayoutSettings(preset: .events)]
        let file = try Self.kept(DashboardSettings(), configured: configured)
        #expect(file.applied(to: configured) == DashboardSettings())
        configured.savedFilters["big"] = "size>3k"
        #expect(file.applied(to: configured).savedFilters.count == 1)
    }

    @Test("what is set back to the configuration is forgotten")
    func setBack() throws {
        var file = try Self.kept(Self.changed)
        let standard = DashboardSettings()
        file.take(standard, since: Self.changed, configured: standard)
        #expect(file.settings.isEmpty && file.filters.isEmpty && file.layouts.isEmpty)
    }

    @Test("the mouse is remembered apart over SSH")
    func mouse() throws {
        var file = StateFile()
        var local = DashboardSettings()
        local.usesMouse = true
        // At the terminal it was switched off, over SSH on.
        file.take(DashboardSettings(), since: local, configured: local)
        file.take(
            local, since: DashboardSettings(), configured: DashboardSettings(),
            at: StatePlace(isRemote: true))
        #expect(!file.applied(to: local).usesMouse)
        #expect(file.applied(to: DashboardSettings(), at: StatePlace(isRemote: true)).usesMouse)
    }

    @Test("layouts and names of channels of one server are not mixed with those of another")
    func servers() throws {
        var file = StateFile()
        let start = DashboardSettings()
        let (one, other) = (StatePlace(server: "ws://a:1/app/k"), StatePlace(server: "b \"c\""))
        var now = start
        now.layout = LayoutSettings(preset: .events)
        now.promptHistory = ["subscribe": ["orders"], "filter": ["size>1"]]
        file.take(now, since: start, configured: start, at: one)
        now.layout = LayoutSettings(preset: .presence)
        now.promptHistory = ["subscribe": ["lobby"], "filter": ["size>1"]]
        file.take(now, since: start, configured: start, at: other)
        let read = try #require(StateFile(text: file.text))
        #expect(read == file)
        let (first, second) = (read.applied(to: start, at: one), read.applied(to: start, at: other))
        #expect(first.layout.preset == .events && second.layout.preset == .presence)
        #expect(first.promptHistory == ["subscribe": ["orders"], "filter": ["size>1"]])
        #expect(second.promptHistory == ["subscribe": ["lobby"], "filter": ["size>1"]])
        let third = read.applied(to: start, at: StatePlace(server: "c"))
        #expect(third.layout == start.layout)
        #expect(third.promptHistory == ["filter": ["size>1"]])
        #expect(read.applied(to: start).promptHistory == ["filter": ["size>1"]])
    }

    @Test(
        "of servers without a layout of their own the earlier layout is used, and may be set back")
    func earlierLayout() throws {
        var file = try Self.kept(Self.changed)
        let (start, place) = (DashboardSettings(), StatePlace(server: "a"))
        let before = file.applied(to: start, at: place)
        #expect(before.layout == Self.changed.layout)
        #expect(before.promptHistory["search"] == nil)
        var now = before
        now.layout = start.layout
        file.take(now, since: before, configured: start, at: place)
        #expect(file.applied(to: start, at: place).layout == start.layout)
        #expect(file.applied(to: start).layout == Self.changed.layout)
    }

    @Test("of the servers that are kept, the one that was used longest ago goes first")
    func serverLimit() throws {
        var file = StateFile()
        let start = DashboardSettings()
        for number in Array(0...StateFile.serverLimit) + [1] {
            var now = start
            now.promptHistory["subscribe"] = ["c\(number)"]
            let place = StatePlace(server: "s\(number)")
            file.take(now, since: start, configured: start, at: place)
        }
        file = try #require(StateFile(text: file.text))
        #expect(file.servers.count == StateFile.serverLimit)
        #expect(file.servers.keys.first == "s2" && file.servers.keys.last == "s1")
    }

    @Test("two programs that run at once do not undo what the other has set")
    func twoPrograms() throws {
        var file = try Self.kept(Self.changed)
        let start = DashboardSettings()
        var other = start
        other.timeFormat = .utc
        other.promptHistory = ["search": ["three"]]
        file.take(other, since: start, configured: start)
        let settings = file.applied(to: start)
        #expect(settings.timeFormat == .utc)
        #expect(settings.theme == "nord")
        #expect(settings.promptHistory["search"] == ["one", "two", "three"])
    }

    @Test("lines of prompts are bounded, and a line that is used again moves to the end")
    func history() throws {
        var file = StateFile()
        var now = DashboardSettings()
        now.promptHistory = ["search": (0..<200).map { "\($0)" }]
        file.take(now, since: DashboardSettings(), configured: DashboardSettings())
        #expect(file.history["search"]?.count == DashboardSettings.promptHistoryLimit)
        #expect(file.history["search"]?.last == "199")
        let before = now
        now.promptHistory["search"] = ["0", "2", "150"]
        file.take(now, since: before, configured: DashboardSettings())
        #expect(file.history["search"]?.suffix(2) == ["199", "150"])
        now.promptHistory["search"] = [String(repeating: "x", count: 3000)]
        file.take(now, since: before, configured: DashboardSettings())
        #expect(file.history["search"]?.last == "150")
    }

    @Test(
        "client events are kept nowhere",
        arguments: [
            ("trigger", "private-x client-y {\"pin\":1234}"),
            ("command", "trigger private-x client-y {\"pin\":1234}"),
            ("command", " :trig private-x client-y {\"pin\":1234}"),
        ])
    func clientEvents(kind: String, line: String) throws {
        var settings = DashboardSettings()
        settings.promptHistory = [kind: [line, "theme nord"], "search": ["t", "trigger-happy"]]
        let text = try Self.kept(settings).text
        #expect(!text.contains("pin"))
        #expect(text.contains("trigger-happy"))
    }

    @Test("what a feature keeps comes back, and not to a program without it")
    func feature() throws {
        let place = StatePlace(catalog: KeepingFeature.catalog)
        let start = DashboardSettings()
        var settings = start
        settings[word: "kept.word"] = "count"
        settings[lines: "kept.lines"] = ["hello": "news greeting {}"]
        var file = StateFile()
        file.take(settings, since: start, configured: start, at: place)
        let read = try #require(StateFile(text: file.text))
        #expect(read.settings["kept.word"]?.replaced == "name")
        #expect(read.applied(to: start, at: place) == settings)
        #expect(read.applied(to: start) == start)
        file.take(start, since: settings, configured: start, at: place)
        #expect(file.applied(to: start, at: place) == start)
    }

    @Test("confidential lines of a feature are kept nowhere")
    func confidentialFeature() throws {
        let place = StatePlace(catalog: KeepingFeature.catalog)
        var settings = DashboardSettings()
        settings.promptHistory = [
            "whisper": ["pin 1234"], "command": [":whisp pin 1234", "theme nord"],
        ]
        var file = StateFile()
        file.take(
            settings, since: DashboardSettings(), configured: DashboardSettings(), at: place)
        #expect(!file.text.contains("pin"))
        #expect(file.text.contains("theme nord"))
    }

    @Test(
        "what is no file of ours is not read",
        arguments: ["", "version = 2", "version = \"1\"", "[settings", "theme = \"nord\""])
    func foreign(text: String) {
        #expect(StateFile(text: text) == nil)
    }

    @Test("what is wrong inside is left out, and the rest is used")
    func tolerant() throws {
        let file = try #require(
            StateFile(
                text: """
                    version = 1
                    future = true
                    [settings]
                    theme = { is = "nord", instead-of = "default" }
                    layout = { is = "sideways", instead-of = "standard" }
                    times = { is = "soon", instead-of = "local" }
                    mouse = { is = "maybe", instead-of = "false" }
                    "channels.order" = "name"
                    later = { is = "1", instead-of = "2" }
                    [filters]
                    a = { is = "x" }
                    b = { }
                    [history]
                    search = ["a", 1, "b"]
                    filter = 5
                    """))
        var expected = DashboardSettings()
        expected.theme = "nord"
        expected.savedFilters = ["a": "x"]
        expected.promptHistory = ["search": ["a", "b"], "filter": []]
        #expect(file.applied(to: DashboardSettings()) == expected)
    }

    @Test(
        "an arrangement of panes is a text and back",
        arguments: [
            ("standard", true), ("events lists=1 right=999", true), ("", false), ("evnts", false),
            ("events lists", false), ("events lists=0", false), ("events lists=1000", false),
            ("events side=5", false), ("events lists=1=2", false),
        ])
    func layouts(text: String, isLayout: Bool) {
        let layout = LayoutText.layout(text)
        #expect((layout != nil) == isLayout)
        if let layout { #expect(LayoutText.text(of: layout) == text) }
    }
}
