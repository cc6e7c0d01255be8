import ChannelsProtocol
import Testing

@testable import BuoyServers

@Suite("Silence and pings")
struct LivenessTests {
    @Test("a client that is silent is pinged once, then closed with 4201")
    func silence() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        #expect(dialogue.hub.ticked(at: .seconds(119)) == [])
        #expect(dialogue.hub.ticked(at: .seconds(120)) == [.send(.ping, to: [client.id])])
        #expect(dialogue.hub.ticked(at: .seconds(121)) == [])
        #expect(dialogue.hub.ticked(at: .seconds(149)) == [])
        #expect(
            dialogue.hub.ticked(at: .seconds(150))
                == [.close(client.id, 4201, reason: "Pong reply not received")])
        #expect(dialogue.hub.ticked(at: .seconds(500)) == [])
        #expect(dialogue.hub.connectionCount == 0)
    }

    @Test("any message, readable or not, and any control frame is a sign of life")
    func signsOfLife() throws {
        var dialogue = HubDialogue()
        let clients = [try dialogue.connect(), try dialogue.connect(), try dialogue.connect()]
        #expect(dialogue.hub.ticked(at: .seconds(120)).count == 3)
        _ = dialogue.hub.received(.pong, from: clients[0].id, at: .seconds(121))
        _ = dialogue.hub.misread("no JSON", from: clients[1].id, at: .seconds(121))
        dialogue.hub.heard(from: clients[2].id, at: .seconds(121))
        #expect(dialogue.hub.ticked(at: .seconds(240)) == [])
        #expect(dialogue.hub.ticked(at: .seconds(241)).count == 3)
    }

    @Test("who is closed for silence leaves its channels")
    func leaving() throws {
        var dialogue = HubDialogue()
        let silent = try dialogue.connect()
        let other = try dialogue.connect()
        try dialogue.join(silent, "presence-a", as: "1")
        try dialogue.join(other, "presence-a", as: "2")
        _ = dialogue.hub.ticked(at: .seconds(120))
        dialogue.hub.heard(from: other.id, at: .seconds(121))
        #expect(
            dialogue.hub.ticked(at: .seconds(150)) == [
                .close(silent.id, 4201, reason: "Pong reply not received"),
                .send(.memberRemoved(ChannelName(wire: "presence-a"), "1"), to: [other.id]),
            ])
    }

    @Test("what cannot be read is answered with an error, and unknown events too")
    func unreadable() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        #expect(
            dialogue.hub.misread("no JSON", from: client.id, at: .zero)
                == [.error("Invalid message: no JSON", to: client)])
        #expect(
            dialogue.received(.unknown("pusher:dance"), from: client)
                == [.error("Unsupported event: pusher:dance", to: client)])
    }
}
