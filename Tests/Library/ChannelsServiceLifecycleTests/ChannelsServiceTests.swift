#if Integrations
import BuoyTestBasics
import Channels
import ChannelsMetrics
import ChannelsServiceLifecycle
import ChannelsTesting
import Logging
import ServiceLifecycle
import Testing

/// What users of the product do, with its public interface alone.
@Suite("A client as a service of a group", .inTurn)
struct ChannelsServiceTests {
    private static let options = ChannelsOptions(appKey: "key", host: .host("example.test"))

    @Test("the group connects the client, and disconnects it when it shuts down")
    func gracefulShutdown() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let group = ServiceGroup(
            services: [ChannelsService(client)], logger: Logger(label: "test"))
        async let running: Void = group.run()
        _ = try await server.nextAttempt().establish()
        for await state in client.states where state == .connected { break }
        await group.triggerGracefulShutdown()
        try await running
        #expect(await client.state == .disconnected)
    }

    @Test("a group that shuts down before the client is connected ends too")
    func shutdownWhileConnecting() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let group = ServiceGroup(
            services: [ChannelsService(client)], logger: Logger(label: "test"))
        async let running: Void = group.run()
        _ = try await server.nextAttempt()
        await group.triggerGracefulShutdown()
        try await running
        #expect(await client.state == .disconnected)
    }

    @Test("with metrics, the group shuts down in either order", arguments: [true, false])
    func metrics(reporterIsFirst: Bool) async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let services: [any Service] = [ChannelsMetricsReporter(client), ChannelsService(client)]
        let group = ServiceGroup(
            services: reporterIsFirst ? services : services.reversed(),
            logger: Logger(label: "test"))
        async let running: Void = group.run()
        _ = try await server.nextAttempt().establish()
        for await state in client.states where state == .connected { break }
        await group.triggerGracefulShutdown()
        try await running
        #expect(await client.state == .disconnected)
    }

    @Test("a reporter without a client that runs ends with its group, or with its task")
    func reporterAlone() async throws {
        let client = try ScriptedServer().client(Self.options)
        let group = ServiceGroup(
            services: [ChannelsMetricsReporter(client)], logger: Logger(label: "test"))
        async let running: Void = group.run()
        await group.triggerGracefulShutdown()
        try await running
        let task = Task { await ChannelsMetricsReporter(client).run() }
        task.cancel()
        await task.value
    }

    @Test("without connecting, the client waits to be asked")
    func noConnection() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let service = ChannelsService(client, connects: false)
        let group = ServiceGroup(services: [service], logger: Logger(label: "test"))
        async let running: Void = group.run()
        #expect(await client.state == .initialized)
        await client.connect()
        _ = try await server.nextAttempt().establish()
        for await state in client.states where state == .connected { break }
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test("a client that the program stops does not end the group")
    func stoppedByProgram() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let service = ChannelsService(client).consuming(client.events) { _ in }
        let group = ServiceGroup(services: [service], logger: Logger(label: "test"))
        async let running: Void = group.run()
        _ = try await server.nextAttempt().establish()
        await client.stop()
        for await _ in client.states {}
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test("a client that has already run is an error")
    func secondRun() async throws {
        let client = try ScriptedServer().client(Self.options)
        await client.stop()
        await client.run()
        let service = ChannelsService(client).consuming(client.events) { _ in }
        let error = await #expect(throws: ClientError.self) { try await service.run() }
        #expect(error?.text == "This client has already run: create a new one.")
    }

    @Test("a client that is refused, or gives up, ends the group with its failure")
    func failure() async throws {
        for isRefusal in [true, false] {
            let server = ScriptedServer()
            var options = Self.options
            options.policy = .never
            options.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let client = try server.client(options)
            let task = Task { try await ChannelsService(client).run() }
            let attempt = try await server.nextAttempt()
            if isRefusal { attempt.establish().close(code: 4001) } else { attempt.fail(cause: "x") }
            let error = await #expect(throws: ClientError.self) { try await task.value }
            #expect(error?.isPermanent == true)
            #expect(error?.code == (isRefusal ? 4001 : nil))
        }
    }

    @Test("a cancelled task ends the client")
    func cancellation() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let task = Task { try await ChannelsService(client).run() }
        _ = try await server.nextAttempt().establish()
        task.cancel()
        try await task.value
        #expect(await client.state == .disconnected)
    }
}
#endif
