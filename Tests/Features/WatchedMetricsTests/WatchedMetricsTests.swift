import ArgumentParser
import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoySessions
import BuoyTestBasics
import Channels
import ChannelsProtocol
import ChannelsTesting
import Testing

@testable import BuoyDashboard
@testable import BuoyWatchedMetrics

@Suite("Metrics of the client that is shown", .inTurn)
struct WatchedMetricsTests {
    private static func client() throws -> ChannelsClient {
        try ScriptedServer().client(ChannelsOptions(appKey: "key", host: .host("example.test")))
    }

    private static func service(_ arguments: [String]) async throws -> WatchedMetricsService? {
        try await WatchedMetrics.service(
            for: WatchedSubject(
                client: try Self.client(), arguments: [try MetricsArguments.parse(arguments)]))
            as? WatchedMetricsService
    }

    @Test("the log says once where they are served, also if another server is shown")
    @MainActor
    func announced() async throws {
        let service = try #require(try await Self.service(["--metrics", "127.0.0.1:0"]))
        let shown = TestDashboard()
        await service.run(shown)
        service.follow(try Self.client())
        await service.run(shown)
        #expect(shown.actions.count == 1)
        guard case .service(.notes(let notes)) = shown.actions.first else {
            Issue.record("no row of the log")
            return
        }
        #expect(notes.map(\.name) == ["metrics"])
        #expect(notes.first?.text.hasPrefix("serving metrics at http://127.0.0.1:") == true)
        #expect(service.warnings == [])
        await service.stop()
    }

    @Test("whoever opens them to others is warned")
    func warned() async throws {
        let service = try #require(try await Self.service(["--metrics", "0.0.0.0:0"]))
        #expect(service.warnings.count == 1)
        await service.stop()
    }

    @Test("without the option, or without a client, nothing is served")
    func nothing() async throws {
        #expect(try await Self.service([]) == nil)
        let subject = WatchedSubject(
            arguments: [try MetricsArguments.parse(["--metrics", "127.0.0.1:0"])])
        #expect(try await WatchedMetrics.service(for: subject) == nil)
    }
}
