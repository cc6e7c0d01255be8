import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsDiagnostics
import ChannelsTransport
import Synchronization
import Testing

@Suite("Views of the state", .inTurn)
struct StateReportTests {
    @Test("states are told with how long each lasted, beginning with the last change")
    func changes() async throws {
        try await ClientScene().play { scene in
            var all = scene.client.stateChanges.makeAsyncIterator()
            let connection = await scene.establish("1.1")
            scene.clock.advance(by: .seconds(9))
            connection.end(nil)
            await scene.retry()
            scene.clock.advance(by: .seconds(1))
            _ = await scene.acceptAndEstablish("2.2")
            var changes: [StateChange] = []
            for _ in 1...4 { if let change = await all.next() { changes.append(change) } }
            #expect(
                changes.map(\.current)
                    == [.connecting, .connected, .connecting, .connected])
            #expect(changes.compactMap(\.socketID?.text) == ["1.1", "1.1", "2.2"])
            #expect(changes.last?.duration == .seconds(1))
            // One that is made later starts with the current state, and so does a second reader.
            let late = scene.client.stateChanges
            for _ in 1...2 {
                var iterator = late.makeAsyncIterator()
                #expect(await iterator.next() == changes.last)
            }
        }
    }

    @Test("each retry is told with its number")
    func retries() async throws {
        try await ClientScene().play { scene in
            await scene.client.connect()
            for attempt in 2...3 {
                await scene.network.nextAttempt().fail(.closed("it was reset"))
                #expect(await scene.retry()?.attempt == attempt)
                scene.clock.advance(by: .seconds(1))
            }
        }
    }

    @Test("views end when the client stops, and when nobody has the client any more")
    func ends() async throws {
        let scene = try ClientScene()
        let changes = scene.client.states
        try await scene.play { _ in }
        var count = 0
        for await _ in changes { count += 1 }
        #expect(count == 2)

        var abandoned: ChannelsClient? = try Self.client()
        let errors = abandoned?.errors
        let frames = abandoned?.frames
        let bound = abandoned?.events("e")
        abandoned = nil
        if let errors { for await _ in errors {} }
        if let frames { for await _ in frames {} }
        if let bound { for await _ in bound {} }
    }

    @Test("a handler gets the changes it asked for, in order, until it is removed")
    func handlers() async throws {
        try await ClientScene().play { scene in
            let (any, named) = (Mailbox<ConnectionState>(), Mailbox<ConnectionState>())
            await scene.client.onStateChange { any.put($0.current) }
            let removed = await scene.client.onStateChange { _ in Issue.record("removed") }
            await scene.client.onStateChange(to: .connected) { named.put($0.current) }
            await scene.client.onStateChange(to: .failed) { _ in Issue.record("never failed") }
            await scene.client.removeStateHandler(removed)
            await scene.client.removeStateHandler(removed)
            _ = await scene.establish()
            #expect(await any.take() == .connecting)
            #expect(await any.take() == .connected)
            #expect(await named.take() == .connected)
            #expect(named.takeIfAny() == nil)
        }
    }

    @Test("what the user wants survives every failure")
    func intent() async throws {
        try await ClientScene().play { scene in
            #expect(await scene.client.intent == .disconnected)
            await scene.client.connect()
            #expect(await scene.client.intent == .connected)
            await scene.network.nextAttempt().accept().end(4001)
            await scene.change(to: .failed)
            #expect(await scene.client.intent == .connected)
            await scene.client.disconnect()
            #expect(await scene.client.intent == .disconnected)
        }
    }

    @Test("handlers are let go when the client has stopped, and the client with them")
    func letsHandlersGo() async throws {
        weak var gone: ChannelsClient?
        do {
            let client = try Self.client()
            gone = client
            await client.onStateChange { _ in _ = client }
            await client.bind("e") { _ in _ = client }
            await client.stop()
        }
        #expect(gone == nil)
    }

    private static func client() throws -> ChannelsClient {
        try ChannelsClient(
            ChannelsOptions(appKey: "key", host: .host("example.test")),
            connector: ScriptedConnector(), requester: ScriptedRequester(), time: ManualClock())
    }
}
