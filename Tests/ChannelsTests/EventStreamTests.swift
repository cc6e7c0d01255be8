import Channels
import TestSupport
import Testing

struct EventStreamTests {
    @Test("every listener hears everything, in order, whenever it reads")
    func listeners() async throws {
        try await ClientScene().play { scene in
            let late = scene.client.events()
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

    @Test("a listener that does not read loses the oldest events, knows how many, and delays nobody")
    func slowListener() async throws {
        try await ClientScene().play { scene in
            let slow = scene.client.eventBatches(limits: ListenerLimits(events: 100))
            let connection = await scene.establish()
            for number in 1...1000 {
                connection.send(#"{"event":"e","channel":"c","data":"\#(number)"}"#)
            }
            // The scene's own listener has everything: then the client has published it all.
            await scene.report.first {
                if case .received(let event) = $0 { event.data.text == "1000" } else { false }
            }
            let events = try #require(await slow.makeAsyncIterator().next())
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
        let events = scene.client.events()
        try await scene.play { _ in }
        for await _ in events {}
    }
}
