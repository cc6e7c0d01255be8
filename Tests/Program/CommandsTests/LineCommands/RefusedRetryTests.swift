import Channels
import ChannelsTesting
import Testing

@testable import BuoyCommands

@Suite("What was refused is tried again")
struct RefusedRetryTests {
    @Test("a connection and a channel that were refused, once a minute")
    func everyMinute() async throws {
        let server = ScriptedServer()
        var options = ChannelsOptions(appKey: "k", host: .cluster("mt1"))
        options.stopsWhenRefused = false
        let client = try server.client(options)
        try await client.subscribe("orders")
        await client.connect()
        try await withThrowingTaskGroup { group in
            group.addTask { await client.run() }
            group.addTask { await client.retryRefused(every: .seconds(60), by: server.clock) }
            try await server.nextAttempt().establish().close(code: 4001, reason: "no such app")
            while await client.state != .failed { await Task.yield() }
            try await server.clock.timer(of: .seconds(60))
            server.clock.advance(by: .seconds(60))
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().refuse("not now")
            while await !client.subscriptions.contains(where: { $0.state.isFailed }) {
                await Task.yield()
            }
            try await server.clock.timer(of: .seconds(60))
            server.clock.advance(by: .seconds(60))
            #expect(try await connection.nextSubscription().channel == "orders")
            group.cancelAll()
        }
    }
}

extension SubscriptionState {
    fileprivate var isFailed: Bool { if case .failed = self { true } else { false } }
}
