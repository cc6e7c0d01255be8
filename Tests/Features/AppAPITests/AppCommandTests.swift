import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyAppAPI
@testable import BuoyDashboard

@Suite("Publishing, comparing and closing connections")
struct AppCommandTests {
    private static let news = ChannelName(wire: "news")

    private static func run(_ line: String, in state: inout DashboardState) -> [Effect] {
        state.press(":")
        state.type(line)
        return state.press("Enter").besidesSettings
    }

    @Test("publishing sends what was typed, and keeps it for this run only")
    func publish() {
        var state = AppDashboard.choosing()
        let effects = Self.run("publish a,b hello {\"n\":1}", in: &state)
        let target = Publication.Target.channels([
            ChannelName(wire: "a"), ChannelName(wire: "b"),
        ])
        let publication = Publication(to: target, event: "hello", data: "{\"n\":1}")
        #expect(effects == [.api(.publish(publication))])
        #expect(state.settings.promptHistory.values.joined().allSatisfy { !$0.contains("hello") })
        let done = APIReport(
            .publish(publication), .done, sent: state.now, answered: state.now)
        state.handle(.service(.api(done))).forgetEffects()
        #expect(state.notice?.text == "hello was published to 2 channels")
    }

    @Test("the prompt tells the limit that a line exceeds before it is sent")
    func limits() {
        var state = AppDashboard.choosing()
        state.press("P", "Ctrl-U")
        state.type("news greeting {}")
        #expect(state.screen().textRows.last?.contains("2 of 10,240 bytes, JSON") == true)
        state.press("Ctrl-U")
        state.type("ne!ws greeting {}")
        #expect(state.screen().textRows.last?.contains("not allowed") == true)
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.errorRange == 0..<5)
    }

    @Test("templates are saved on purpose, opened for editing, and removed after a question")
    func templates() {
        var state = AppDashboard.choosing()
        #expect(Self.run("save-template again", in: &state) == [])
        state.press("Esc", "P", "Ctrl-U")
        state.type("news greeting {\"a\":1}")
        state.press("Enter", ":")
        state.type("save-template again")
        let saved = state.press("Enter").savedSettings
        #expect(saved?.publishTemplates["again"] == "news greeting {\"a\":1}")
        _ = Self.run("templates again", in: &state)
        #expect(state.prompt?.field.text == "news greeting {\"a\":1}")
        state.press("Esc")
        _ = Self.run("templates", in: &state)
        state.press("Down", "Del", "y")
        #expect(state.settings.publishTemplates.keys == ["hello"])
    }

    @Test("closing a user's connections asks first")
    func terminate() {
        var state = AppDashboard.choosing()
        #expect(Self.run("terminate u7", in: &state) == [])
        #expect(state.confirmation != nil)
        #expect(state.press("n") == [])
        _ = Self.run("terminate u7", in: &state)
        #expect(state.press("y") == [.api(.terminate("u7"))])
    }

    @Test("a comparison is shown in a box until Esc")
    func compare() throws {
        var state = AppDashboard.choosing()
        let lobby = ChannelName(wire: "presence-lobby")
        state.press("2")
        #expect(state.press("I") == [.api(.users(of: lobby))])
        let members = state.members.rosters[lobby]?.present.sorted() ?? []
        let users = members.dropFirst() + [UserID("ghost")]
        let report = APIReport(
            .users(of: lobby), .users(Array(users)), sent: state.now, answered: state.now)
        state.handle(.service(.api(report))).forgetEffects()
        // A difference counts only if it lasts.
        #expect(state.shownResult == nil)
        let second = state.handle(.tick(state.now.advanced(by: .seconds(1))))
        #expect(second.contains(.api(.users(of: lobby))))
        state.handle(.service(.api(report))).forgetEffects()
        try expectGolden(state, "users-compared")
        // After a loss, the members are others.
        var lost = state
        var session = RecordedEvents()
        session.drop(4200, reason: "", retryAfter: .seconds(1))
        _ = lost.handle(.client(session.events))
        #expect(lost.shownResult == nil)
        state.press("Esc")
        #expect(state.shownResult == nil)
        #expect(state.log.rows.count > 0)
        state.press("6", "z")
        let log = state.screen().textRows.joined(separator: "\n")
        #expect(log.contains("! presence-lobby: 1 member only here, 1 user only in HTTP"))
        // Who is only here leaves, and who was only there joins.
        state.press("z", "2")
        #expect(state.screen().textRows.contains { $0.contains("only here 1, only in HTTP 1") })
        for kind in [
            ClientReport.Kind.memberRemoved(lobby, PresenceMember(id: members[0])),
            .memberAdded(lobby, PresenceMember(id: "ghost")),
        ] {
            let event = ClientReport(number: 9999, time: state.now, kind: kind)
            state.handle(.client([event])).forgetEffects()
        }
        #expect(state.members.rosters[lobby]?.audit == nil)
    }

    @Test("an audit after a reconnection is told only if members differ, or agree again")
    func audit() {
        var state = AppDashboard.empty(.available(isLocal: true))
        let lobby = ChannelName(wire: "presence-lobby")
        func answer(_ users: [UserID]) {
            state.handle(
                .service(
                    .api(
                        APIReport(
                            .users(of: lobby), .users(users), sent: state.now, answered: state.now))
                )
            ).forgetEffects()
        }
        func audit(_ users: [UserID], requests: Int) {
            let members = PresenceMembers(
                roster: Roster(members: [PresenceMember(id: "me"), PresenceMember(id: "b")]),
                me: "me")
            let event = ClientReport(
                number: 1, time: state.now,
                kind: .membersReplaced(
                    lobby, members, difference: MemberDifference(joined: [], left: [])))
            state.handle(.client([event])).forgetEffects()
            for _ in 0..<requests {
                let time = state.now.advanced(by: .seconds(1))
                #expect(state.handle(.tick(time)).contains(.api(.users(of: lobby))))
                answer(users)
            }
        }
        var session = RecordedEvents()
        session.connect()
        session.subscribe(
            "presence-lobby", members: [PresenceMember(id: "me"), PresenceMember(id: "b")], me: "me"
        )
        state.handle(.client(session.events)).forgetEffects()
        state.notice = nil
        audit(["me", "b"], requests: 1)
        #expect(state.notice == nil && state.shownResult == nil)
        audit(["me", "ghost"], requests: 2)
        #expect(
            state.notice?.text == "presence-lobby: 1 member only here, 1 user only in HTTP")
        #expect(state.shownResult == nil)
    }

    @Test("a probe publishes and shows its result")
    func probe() throws {
        var state = AppDashboard.choosing()
        let name = ChannelName(wire: "chat-room")
        let effects = Self.run("probe chat-room 1", in: &state)
        guard case .publish(let publication)? = effects.last?.request(APIRequest.self) else {
            Issue.record("\(effects)")
            return
        }
        #expect(state.shownResult != nil)
        let event = ChannelsEvent(
            name: PublishProbe.event, channel: name, data: EventData(publication.data))
        let arrival = state.now.advanced(by: .milliseconds(7))
        state.handle(
            .client([ClientReport(number: 90_000, time: arrival, kind: .received(event))])
        ).forgetEffects()
        let report = APIReport(
            .publish(publication), .done, sent: arrival.advanced(by: .milliseconds(-5)),
            answered: arrival.advanced(by: .milliseconds(1)))
        state.handle(.service(.api(report))).forgetEffects()
        #expect(state.notice?.text.contains("1 of 1 arrived, p50 5.0ms") == true)
        try expectGolden(state, "probe")
        guard case .note(let note)? = state.log.rows.selected else {
            Issue.record("the log has no row for the probe")
            return
        }
        #expect(note.text.hasPrefix("probe of chat-room: 1 of 1 arrived"))
        #expect(note.facts.contains { $0.label == "p99" })
    }

    @Test("intervals, patterns and probes that cannot be used are refused with what would be right")
    func refusals() {
        var state = AppDashboard.choosing()
        for (line, part) in [
            ("refresh 5", "1s and 1h"), ("refresh 2h", "1s and 1h"), ("watch *", "every channel"),
            ("probe a b c", "one channel"), ("probe a 5000", "between 1 and 1000"),
            ("probe private-encrypted-a", "cannot use an encrypted"),
        ] {
            #expect(Self.run(line, in: &state) == [])
            #expect(state.prompt?.error?.contains(part) == true, "\(line)")
            state.press("Esc")
        }
    }

    @Test("a recording has nothing to ask, and says so before any question")
    func replay() {
        var options = AppDashboard.options()
        options.isReplay = true
        var state = DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
        #expect(state.press("P") == [])
        #expect(state.notice?.text == "a replay has no connection")
        for line in ["publish a b 1", "refresh 5s", "probe", "terminate u7"] {
            #expect(Self.run(line, in: &state) == [])
            let told = state.prompt?.error ?? state.notice?.text
            #expect(told == "a replay has no connection", "\(line)")
            state.press("Esc")
        }
    }

    @Test("what changes the app is refused by a read-only server")
    func readOnly() {
        let changing = AppAPI.commands.filter(\.changesServer).map(\.name)
        #expect(changing == ["publish", "templates", "terminate", "probe"])
        #expect(!Effect.api(.list(.init())).changesServer)
        #expect(!Effect.api(.users(of: Self.news)).changesServer)
        #expect(Effect.api(.terminate("u")).changesServer)
        for line in ["publish news x {}", "terminate u7", "probe", "templates hello"] {
            var state = AppDashboard.choosing()
            state.options.readOnly = .option
            #expect(Self.run(line, in: &state) == [])
            #expect(state.confirmation == nil)
            let told = state.prompt?.error ?? state.notice?.text
            #expect(told == "this connection is read-only (--read-only)", "\(line)")
        }
    }

    @Test("a line of the publish prompt is confidential, also on the command line")
    func confidential() {
        var state = AppDashboard.choosing()
        _ = Self.run("publish news greeting {\"pin\":1}", in: &state)
        #expect(AppDashboard.catalog.command("publish")?.isConfidential == true)
        #expect(state.settings.promptHistory.values.joined().allSatisfy { !$0.contains("pin") })
    }
}

