import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("What goes wrong on purpose, at once")
struct FaultTests {
    @Test("every connection is closed with the code, and forgotten")
    func closing() throws {
        var dialogue = HubDialogue()
        let (first, second) = (try dialogue.connect(), try dialogue.connect())
        try dialogue.join(first, "presence-a", as: "1")
        try dialogue.join(second, "presence-a", as: "2")
        #expect(
            dialogue.hub.strike(.close(4100, reason: "r"), at: .zero) == [
                .close(first.id, 4100, reason: "r"), .close(second.id, 4100, reason: "r"),
            ])
        #expect(dialogue.hub.connectionCount == 0)
        #expect(dialogue.hub.channels.isEmpty)
    }

    @Test("an error comes alone, or before a close")
    func errors() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        #expect(
            dialogue.hub.strike(.error(code: nil, message: "m"), at: .zero)
                == [.error("m", to: client)])
        #expect(
            dialogue.hub.strike(.errorThenClose(4200, message: "m"), at: .zero)
                == [.error("m", code: 4200, to: client), .close(client.id, 4200, reason: "m")])
    }

    @Test(
        "dropped and silenced connections are forgotten; a silenced one is not answered, or closed")
    func silence() throws {
        var dialogue = HubDialogue()
        let dropped = try dialogue.connect()
        #expect(dialogue.hub.strike(.drop(.rst), at: .zero) == [.drop(dropped.id, .rst)])
        let silenced = try dialogue.connect()
        try dialogue.subscribe(silenced, to: "news")
        #expect(dialogue.hub.strike(.silence, at: .zero) == [.silence(silenced.id)])
        #expect(dialogue.received(.ping, from: silenced) == [])
        #expect(dialogue.publish("e", on: "news") == [])
        #expect(dialogue.hub.ticked(at: .seconds(120)) == [])
        #expect(dialogue.hub.ticked(at: .seconds(150)) == [])
    }

    @Test("a member who is there leaves and comes back; one who is not comes and leaves")
    func flapping() throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        try dialogue.join(client, "presence-a", as: "1")
        let channel = ChannelName(wire: "presence-a")
        func added(_ id: UserID) -> HubAction {
            .send(.memberAdded(channel, PresenceMember(id: id)), to: [client.id])
        }
        func removed(_ id: UserID) -> HubAction {
            .send(.memberRemoved(channel, id), to: [client.id])
        }
        #expect(
            dialogue.hub.strike(.flap("1", channel, times: 2), at: .zero)
                == [removed("1"), added("1"), removed("1"), added("1")])
        #expect(
            dialogue.hub.strike(.flap("2", channel, times: 1), at: .zero)
                == [added("2"), removed("2")])
        #expect(dialogue.hub.members(of: channel).map(\.id) == ["1"])
    }

    @Test("every malformed frame is one", arguments: MalformedFrame.allCases)
    func malformed(frame: MalformedFrame) throws {
        var dialogue = HubDialogue()
        let client = try dialogue.connect()
        #expect(
            dialogue.hub.strike(.malformed(frame), at: .zero)
                == [.sendRaw(frame.bytes, to: [client.id])])
        if frame == .invalidUTF8 {
            #expect(String(validating: frame.bytes, as: UTF8.self) == nil)
        } else {
            #expect(throws: FrameError.self) { try FrameCodec.decodeServerMessage(frame.bytes) }
        }
    }

    @Test("what stands, and an empty sandbox, leave the connections alone")
    func nothing() throws {
        var dialogue = HubDialogue()
        let standing: [SandboxFault] = [
            .refuse(.end, for: .seconds(1)), .authorization(AuthorizationFault(.html)),
            .encoding([.errorText]), .duplicate(1), .late(1, by: .seconds(1)), .clear,
        ]
        for fault in standing + [.malformed(.array), .error(code: nil, message: "")] {
            #expect(dialogue.hub.strike(fault, at: .zero) == [])
        }
    }
}

