import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("What a client missed between two connections")
struct MissedEventTests {
    private static let news = ChannelName(wire: "news")

    /// A dialogue in which a client with one channel has lost its connection.
    private struct Loss {
        var dialogue = HubDialogue()
        let lost: Client

        init(_ channel: String = "news") throws {
            self.lost = try self.dialogue.connect()
            try self.dialogue.subscribe(self.lost, to: channel)
        }

        mutating func publish(_ count: Int, on channel: String = "news") {
            for _ in 0..<count { _ = self.dialogue.publish("price", on: channel) }
        }

        mutating func end() {
            _ = self.dialogue.hub.closed(self.lost.id, at: self.dialogue.now)
        }

        mutating func reconnect(_ channel: String = "news") throws -> Client {
            let next = try self.dialogue.connect()
            try self.dialogue.subscribe(next, to: channel)
            return next
        }

        func missed(_ next: Client, received: Int, on channel: String = "news") -> Int? {
            self.dialogue.hub.missed(
                from: self.lost.socketID, to: next.socketID,
                received: [ChannelName(wire: channel): received])?[ChannelName(wire: channel)]
        }
    }

    @Test("what was published between the subscriptions, and what the first did not receive")
    func counted() throws {
        var loss = try Loss()
        loss.publish(5)
        loss.end()
        loss.publish(3)
        let next = try loss.reconnect()
        loss.publish(7)
        // All five arrived; the three between were missed; those on the new connection do not
        // count.
        #expect(loss.missed(next, received: 5) == 3)
        // Two of the five were sent into a dead connection.
        #expect(loss.missed(next, received: 3) == 5)
        // More than there were: a fault sent some twice.
        #expect(loss.missed(next, received: 99) == 0)
    }

    @Test("a connection that the server still thinks alive is known too")
    func notNoticed() throws {
        var loss = try Loss()
        loss.publish(4)
        let next = try loss.reconnect()
        #expect(loss.missed(next, received: 1) == 3)
    }

    @Test("events published while nobody was subscribed count")
    func unoccupied() throws {
        var loss = try Loss()
        loss.end()
        #expect(loss.dialogue.hub.channels[Self.news] == nil)
        loss.publish(2)
        let next = try loss.reconnect()
        #expect(loss.missed(next, received: 0) == 2)
    }

    @Test("a client's own events are not missed, those of others are")
    func ownEvents() throws {
        var loss = try Loss("private-a")
        let other = try loss.dialogue.connect()
        try loss.dialogue.subscribe(other, to: "private-a")
        _ = loss.dialogue.trigger(loss.lost, "client-x", on: "private-a")
        _ = loss.dialogue.trigger(other, "client-x", on: "private-a")
        _ = loss.dialogue.publish("x", on: "private-a", excluding: loss.lost.socketID)
        loss.end()
        _ = loss.dialogue.trigger(other, "client-x", on: "private-a")
        let next = try loss.reconnect("private-a")
        #expect(loss.missed(next, received: 1, on: "private-a") == 1)
    }

    @Test("a cached event that came with the subscription was received")
    func cached() throws {
        var loss = try Loss("cache-a")
        loss.publish(1, on: "cache-a")
        loss.end()
        let second = try loss.reconnect("cache-a")
        loss.publish(1, on: "cache-a")
        _ = loss.dialogue.hub.closed(second.id, at: .zero)
        let third = try loss.reconnect("cache-a")
        // The second connection received the cached event and one more.
        let missed = loss.dialogue.hub.missed(
            from: second.socketID, to: third.socketID, received: [ChannelName(wire: "cache-a"): 2])
        #expect(missed?.values.first == 0)
    }

    @Test("channels that one of the connections did not have are left out")
    func otherChannel() throws {
        var loss = try Loss()
        loss.end()
        let next = try loss.reconnect("other")
        #expect(
            loss.dialogue.hub.missed(
                from: loss.lost.socketID, to: next.socketID,
                received: [Self.news: 0, ChannelName(wire: "other"): 0]) == [:])
    }

    @Test("a connection that is not known, or no longer, has no answer")
    func unknown() throws {
        var loss = try Loss()
        loss.end()
        let next = try loss.reconnect()
        let stranger = try #require(SocketID("1.999999"))
        let hub = loss.dialogue.hub
        #expect(hub.missed(from: stranger, to: next.socketID, received: [Self.news: 0]) == nil)
        #expect(hub.missed(from: next.socketID, to: stranger, received: [Self.news: 0]) == nil)
        for _ in 1...1000 {
            let other = try loss.dialogue.connect()
            try loss.dialogue.subscribe(other, to: "news")
            _ = loss.dialogue.hub.closed(other.id, at: .zero)
        }
        #expect(loss.missed(next, received: 0) == nil)
    }

    @Test("POST /sandbox/missed answers with numbers, and says what is wrong with a question")
    func route() throws {
        var routes = RouteDialogue()
        let lost = try routes.hub.connect()
        try routes.hub.subscribe(lost, to: "news")
        _ = routes.hub.hub.closed(lost.id, at: .zero)
        _ = routes.hub.publish("price", on: "news")
        let next = try routes.hub.connect()
        try routes.hub.subscribe(next, to: "news")
        func ask(_ body: String) -> SandboxRoutes.Answer {
            routes.answer("POST", "/sandbox/missed", body: body)
        }
        let ids = #""lost":"\#(lost.socketID.text)","socket_id":"\#(next.socketID.text)""#
        let answer = ask(#"{\#(ids),"received":{"news":0,"other":3}}"#)
        #expect(
            String(decoding: answer.response.body, as: UTF8.self) == #"{"channels":{"news":1}}"#)
        for body in [
            "", "[]", "{\(ids)}", #"{\#(ids),"received":{"news":-1}}"#,
            #"{\#(ids),"received":{"news":"1"}}"#, #"{"lost":"x","socket_id":"1.2","received":{}}"#,
        ] {
            #expect(ask(body).response.status == 400, "\(body)")
        }
        #expect(ask(#"{"lost":"1.77","socket_id":"1.78","received":{}}"#).response.status == 404)
        #expect(routes.answer("GET", "/sandbox/missed").response.status == 405)
    }
}
