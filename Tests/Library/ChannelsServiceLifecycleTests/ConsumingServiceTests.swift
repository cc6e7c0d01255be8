#if Integrations
import BuoyTestBasics
import Channels
import ChannelsMetrics
import ChannelsServiceLifecycle
import ChannelsTesting
import Logging
import ServiceLifecycle
import Testing

@Suite("A service that reads its client's streams", .inTurn)
struct ConsumingServiceTests {
    private struct Failure: Error {}

    /// The order in which things were done.
    private actor Log {
        private(set) var entries: [String] = []

        func add(_ entry: String) { self.entries.append(entry) }
    }

    private static let options = ChannelsOptions(appKey: "key", host: .host("example.test"))
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func client(_ server: ScriptedServer) throws -> ChannelsClient {
        var options = Self.options
        options.logger = self.logger
        return try server.client(options)
    }

    private static func establish(_ server: ScriptedServer) async throws -> ScriptedConnection {
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        return connection
    }

    @Test("a loop that has not finished at the limit is cancelled, and the group ends")
    func limit() async throws {
        let server = ScriptedServer()
        let client = try self.client(server)
        let log = Log()
        let (handled, handling) = AsyncStream.makeStream(of: Void.self)
        let events = try await client.subscribe("c").events("e")
        let service = ChannelsService(client, drainTimeLimit: .seconds(7))
            .consuming(events) { event in
                await log.add(event.data.text)
                handling.yield()
                try await Task.sleep(for: .seconds(3600))
            }
        let group = ServiceGroup(services: [service], logger: self.logger)
        var arrivals = client.events("e").makeAsyncIterator()
        async let running: Void = group.run()
        let connection = try await Self.establish(server)
        for data: EventData in ["1", "2"] {
            connection.publish("e", on: "c", data: data)
            _ = await arrivals.next()
        }
        var handledFirst = handled.makeAsyncIterator()
        await handledFirst.next()
        await group.triggerGracefulShutdown()
        try await server.clock.timer(of: .seconds(7))
        server.clock.advance(by: .seconds(7))
        try await running
        #expect(await log.entries == ["1"])
    }

    @Test("an error of a loop ends the group, after the other loops have finished")
    func failure() async throws {
        let server = ScriptedServer()
        let client = try self.client(server)
        let log = Log()
        let channel = try await client.subscribe("c")
        let service = ChannelsService(client)
            .consuming(channel.events("bad")) { _ in throw Failure() }
            .consuming(channel.events("good")) { event in await log.add(event.data.text) }
        let group = ServiceGroup(services: [service], logger: self.logger)
        let running = Task { try await group.run() }
        let connection = try await Self.establish(server)
        connection.publish("good", on: "c", data: "1")
        connection.publish("bad", on: "c", data: "2")
        await #expect(throws: Failure.self) { try await running.value }
        #expect(await log.entries == ["1"])
        #expect(await client.state == .disconnected)
    }

    @Test("data of another type ends the group with its error")
    func decoding() async throws {
        let server = ScriptedServer()
        let client = try self.client(server)
        let numbers = try await client.subscribe("c").events("e", as: Int.self)
        let service = ChannelsService(client).consuming(numbers) { _ in }
        let running = Task { try await service.run() }
        let connection = try await Self.establish(server)
        connection.publish("e", on: "c", data: "none")
        await #expect(throws: ChannelsError.self) { try await running.value }
    }

    @Test("a refusal is thrown once the loops have finished")
    func refusal() async throws {
        let server = ScriptedServer()
        let client = try self.client(server)
        let log = Log()
        let service = ChannelsService(client).consuming(client.states) { state in
            await log.add(state.rawValue)
        }
        let running = Task { try await service.run() }
        try await server.nextAttempt().establish().close(code: 4001)
        let error = await #expect(throws: ClientError.self) { try await running.value }
        #expect(error?.code == 4001)
        #expect(await log.entries.contains("failed"))
    }

    @Test("a group that shuts down before the client is connected ends", arguments: [true, false])
    func shutdownAtStart(serviceIsFirst: Bool) async throws {
        let server = ScriptedServer()
        let client = try self.client(server)
        let services: [any Service] = [
            ChannelsService(client).consuming(client.events) { _ in },
            ChannelsMetricsReporter(client),
        ]
        let group = ServiceGroup(
            services: serviceIsFirst ? services : services.reversed(), logger: self.logger)
        async let running: Void = group.run()
        await group.triggerGracefulShutdown()
        try await running
    }
}
#endif