/// Every command and key of the feature does something, or says why not.
@Suite("Commands and keys about the app")
struct AppKeyTests {
    private static let states = [
        [], ["8", "Down", "Down"], ["8", "G"], ["2", "Down"],
        ["8", ":", "w", "a", "t", "c", "h", "Space", "o", "*", "Enter"],
        ["P", "x", "Space", "y", "Enter"],
    ].map { keys in
        var state = AppDashboard.choosing()
        for key in keys { state.press(key) }
        return state
    }

    private static func acts(_ act: (inout DashboardState) -> [Effect]) -> Bool {
        self.states.contains { state in
            var (before, after) = (state, state)
            let effects = act(&after)
            (before.notice, after.notice) = (nil, nil)
            after.revision = before.revision
            return !effects.isEmpty || after != before
        }
    }

    @Test("every command does something, and with its argument", arguments: AppAPI.commands)
    func acts(command: Command) {
        #expect(Self.acts { $0.run(command) }, "\(command.name)")
        guard let argument = command.argument else { return }
        let texts = [
            "5s", "orders-*", "o*", "a,b hello {}", "again", "u1", "hello", "presence-lobby", "2",
        ]
        #expect(!argument.form.isEmpty)
        #expect(
            texts.contains { text in
                Self.acts { (try? $0.perform(command, argument: text)) ?? [] }
            }, "\(command.name) does nothing with its argument")
    }

    @Test("every key of the pane changes the screen or is carried out, or says why not")
    func keys() {
        var start = AppDashboard.choosing(140, 50)
        _ = start.show(.occupied)
        start.notice = nil
        for command in AppDashboard.catalog.commands where !Self.silent.contains(command.name) {
            for binding in command.defaultKeys where binding.panes.contains(.occupied) {
                var state = start
                let effects = state.handle(.key(binding.key))
                #expect(
                    !effects.isEmpty || state.screen() != start.screen(), "\(binding.key.name)")
            }
        }
        #expect(AppDashboard.catalog.row(.occupied)?.hints.contains("watch") == true)
    }

    /// At an end there is nowhere to go.
    private static let silent: Set<String> = [
        "move up", "move top", "move page-up", "move half-page-up", "move left",
    ]

    @Test("the keys of commands of the core are those of the pane too")
    func keysOfCore() {
        let keymap = AppDashboard.catalog.keymap
        #expect(
            keymap.configurationLines(for: "unsubscribe") == [
                "keys.channels.unsubscribe = [\"u\", \"Del\"]",
                "keys.occupied.unsubscribe = [\"u\", \"Del\"]",
            ])
        #expect(keymap.hintKey(for: "sort", in: .occupied) == "o")
    }
}
