import BuoyTestBasics
import BuoyTestSupport
import Channels
import Testing

@Suite("Events with the time of their arrival", .inTurn)
struct ReceivedEventTests {
    private static let ticker = ChannelName(wire: "ticker")

    @Test("handlers and streams tell the event and the same time")
    func sameTime() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let handled = Mailbox<ReceivedEvent>()
            await scene.client.bind("price") { handled.put($0) }
            var bound = scene.client.events("price").makeAsyncIterator()
            let ticker = await scene.client.subscribe(Self.ticker)
            var received = ticker.events("price").makeAsyncIterator()
            for second in 1...2 {
                scene.clock.advance(by: .seconds(1))
                let message = ClientScene.event("price", on: Self.ticker, "\(second)")
                connection.say(ClientScene.event("other", on: Self.ticker, "x"), message)
                let event = await handled.take()
                #expect(event?.time == scene.clock.now())
                #expect(event.map { .event($0.event) } == message)
                #expect(await bound.next() == event)
                #expect(await received.next() == event)
            }
        }
    }

    @Test("what the event says can be read from it, and its data as a type of one's own")
    func readsThrough() throws {
        struct Order: Decodable, Equatable { var id: Int }
        let event = ChannelsEvent(
            name: "created", channel: Self.ticker, data: #"{"id":7}"#, userID: "ana")
        let received = ReceivedEvent(event: event, time: .zero)
        #expect(received.name == "created")
        #expect(received.channel == Self.ticker)
        #expect(received.userID == "ana")
        #expect(received.data.text == #"{"id":7}"#)
        #expect(try received.decode(Order.self) == Order(id: 7))
        #expect(throws: ChannelsError.self) { try received.decode([Int].self) }
    }
}
