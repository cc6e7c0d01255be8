import BuoyTestSupport
import Channels
import ChannelsDiagnostics
import Testing

struct EventStreamTests {
    @Test("every listener hears everything, in order, whenever it reads")
    func listeners() async throws {
        try await ClientScene().play { scene in
            let late = scene.client.reports
            let connection = await scene.establish()
            for number in 1...50 {
                connection.send(#"{"event":"e","channel":"c","data":"\#(number)"}"#)
            }
            var heard: [String] = []
            for await event in late {
                guard case .received(let event) = event.kind else { continue }
                heard.append(event.data.text)
                if heard.count == 50 { break }
            }
            #expect(heard == (1...50).map(String.init))
        }
    }

    @Test(
        "a listener that does not read loses the oldest events, knows how many, and delays nobody")
    func slowListener() async throws {
        try await ClientScene().play { scene in
            let slow = scene.client.reportBatches(limits: ListenerLimits(events: 100))
            let connection = await scene.establish()
            for number in 1...1000 {
                connection.send(#"{"event":"e","channel":"c","data":"\#(number)"}"#)
            }
            // The scene's own listener has everything: then the client has published it all.
            await scene.report.first {
                if case .received(let event) = $0 { event.data.text == "1000" } else { false }
            }
            var iterator = slow.makeAsyncIterator()
            let events = try #require(await iterator.next())
            let received = events.filter { if case .received = $0.kind { true } else { false } }
            let skipped = events.compactMap {
                if case .skipped(let skipped) = $0.kind { skipped.events } else { nil }
            }
            #expect(received.count <= 100)
            #expect(skipped.reduce(0, +) + received.count == 1000)
            let states = events.filter { if case .stateChanged = $0.kind { true } else { false } }
            #expect(states.count == 2)
        }
    }

    @Test("the stream ends when the client stops")
    func ends() async throws {
        let scene = try ClientScene()
        let events = scene.client.reports
        try await scene.play { _ in }
        for await _ in events {}
    }

    @Test("the stream ends when a client that never ran is stopped")
    func endsWithoutRunning() async throws {
        let client = try ClientScene().client
        let events = client.reports
        await client.stop()
        for await _ in events {}
    }

    @Test("a reader that is cancelled while it waits gets the end, and nobody else does")
    func cancelledReader() async throws {
        try await ClientScene().play { scene in
            let batches = scene.client.reportBatches
            let reader = Task {
                for await _ in batches {}
                return true
            }
            reader.cancel()
            #expect(await reader.value)
            _ = await scene.establish()
            #expect(await scene.client.state == .connected)
        }
    }

    @Test("a second reader of a stream gets everything too, from when it starts")
    func twoReaders() async throws {
        let client = try ClientScene().client
        let batches = client.reportBatches
        await client.connect()
        var one = batches.makeAsyncIterator()
        var other = batches.makeAsyncIterator()
        let early = await one.next()?.map(\.number)
        #expect(early?.first == 1)
        await client.disconnect()
        let first = await one.next()?.map(\.number)
        #expect(first != nil)
        #expect(await other.next()?.map(\.number) == first)
        await client.stop()
    }
}
