import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import BuoyLaboratory
@testable import BuoyTextScreen

@Suite("The pane of the reconnection laboratory")
struct LabPaneTests {
    private static let catalog = Catalog([Laboratory.self])

    private static func state(
        _ columns: Int = 80, _ rows: Int = 24, glyphs: GlyphSet = .unicode
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(
            .sandboxSession(), columns, rows, glyphs: glyphs, catalog: Self.catalog)
        _ = state.handle(.policyChanged("standard"))
        state.notice = nil
        return state
    }

    /// Plays what the laboratory asks for, as the program does.
    @discardableResult
    private static func answer(_ effects: [Effect], _ state: inout DashboardState) throws -> Int {
        var count = 0
        var effects = effects
        while !effects.isEmpty {
            let requests = effects.compactMap { effect -> LabRequest? in
                effect.request(LabRequest.self)
            }
            effects = []
            for request in requests {
                count += 1
                let script = try #require(FaultScript.named(request.script))
                let report =
                    request.clients.map {
                        LabReport(
                            script, LabProfile.compared.filter { $0.name == request.policy },
                            clients: min($0, 100), jitters: [true, false], seed: 1,
                            capacity: request.capacity)
                    } ?? LabReport(script, LabProfile.compared, seed: nil)
                effects += state.handle(.service(.lab(report, for: request)))
            }
        }
        return count
    }

