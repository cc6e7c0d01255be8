import BuoyTestBasics
import Channels
import ChannelsTesting
import Testing

/// A client that runs as long as a closure.
@Suite(.inTurn)
struct RunTests {
    private struct Enough: Error, Equatable {}

    private static let options = ChannelsOptions(appKey: "key", host: .cluster("eu"))

    @Test("it connects, returns what the closure returns, and stops")
    func value() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let orders = try await client.subscribe("orders").events("created")
        let text = try await client.run {
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            connection.publish("created", on: "orders", data: "tea")
            for await event in orders { return event.data.text }
            return "nothing"
        }
        #expect(text == "tea")
        #expect(await client.state == .disconnected)
    }

    @Test("it throws what the closure throws")
    func failure() async throws {
        let client = try ScriptedServer().client(Self.options)
        await #expect(throws: Enough()) { try await client.run { throw Enough() } }
        #expect(await client.state == .disconnected)
    }

    @Test("it throws the refusal that has ended the events, unless the client is to stay")
    func refusal() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let events = client.events
        let running = Task { try await client.run { for await _ in events {} } }
        try await server.nextAttempt().accept().close(code: 4001, reason: "no such app")
        let error = await #expect(throws: ClientError.self) { try await running.value }
        #expect(error?.code == 4001)
        #expect(error?.isPermanent == true)

        var options = Self.options
        options.stopsWhenRefused = false
        let staying = try server.client(options)
        let states = staying.states
        async let other = staying.run {
            for await state in states where state == .failed { return 7 }
            return 0
        }
        try await server.nextAttempt().accept().close(code: 4001, reason: "no such app")
        #expect(try await other == 7)
    }

    @Test("it ends with its task, and when the client is stopped elsewhere")
    func cancellation() async throws {
        let server = ScriptedServer()
        for isStopped in [false, true] {
            let client = try server.client(Self.options)
            let events = client.events
            let running = Task { try? await client.run { for await _ in events {} } }
            _ = try await server.nextAttempt().establish()
            if isStopped { await client.stop() } else { running.cancel() }
            await running.value
            #expect(await client.state == .disconnected)
        }
    }

    @MainActor private final class Screen {
        var lines: [String] = []
    }

    @MainActor @Test("the closure runs where its caller does")
    func isolation() async throws {
        let server = ScriptedServer()
        let client = try server.client(Self.options)
        let screen = Screen()
        try await client.run { screen.lines.append("\(await client.state)") }
        #expect(screen.lines == ["connecting"])
    }
}
