import BuoyTestBasics
import ChannelsProtocol
import Testing

@testable import BuoyStage

@Suite("The visitors of a room")
struct RoomVisitorsTests {
    private static let channel = ChannelName(wire: "presence-room")
    private static let ana = UserID("room-ana")
    private static let ben = UserID("room-ben")

    private static func visitors(limit: Int = 2) throws -> RoomVisitors {
        var visitors = RoomVisitors(channel: Self.channel, limit: limit)
        _ = try visitors.admit(Self.ana, name: "Ana")
        try visitors.opened(1, of: Self.ana)
        return visitors
    }

    private static func text(_ text: String) -> ClientMessage {
        .event(.message(text, on: Self.channel))
    }

    @Test("a name is one plain line of at most 24 characters")
    func names() throws {
        var visitors = try Self.visitors()
        #expect(try visitors.admit(Self.ben, name: "  Ben \u{1B}[2J\n ") == "Ben ␛[2J␊")
        #expect(try visitors.admit(Self.ben, name: String(repeating: "é", count: 30)).count == 24)
        #expect(throws: RoomRefusal.nameless) { try visitors.admit(Self.ben, name: "  ") }
    }

    @Test("a full room refuses newcomers, and a member's second tab is no newcomer")
    func full() throws {
        var visitors = try Self.visitors(limit: 1)
        try visitors.opened(2, of: Self.ana)
        #expect(visitors.present == [Self.ana])
        #expect(throws: RoomRefusal.full) { try visitors.admit(Self.ben, name: "Ben") }
        visitors.closed(1, of: Self.ana)
        visitors.closed(2, of: Self.ana)
        #expect(try visitors.admit(Self.ben, name: "Ben") == "Ben")
        try visitors.opened(3, of: Self.ben)
        #expect(throws: RoomRefusal.full) { try visitors.opened(4, of: Self.ana) }
    }

    @Test("a flood of names neither fills the room nor the memory")
    func flood() throws {
        var visitors = try Self.visitors()
        for number in 0...RoomVisitors.knownLimit {
            _ = try visitors.admit(UserID("room-\(number)"), name: "x")
        }
        visitors.isLocked = true
        #expect(visitors.present == [Self.ana])
        // Those who are here stay known, and the first of the flood are forgotten.
        #expect(try visitors.admit(Self.ana, name: "Ana") == "Ana")
        #expect(throws: RoomRefusal.locked) { try visitors.admit("room-0", name: "x") }
        for socket in 2...RoomVisitors.socketLimit { try visitors.opened(socket, of: Self.ana) }
        #expect(throws: RoomRefusal.full) { try visitors.opened(9, of: Self.ana) }
    }

    @Test("into a locked room come only those it knows")
    func locked() throws {
        var visitors = try Self.visitors()
        visitors.isLocked = true
        visitors.closed(1, of: Self.ana)
        #expect(try visitors.admit(Self.ana, name: "Ana") == "Ana")
        #expect(throws: RoomRefusal.locked) { try visitors.admit(Self.ben, name: "Ben") }
    }