    /// The laboratory after its first script.
    static func played() -> DashboardState {
        var state = self.state()
        do { try self.answer(state.press("Z"), &state) } catch { Issue.record(error) }
        return state
    }

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }

    /// The timelines of a restart, with pusher-js selected.
    static func timelines(_ columns: Int, _ rows: Int) throws -> DashboardState {
        var state = Self.state(columns, rows)
        try Self.answer(state.press("Z", "Down"), &state)
        return state
    }

    /// The herd of a long restart.
    static func herd(_ columns: Int, _ rows: Int) throws -> DashboardState {
        var state = try self.timelines(columns, rows)
        try Self.answer(state.press("Right", "H", "Up"), &state)
        return state
    }

    @Test("golden screens", arguments: [(60, 15), (80, 24), (120, 40), (200, 60)])
    func screens(columns: Int, rows: Int) throws {
        try expectGolden(try Self.timelines(columns, rows), "lab")
        try expectGolden(try Self.herd(columns, rows), "lab-herd")
    }

    @Test("a screen of ASCII has a laboratory too")
    func ascii() throws {
        var state = Self.state(glyphs: .ascii)
        try Self.answer(state.press("Z"), &state)
        try expectGolden(state, "lab-ascii")
    }

    @Test("each script is played once, and only when it is shown")
    func requests() throws {
        var state = Self.state()
        #expect(state.handle(.tick(state.now)) == [])
        let effects = state.press("Z")
        #expect(effects.besidesSettings == [.lab(LabRequest(script: "restart"))])
        #expect(state.handle(.tick(state.now)) == [])
        #expect(Self.text(state).contains("Playing the script"))
        #expect(try Self.answer(effects, &state) == 1)
        #expect(Self.text(state).contains("pusher-java"))
        #expect(state.press("Left").besidesSettings == [.lab(LabRequest(script: "gone"))])
    }

    @Test("Enter uses the selected policy for the live connection, and :why names it")
    func policy() throws {
        var state = Self.state()
        try Self.answer(state.press("Z"), &state)
        #expect(Self.text(state).contains("the live connection's policy"))
        state.press("Down")
        #expect(state.press("Enter").besidesSettings == [.client(.setPolicy("pusher-js"))])
        _ = state.handle(.policyChanged("pusher-js"))
        #expect(state.notice?.text == "the reconnection policy is now pusher-js")
        #expect(Self.text(state).contains("the live connection's policy"))
        state.press(":")
        state.type("why")
        state.press("Enter")
        #expect(Self.text(state).contains("pusher-js"))
    }

    @Test(":lab plays a script by its name, with as many clients as wanted")
    func commandLine() throws {
        var state = Self.state()
        state.press(":")
        state.type("lab long-restart 50")
        try Self.answer(state.press("Enter"), &state)
        #expect(state.focus == .lab)
        #expect(Self.text(state).contains("50 clients, with jitter"))
        for line in [
            "lab restart 0", "lab restart many", "lab restart 1 2", "lab restart 1 0/s",
            "lab restart 1 2/s 3",
        ] {
            state.press(":")
            state.type(line)
            #expect(state.press("Enter").besidesSettings == [])
            #expect(state.prompt?.error != nil)
            state.press("Esc")
        }
    }

    @Test(":lab plays a herd against a server with a capacity, and keeps it for the next script")
    func capacity() throws {
        var state = Self.state(120, 40)
        state.press(":")
        state.type("lab restart 100 20/s")
        try Self.answer(state.press("Enter"), &state)
        #expect(Self.text(state).contains("20/s: peak "))
        #expect(Self.text(state).contains("back in 2m"))
        // The herd is played for longer than one client, and its axis shows it.
        #expect(Self.text(state).contains(" 9m00s"))
        let next = state.press("Right").besidesSettings
        #expect(next == [.lab(LabRequest(script: "long-restart"))])
        try Self.answer(next, &state)
        #expect(Self.text(state).contains("20/s: peak "))
        state.press("H")
        #expect(!Self.text(state).contains("20/s"))
    }

    @Test("a herd is that of the selected policy, and played when another one is selected")
    func herds() throws {
        var state = try Self.herd(80, 24)
        #expect(Self.text(state).contains("standard, 100 clients, with jitter"))
        let effects = state.press("Down").besidesSettings
        #expect(
            effects == [
                .lab(LabRequest(script: "long-restart", clients: 1000, policy: "pusher-js"))
            ])
        #expect(Self.text(state).contains("Playing 1,000 clients"))
        try Self.answer(effects, &state)
        #expect(Self.text(state).contains("pusher-js, 100 clients, without jitter"))
        #expect(!Self.text(state).contains("with jitter"))
        #expect(state.press("H").besidesSettings == [])
        #expect(Self.text(state).contains("recovery"))
    }

    @Test("a script that cannot be played is told, and the first one is shown again")
    func failure() throws {
        var state = Self.state()
        state.press(":")
        state.type("lab nowhere.toml")
        let effects = state.press("Enter").besidesSettings
        let request = LabRequest(script: "nowhere.toml")
        #expect(effects == [.lab(request)])
        let next = state.handle(.effectFailed(.lab(request), "no such file"))
        #expect(next == [.lab(LabRequest(script: "restart"))])
        #expect(state.notice?.text == "play nowhere.toml: no such file")
    }

    @Test("the account of a policy scrolls by pages, and another policy begins at its start")
    func account() throws {
        var state = Self.state(80, 24)
        try Self.answer(state.press("Z", "Down"), &state)
        #expect(Self.text(state).contains("more  PgDn PgUp"))
        let first = Self.text(state)
        state.press("PgDn")
        #expect(Self.text(state) != first)
        for _ in 0..<20 { state.press("PgDn") }
        let last = Self.text(state)
        #expect(!last.contains("more"))
        state.press("PgDn")
        #expect(Self.text(state) == last)
        for _ in 0..<20 { state.press("PgUp") }
        #expect(Self.text(state) == first)
        state.press("PgDn", "Down", "Up")
        #expect(Self.text(state) == first)
    }

    @Test("keys of the inspector do not offer Enter, which means something else here")
    func inspector() throws {
        var state = Self.state(120, 40)
        try Self.answer(state.press("Z"), &state)
        state.press("J")
        #expect(state.notice?.text.contains("Enter opens it") != true)
        state.notice = nil
        #expect(state.screen().textRows.last?.contains("next script") == true)
    }

    @Test("the mouse selects a policy")
    func mouse() throws {
        var state = Self.state()
        try Self.answer(state.press("Z"), &state)
        let row = try #require(state.screen().textRows.firstIndex { $0.contains("pusher-java") })
        _ = state.handle(.key(.mouse(MousePress(.press, x: 5, y: row))))
        #expect(state[LabPane.self]?.policy == "pusher-java")
    }

    @Test("the picture of the documents")
    func picture() throws {
        try DocumentPicture("lab", 80, 24, "A server restart, and how each policy reconnects") {
            try Self.timelines($0, $1)
        }.expectCurrent()
    }

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.lab, in: Self.catalog)
    }

    @Test("a key that would change the hidden Events says where that is")
    func hiddenLog() {
        for key in ["f", "/", "n", "C", "."] {
            var state = Self.state()
            state.press("Z")
            #expect(state.press(key).besidesSettings == [])
            #expect(state.prompt == nil)
            #expect(
                state.notice?.text == "Laboratory hides Events; Esc shows it again", "\(key)"
            )
        }
    }

    @Test("it can be opened without a connection")
    func replay() {
        var state = DashboardFixture.empty(catalog: Self.catalog) { $0.isReplay = true }
        state.press("Z")
        #expect(state.focus == .lab)
    }

    @Test("every command of it does something", arguments: Laboratory.commands)
    func commands(command: Command) throws {
        var played = Self.played()
        played.press("Down")
        let isAvailable = command.unavailable(played) == nil
        #expect(isAvailable)
        var after = played
        let effects = command.perform(&after)
        #expect(!effects.isEmpty || after != played)
        #expect(!command.changesServer)
    }
}
