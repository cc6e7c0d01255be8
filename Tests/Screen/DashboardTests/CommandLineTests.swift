import BuoyDashboardTesting
import BuoyScripts
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard

@Suite("The command line")
struct CommandLineTests {
    /// Runs a line in a dashboard.
    private static func run(_ line: String, in state: inout DashboardState) -> [Effect] {
        state.press(":")
        state.type(line)
        return state.press("Enter")
    }

    // MARK: Names

    @Test(
        "a name is that of the configuration, a short form, or a beginning of one name",
        arguments: [
            ("subscribe", Command.subscribe), ("sub", .subscribe), ("unsub", .unsubscribe),
            ("unsubs", .unsubscribe), ("q", .quit), ("q!", .quitNow), ("theme", .themes),
            ("THEMES", .themes), ("bind", .bind), ("zo", .zoom), ("save-sc", .saveScreen),
            ("why", .show(.connection)), ("quit!", .quitNow), ("pol", .policy),
        ])
    func names(typed: String, command: Command) throws {
        #expect(try CommandLineNames.command(named: typed, .core) == command)
    }

    @Test("no short form is another command's name, nor twice there")
    func shortForms() {
        let names = Catalog.core.shortForms.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { Catalog.core.command($0) == nil })
    }

    @Test(
        "a name that is none, or could be several, is refused with a way on",
        arguments: [
            ("subscrbe", "unknown command \"subscrbe\"; did you mean \"subscribe\"?"),
            ("latency", "unknown command \"latency\"; did you mean \"ping\"?"),
            ("xyzzy", "unknown command \"xyzzy\"; Tab lists the commands, ? explains them"),
            (
                "save",
                "save is ambiguous: saved-filters, save-filter, save-screen or save-layout; "
                    + "type more letters"
            ),
            (
                "s",
                "s is ambiguous: subscribe, sort, select-rows, search or 13 more; "
                    + "type more letters"
            ),
        ])
    func unknownNames(typed: String, text: String) {
        do throws(CommandLineNames.Failure) {
            let command = try CommandLineNames.command(named: typed, .core)
            Issue.record("\(command)")
        } catch {
            #expect(error.description == text)
        }
    }

    @Test(
        "a line is a name and what follows it",
        arguments: [
            ("sub a b", "sub", 0..<3, "a b", 4), ("  :q", "q", 3..<4, "", 4),
            ("", "", 0..<0, "", 0), ("filter  é x ", "filter", 0..<6, "é x ", 8),
        ])
    func input(line: String, name: String, range: Range<Int>, argument: String, start: Int) {
        let input = CommandLineInput(line)
        #expect(input.name == name)
        #expect(input.nameRange == range)
        #expect(input.argument == argument)
        #expect(input.argumentStart == start)
    }

    // MARK: Running

    private static let chat = ChannelName(wire: "chat-room")
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static let requests: [(String, [Effect])] = [
        (
            "sub a b a",
            [
                .client(.subscribe(ChannelName(wire: "a"))),
                .client(.subscribe(ChannelName(wire: "b"))),
            ]
        ),
        (
            "unsub chat-room presence-lobby",
            [.client(.unsubscribe(chat)), .client(.unsubscribe(lobby))]
        ),
        (
            "unsub chat-room,presence-lobby",
            [.client(.unsubscribe(chat)), .client(.unsubscribe(lobby))]
        ),
        ("sub a,b c", ["a", "b", "c"].map { .client(.subscribe($0)) }),
        ("unsubscribe CHAT*", [.client(.unsubscribe(chat))]),
        ("bind order", [.client(.bind("order", chat))]),
        ("bind-everywhere *", [.client(.bind(nil, nil))]),
        ("policy pusher-js", [.client(.setPolicy("pusher-js"))]),
        ("set times utc", [.file(.set(key: "times", value: "utc"))]),
        ("set times = utc ", [.file(.set(key: "times", value: "utc"))]),
        ("set layout my own", [.file(.set(key: "layout", value: "my own"))]),
        ("policy stand", [.client(.setPolicy("standard"))]),
        ("theme nord", [.terminal(.showTheme("nord"))]),
        ("theme ./my.toml", [.terminal(.showTheme("./my.toml"))]),
        ("save-screen a b.txt ", [.file(.saveScreen(path: "a b.txt", overwrites: false))]),
        ("q!", [.quit]), ("redraw", [.terminal(.redraw)]), ("reload", [.file(.reload)]), ("", []),
        ("  ", []),
        (
            "send presence-lobby client-client-b",
            [
                .client(
                    .trigger(
                        ChannelsEvent(
                            name: "client-b", channel: lobby,
                            data: EventData(json: .object(JSONValue.Object([]))))))
            ]
        ),
        (
            "send presence-lobby client-a {\"a\":1}",
            [
                .client(
                    .trigger(
                        ChannelsEvent(
                            name: "client-a", channel: lobby, data: EventData(json: ["a": 1]))))
            ]
        ),
    ]

    @Test("a command with its argument asks for what its prompt would", arguments: requests)
    func effects(line: String, effects: [Effect]) {
        var state = DashboardFixture.choosing()
        #expect(Self.run(line, in: &state).besidesSettings == effects)
        #expect(state.prompt == nil)
    }

    @Test("what is shown in another way is kept for the next time")
    func settings() {
        var state = DashboardFixture.choosing()
        #expect(Self.run("times utc", in: &state).savedSettings?.timeFormat == .utc)
        #expect(Self.run("sort rate", in: &state).savedSettings?.channelOrder == .rate)
        #expect(Self.run("theme nord", in: &state).savedSettings?.theme == "nord")
        #expect(Self.run("layout presence", in: &state).savedSettings?.layout.preset == .presence)
        let saved = Self.run("save-layout at work", in: &state).savedSettings
        #expect(saved?.savedLayouts["at work"]?.preset == .presence)
        state.press("2")
        #expect(Self.run("sort newest", in: &state).savedSettings?.memberOrder == .newest)
    }

    @Test("an export writes the rows that the filter lets through")
    func export() throws {
        var state = DashboardFixture.choosing()
        _ = Self.run("filter event:order.*", in: &state)
        let effects = Self.run("export orders.jsonl", in: &state).besidesSettings
        guard case .file(.export(let events, "orders.jsonl", overwrites: false))? = effects.first
        else {
            Issue.record("\(effects.count) effects")
            return
        }
        #expect(events.count == state.events.count)
        #expect(events.count > 0 && events.count < state.events.ring.count)
    }

    @Test(
        "filters are set, saved, used and added to",
        arguments: [
            (["filter size>2k"], "size>2k"), (["saved-filters orders"], "@orders"),
            (["filter @big"], "@big"), (["hide-event price a*"], "-event:price -event:a*"),
            (["filter size>1", "hide-event price"], "size>1 -event:price"),
            (["only-channel chat-room"], "channel:chat-room"),
            (["only-channel presence-* chat-room"], "channel:presence-* or channel:chat-room"),
            (["filter x", "save-filter mine", "filter y", "saved-filters mine"], "@mine"),
        ])
    func filters(lines: [String], source: String) {
        var state = DashboardFixture.choosing()
        for line in lines { _ = Self.run(line, in: &state) }
        #expect(state.events.view.filter?.source == source)
        #expect(state.prompt == nil)
    }

    @Test("a search starts with what follows it")
    func search() {
        var state = DashboardFixture.choosing()
        _ = Self.run("search new-message", in: &state)
        #expect(state.events.search?.needle.text == "new-message")
    }

    @Test("without an argument a command does what its key does")
    func withoutArgument() {
        var state = DashboardFixture.choosing()
        _ = Self.run("subscribe", in: &state)
        #expect(state.prompt?.kind == .argument(.subscribe))
        state.press("Esc")
        _ = Self.run("themes", in: &state)
        #expect(state.picker?.command == Command.themes.id)
        state.press("Esc")
        _ = Self.run("connect", in: &state)
        #expect(state.notice?.text.hasPrefix("already connected") == true)
    }

    @Test(
        "an error stands in the line, and points at the word",
        arguments: [
            ("subscrbe a", "unknown command \"subscrbe\"; did you mean \"subscribe\"?", 0..<8),
            ("sub a bad/name", nil, 6..<14), ("filter order size>2x", nil, 18..<20),
            ("unsub chat-room nope", "no channel is called nope", 16..<20),
            ("pause now", "pause takes no argument", 6..<9),
            ("times utz", "unknown time format \"utz\"; did you mean \"utc\"?", 6..<9),
            ("themes norf", "unknown theme \"norf\"; did you mean \"nord\"?", 7..<11),
            (
                "policy x", "unknown policy \"x\"; choose from standard, pusher-js, pusher-swift",
                7..<8
            ),
            ("policy push", nil, 7..<11), ("saved-filters bug", nil, 14..<17),
            ("save-filter a", "no filter to save; f sets one", 0..<0),
            ("trigger chat-room client-a", nil, 8..<17), ("sort newest", nil, 5..<11),
        ] as [(String, String?, Range<Int>)])
    func errors(line: String, text: String?, range: Range<Int>) {
        var state = DashboardFixture.choosing()
        #expect(Self.run(line, in: &state).besidesSettings.isEmpty)
        #expect(state.prompt?.field.text == line)
        #expect(state.prompt?.error != nil)
        if let text { #expect(state.prompt?.error == text) }
        #expect(state.prompt?.errorRange == range)
    }

    @Test("what a command needs is said, whether it has its argument or not")
    func reasons() {
        var state = DashboardFixture.empty()
        _ = Self.run("bind order", in: &state)
        #expect(state.prompt?.error == "no channel is selected; B binds on all channels")
    }

    @Test("the inspector shows its data in the view that is named")
    func view() {
        var state = DashboardFixture.choosing()
        _ = Self.run("view hex", in: &state)
        #expect(state.prompt?.error == "the inspector is closed; Enter opens it")
        state.press("Esc", "3", "Enter")
        _ = Self.run("view hex", in: &state)
        #expect(state.inspector?.view == .hex)
    }

    /// Something that may follow commands whose arguments Tab does not complete.
    private static let samples = [
        "subscribe": "chat-room", "trigger": "presence-lobby client-x {}", "export": "a.jsonl",
        "saved-filters": "orders", "filter": "price", "set": "times utc",
        "fault": "silence for 30s", "export-connection": "a.jsonl",
        "compare": "staging prod 5s", "record-screen": "a.svg",
        "save-screen": "a.svg",
    ]

    @Test("every command that may have an argument takes one, and says what it is")
    func everyArgument() throws {
        for command in Catalog.core.commands {
            guard let argument = command.argument else { continue }
            var state = DashboardFixture.choosing()
            if command == .compare { state.options.opened = ServerLabel.all(["staging", "prod"]) }
            state.press("3", "Enter")
            _ = Self.run("filter x", in: &state)
            state.options.isReplay = command == .seek
            let offered = argument.complete(state, "", 0).candidates.first?.text
            let line = "\(command.name) \(Self.samples[command.name] ?? offered ?? "mine")"
            _ = Self.run(line, in: &state)
            // This opens a prompt with a line to edit.
            let hasRun = state.prompt == nil || command == .faults
            #expect(hasRun, "\(line): \(state.prompt?.error ?? "")")
            #expect(!argument.form.isEmpty)
            state.open(.argument(command))
            #expect(state.prompt?.kind.placeholder.isEmpty == false)
        }
    }

    // MARK: Questions

    @Test(
        "more channels than were named are asked about; only y unsubscribes them",
        arguments: [("y", 2), ("n", 0), ("Esc", 0), ("Enter", 0), ("q", 0)])
    func question(key: String, count: Int) {
        var state = DashboardFixture.choosing()
        #expect(Self.run("unsub private-*", in: &state).besidesSettings.isEmpty)
        #expect(
            state.screen().textRows.contains { $0.contains(" unsubscribe from 2 channels? y/N") })
        #expect(state.press(key).count == count)
        #expect(state.prompt == nil && state.confirmation == nil)
    }

    // MARK: Completion

    @Test(
        "Tab completes names, then what a command acts on",
        arguments: [
            ("unsubscr", ["unsubscribe"]),
            ("unsubscribe pres", ["presence-lobby"]),
            ("subscribe presence-game-1 pres", ["presence-game-2"]),
            ("theme gr", ["gruvbox-dark", "gruvbox-light"]), ("layout m", ["mine"]),
            ("policy pusher-", ["pusher-js", "pusher-swift"]), ("times u", ["utc"]),
            ("saved-filters o", ["orders"]), ("filter @b", ["@big"]),
            ("filter user:u1", ["u17"]), ("trigger presence-lobby client-t", ["client-typing"]),
            ("sort r", ["rate"]), ("bind pric", ["price"]), ("export x", []), ("nothing x", []),
            ("quit x", []), ("times utc u", []), ("set ti", ["times"]), ("set times u", ["utc"]),
            ("set layout mi", ["mine"]), ("set theme nor", ["nord"]), ("set times utc l", []),
        ])
    func completion(line: String, candidates: [String]) {
        var state = DashboardFixture.choosing()
        state.press(":")
        state.type(line)
        #expect(state.completedPrompt?.completion.candidates.map(\.text) == candidates)
        guard let first = candidates.first else { return }
        state.press("Tab")
        #expect(state.prompt?.field.text.hasSuffix(first) == true)
        #expect(state.prompt?.field.text.hasPrefix(line.prefix(4)) == true)
    }

    @Test("a name may be completed in front of its argument")
    func completionInside() {
        var state = DashboardFixture.choosing()
        state.press(":")
        state.type("zoo x")
        state.press("Left", "Left", "Tab")
        #expect(state.prompt?.field.text == "zoom x")
    }

    // MARK: History

    @Test("lines are kept for the next time, but not client events nor what may be one")
    func savedHistory() {
        var state = DashboardFixture.choosing()
        let lines = ["times utc", "trigger presence-lobby client-a {}", "trigge: private-x y"]
        var saved: DashboardSettings?
        for line in lines {
            saved = Self.run(line, in: &state).savedSettings ?? saved
            state.press("Esc")
        }
        state.channels.select(ChannelName(wire: "presence-lobby"))
        state.press("c", "Ctrl-U")
        state.type("presence-lobby client-a {\"secret\":1}")
        #expect(state.press("Enter").savedSettings == nil)
        state.press("3", "/")
        state.type("needle")
        saved = state.press("Enter").savedSettings
        #expect(saved?.promptHistory == ["command": ["times utc"], "search": ["needle"]])
        state.press(":", "Up")
        #expect(state.prompt?.field.text == lines[2])
    }

    @Test("lines of the last time come back with Up")
    func loadedHistory() {
        var state = DashboardFixture.empty {
            $0.settings.promptHistory = ["subscribe": ["one", "two"]]
        }
        state.press("s", "Up", "Up")
        #expect(state.prompt?.field.text == "one")
    }

    @Test("reading the configuration again keeps the lines of this time")
    func configured() {
        var state = DashboardFixture.choosing()
        _ = Self.run("times utc", in: &state)
        _ = state.handle(.configured(DashboardSettings(), .standard))
        #expect(state.settings.promptHistory == ["command": ["times utc"]])
    }

    @Test("a pasted line stands in the command line, and does not run")
    func paste() {
        var state = DashboardFixture.choosing()
        state.press(":")
        #expect(state.handle(.key(.paste(Array("quit\n".utf8)))).isEmpty)
        #expect(state.prompt?.field.text == "quit")
    }

    @Test("the digit of a pane's key shows the pane", arguments: ["members", "2"])
    func paneByDigit(word: String) {
        var state = DashboardFixture.choosing()
        _ = Self.run("show \(word)", in: &state)
        #expect(state.focus == .members)
    }
}