    @Test("who is removed stays out; of two with one name, an id says who is meant")
    func removed() throws {
        var visitors = try Self.visitors()
        _ = try visitors.admit(Self.ben, name: "ana")
        #expect(
            throws: StageRefusal("2 people are named Ana; use an id: room-ana, room-ben")
        ) { try visitors.remove("Ana") }
        #expect(throws: StageRefusal("nobody in the room is named Emil")) {
            try visitors.remove("Emil")
        }
        #expect(try visitors.remove("room-ana") == [1])
        #expect(throws: RoomRefusal.removed) { try visitors.admit(Self.ana, name: "Ana") }
        #expect(throws: RoomRefusal.removed) { try visitors.opened(2, of: Self.ana) }
    }

    @Test("a message becomes one plain line with a number")
    func messages() throws {
        var visitors = try Self.visitors()
        let passed = visitors.judge(Self.text(" a\u{202E}b\n "), from: Self.ana, at: .zero)
        #expect(passed == .pass(.event(.message("a·b␊", on: Self.channel, number: 1))))
        let long = visitors.judge(
            Self.text(String(repeating: "x", count: 500)), from: Self.ana, at: .zero)
        let short = String(repeating: "x", count: 160)
        #expect(long == .pass(.event(.message(short, on: Self.channel, number: 2))))
    }

    @Test("two messages and five events per person and second")
    func rates() throws {
        var visitors = try Self.visitors()
        func judge(_ message: ClientMessage, at time: Duration) -> Bool {
            if case .pass = visitors.judge(message, from: Self.ana, at: time) {
                true
            } else {
                false
            }
        }
        let typing = ClientMessage.event(.typing(on: Self.channel))
        #expect((1...3).map { _ in judge(Self.text("x"), at: .zero) } == [true, true, false])
        #expect((1...3).map { _ in judge(typing, at: .zero) } == [true, true, false])
        #expect(judge(Self.text("x"), at: .seconds(1)))
    }

    @Test(
        "only the room's channel, the visitor's own user, and three events",
        arguments: [
            #"{"event":"pusher:subscribe","data":{"channel":"presence-other"}}"#,
            #"{"event":"pusher:subscribe","data":{"channel":"presence-room"}}"#,
            #"{"event":"pusher:subscribe","data":{"channel":"presence-room","auth":"k:s","#
                + #""channel_data":"{\"user_id\":\"room-ben\"}"}}"#,
            #"{"event":"pusher:unsubscribe","data":{"channel":"presence-room"}}"#,
            #"{"event":"pusher:signin","data":{"auth":"k:s","user_data":"{}"}}"#,
            #"{"event":"client-hide","channel":"presence-room","data":{}}"#,
            #"{"event":"client-typing","channel":"presence-other","data":{}}"#,
            #"{"event":"client-message","channel":"presence-room","data":{"text":7}}"#,
            #"{"event":"client-message","channel":"presence-room","data":"x"}"#,
        ])
    func refused(_ frame: String) throws {
        var visitors = try Self.visitors()
        let message = try FrameCodec.decodeClientMessage(Array(frame.utf8))
        guard case .refuse = visitors.judge(message, from: Self.ana, at: .zero) else {
            Issue.record("passed: \(frame)")
            return
        }
    }

    @Test("Fuzz: mutated messages pass only as one of the room's")
    func mutated() throws {
        let mutations = Mutations(
            of: [Self.text("Hello"), .event(.typing(on: Self.channel)), .ping].map {
                FrameCodec.encode($0)
            }, pieces: ["client-", "presence-other", "\u{202E}", #"\u0000"#, "null", "[]"])
        let names = [StageEvents.message, StageEvents.typing, StageEvents.hand]
        for seed in Mutations.seeds(500) {
            var (dice, visitors) = (Dice(seed: seed), try Self.visitors())
            guard let message = try? FrameCodec.decodeClientMessage(mutations.next(&dice)),
                case .pass(.event(let event)) = visitors.judge(message, from: Self.ana, at: .zero)
            else { continue }
            #expect(event.channel == Self.channel && names.contains(event.name))
            let text = event.data.json?["text"]?.stringValue ?? ""
            #expect(text.count <= 160)
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
    }

    @Test("what passes carries nothing but what is allowed")
    func canonical() throws {
        var visitors = try Self.visitors()
        let frame =
            #"{"event":"client-hand","channel":"presence-room","data":{"up":true,"x":"<b>"},"user_id":"me"}"#
        let message = try FrameCodec.decodeClientMessage(Array(frame.utf8))
        #expect(
            visitors.judge(message, from: Self.ana, at: .zero)
                == .pass(.event(.hand(isUp: true, on: Self.channel))))
    }

    @Test("a visitor's id is derived from the secret and the room")
    func ids() {
        var dice = Dice(seed: 1)
        let (one, other) = (RoomToken(using: &dice), RoomToken(using: &dice))
        let secret = "0123456789abcdef"
        #expect(one.text.count == 16 && one != other)
        #expect(one.userID(of: secret) == one.userID(of: secret))
        #expect(one.userID(of: secret) != other.userID(of: secret))
        #expect(one.userID(of: secret).map(RoomToken.isVisitor) == true)
        #expect(one.userID(of: "short") == nil && one.userID(of: secret + "&x=1") == nil)
        #expect(one.matches(one.text.lowercased()) && !one.matches(other.text))
    }

    @Test("the likely address is one of a private network, IPv4 before IPv6")
    func addresses() {
        let sorted = RoomAddresses.sorted(
            [
                ("docker0", "172.17.0.1"), ("wlan0", "fe80::1%wlan0"), ("wlan0", "2001:db8::5"),
                ("eth1", "203.0.113.9"), ("wlan0", "192.168.1.20"),
            ].map { RoomAddresses.Interface(name: $0, address: $1) })
        #expect(sorted == ["192.168.1.20", "203.0.113.9", "2001:db8::5", "172.17.0.1"])
    }
}