@Suite("What goes wrong on purpose, for a while")
struct ActiveFaultsTests {
    private var faults = ActiveFaults()
    private let event = ServerMessage.event(
        ChannelsEvent(name: "e", channel: ChannelName(wire: "a"), data: EventData(#"{"n":1}"#)))

    private mutating func texts(_ message: ServerMessage) -> [String] {
        self.faults.frames(of: message).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("when nothing is wrong, a message is sent once, and connections are accepted")
    mutating func order() {
        #expect(
            self.faults.frames(of: self.event)
                == [ActiveFaults.Frame(bytes: FrameCodec.encode(self.event))])
        #expect(self.faults.connecting(at: .zero) == .accept)
    }

    @Test("new connections are refused until the time is over")
    mutating func refusing() {
        self.faults.begin(.refuse(.hang, for: .seconds(5)), at: .seconds(10))
        #expect(self.faults.connecting(at: .seconds(12)) == .refuse(.hang, for: .seconds(3)))
        #expect(self.faults.connecting(at: .seconds(15)) == .accept)
    }

    @Test("so many messages of channels go out twice, and pongs once")
    mutating func duplicates() {
        self.faults.begin(.duplicate(2), at: .zero)
        #expect(self.faults.frames(of: .pong).count == 1)
        #expect((1...3).map { _ in self.faults.frames(of: self.event).count } == [2, 2, 1])
    }

    @Test("so many messages of channels come late")
    mutating func late() {
        self.faults.begin(.late(1, by: .seconds(2)), at: .zero)
        #expect(self.faults.frames(of: .pong).map(\.delay) == [.zero])
        #expect(self.faults.frames(of: self.event).map(\.delay) == [.seconds(2)])
        #expect(self.faults.frames(of: self.event).map(\.delay) == [.zero])
    }

    @Test("data is sent as the JSON in it")
    mutating func objects() {
        self.faults.begin(.encoding([.objectData]), at: .zero)
        #expect(self.texts(self.event) == [#"{"event":"e","channel":"a","data":{"n":1}}"#])
        #expect(self.texts(.pong) == [#"{"event":"pusher:pong","data":{}}"#])
        let text = ChannelsEvent(name: "e", channel: nil, data: "no JSON")
        #expect(self.texts(.event(text)) == [#"{"event":"e","data":"no JSON"}"#])
    }

    @Test("success comes without data, but not on presence channels")
    mutating func bareSuccess() {
        self.faults.begin(.encoding([.bareSuccess]), at: .zero)
        let name = ChannelName(wire: "a")
        #expect(
            self.texts(.subscriptionSucceeded(name, roster: nil))
                == [#"{"event":"pusher_internal:subscription_succeeded","channel":"a"}"#])
        let present = self.texts(.subscriptionSucceeded(name, roster: Roster(members: [])))
        #expect(present.first?.contains("presence") == true)
    }

    @Test("the data of errors is a string, and that of others stays as it is")
    mutating func errorText() {
        self.faults.begin(.encoding([.errorText]), at: .zero)
        #expect(
            self.texts(.error(ServerError(code: 4200, message: "m")))
                == [#"{"event":"pusher:error","data":"{\"code\":4200,\"message\":\"m\"}"}"#])
        #expect(self.texts(self.event) == [#"{"event":"e","channel":"a","data":"{\"n\":1}"}"#])
    }

    @Test("clearing ends everything that stands")
    mutating func clearing() {
        for fault: SandboxFault in [
            .refuse(.end, for: .seconds(60)), .duplicate(9), .late(9, by: .seconds(1)),
            .encoding([.objectData]), .authorization(AuthorizationFault(.html)),
        ] { self.faults.begin(fault, at: .zero) }
        self.faults.begin(.clear, at: .zero)
        #expect(self.faults.connecting(at: .zero) == .accept)
        #expect(self.faults.frames(of: self.event).map(\.delay) == [.zero])
        #expect(self.texts(self.event) == [#"{"event":"e","channel":"a","data":"{\"n\":1}"}"#])
        #expect(self.faults.authorization == AuthorizationFault())
    }
}
