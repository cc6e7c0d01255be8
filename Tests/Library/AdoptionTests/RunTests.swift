import Channels
import ChannelsTesting
import Testing

/// A client that runs as long as a closure.
@Suite(.timeLimit(.minutes(1)))
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

    @Test("it throws what the closure throws, with its type")
    func failure() async throws {
        let client = try ScriptedServer().client(Self.options)
        do throws(Enough) {
            try await client.run { () throws(Enough) in throw Enough() }
            Issue.record("nothing was thrown")
        } catch { #expect(error == Enough()) }
        #expect(await client.state == .disconnected)
        // One that cannot throw needs no try.
        let other = try ScriptedServer().client(Self.options)
        #expect(await other.run { 7 } == 7)
    }

    @Test("it ends with its task, and when the client is stopped elsewhere")
    func cancellation() async throws {
        let server = ScriptedServer()
        for isStopped in [false, true] {
            let client = try server.client(Self.options)
            let events = client.events
            let running = Task { await client.run { for await _ in events {} } }
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
        await client.run { screen.lines.append("\(await client.state)") }
        #expect(screen.lines == ["connecting"])
    }
}
