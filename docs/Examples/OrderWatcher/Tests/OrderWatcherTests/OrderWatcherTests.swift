import Channels
import ChannelsTesting
import Logging
import ServiceLifecycle
import Testing

@testable import OrderWatcher

/// The whole group, with a server that the test plays.
@Suite(.timeLimit(.minutes(1)))
struct OrderWatcherTests {
    @Test("the group connects, and ends when it is asked to")
    func shutdown() async throws {
        let server = ScriptedServer()
        let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let group = try await OrderWatcherProgram.group(client, logger)
        async let running: Void = group.run()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        await group.triggerGracefulShutdown()
        try await running
        #expect(await client.state == .disconnected)
    }
}
