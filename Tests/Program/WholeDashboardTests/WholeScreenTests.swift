import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoyFeatureList
import BuoyTestSupport
import BuoyTextScreen
import Channels
import Testing

@testable import BuoyDashboard

/// What lists the commands of the core and of all features together.
@Suite("Screens of the whole program")
struct WholeScreenTests {
    @Test("the help lists the commands, and searches them")
    func helpScreen() async throws {
        var state = try await Self.help(80, 24)
        try expectGolden(state, "help")
        state.type("unsu")
        try expectGolden(state, "help-search")
    }

    @Test(
        "a large screen shows most of the help, with what the command line takes",
        arguments: [(120, 40), (200, 60)])
    func largeHelp(columns: Int, rows: Int) async throws {
        try expectGolden(try await Self.help(columns, rows), "help")
    }

    @Test("the smallest screen has the help too")
    func smallest() throws {
        var state = DashboardFixture.dashboard(.sandboxSession(), 40, 8, catalog: .whole)
        state.press("3", "?")
        try expectGolden(state, "smallest-help")
    }

    @Test("the command line lists what a name may become")
    func commandLine() throws {
        var state = DashboardFixture.choosing(catalog: .whole)
        state.press(":")
        state.type("s")
        try expectGolden(state, "command")
        state.press("Tab", "Tab")
        try expectGolden(state, "command-chosen")
    }

    @Test("the picture of the whole program in the documents")
    func picture() throws {
        try DocumentPicture(
            "why", 120, 40,
            "Why the connection is down: the loss, the last failure, and the upcoming attempts"
        ) { try MovingPictureTests.explained($0, $1) }.expectCurrent()
    }

    /// What the features know of the program's own sandbox.
    private static func facts() async throws -> FeatureFacts {
        let options = ChannelsOptions(
            appKey: "k", host: .host("127.0.0.1"),
            authMethod: .endpoint(AuthEndpoint(url: "http://127.0.0.1:9/auth")))
        var facts = FeatureFacts()
        for feature in features.compactMap({ $0 as? any ServiceFeature.Type }) {
            let service = try await feature.service(
                for: WatchedSubject(options: options, sandboxPort: 6001))
            if let service = service as? any FactService { facts.add(service.facts) }
        }
        return facts
    }

    private static func help(_ columns: Int, _ rows: Int) async throws -> DashboardState {
        guard columns > 80 else {
            var state = DashboardFixture.dashboard(catalog: .whole)
            state.press("?")
            return state
        }
        var options = DashboardFixture.options(choosing: .unicode, catalog: .whole)
        options.facts = try await Self.facts()
        var state = DashboardFixture.choosing(columns, rows, options: options)
        state.press("3", "?")
        state.press("Down", "Down")
        return state
    }
}
