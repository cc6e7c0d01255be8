import ChannelsProtocol
import Testing

@Suite("The client's machine")
struct ClientStateMachineTests {
    static func error(_ text: String, code: Int? = nil, channel: ChannelName? = nil)
        -> ServerMessage
    {
        .error(ServerError(code: code, message: text, channel: channel))
    }

    @Test("a public channel is subscribed at once, and confirmed by the server")
    func subscribes() {
        var scene = MachineScene().connected(to: .a)
        #expect(scene.sent.map(\.message) == [.subscribe(.a, nil)])
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.states(of: .a) == [.subscribing, .subscribed])
    }

    @Test("what is wanted before the connection waits for it, in the order of the wishes")
    func waitsForConnection() {
        var scene = MachineScene()
        scene.subscribe(.c)
        scene.connect()
        scene.subscribe(.a)
        scene.subscribe(.b)
        scene.unsubscribe(.a)
        #expect(scene.sent.isEmpty)
        #expect(scene.states(of: .a) == [.requested, .unsubscribed])
        scene.establish()
        #expect(scene.sent.map(\.message) == [.subscribe(.c, nil), .subscribe(.b, nil)])
        #expect(scene.machine.subscriptions.map(\.channel) == [.c, .b])
    }

    @Test("subscribing twice is subscribing once, in every state")
    func subscribesOnce() {
        var scene = MachineScene()
        scene.subscribe(.privateA)
        scene.subscribe(.privateA)
        scene.connect()
        scene.establish()
        scene.subscribe(.privateA)
        scene.authorize(scene.requests[0])
        scene.subscribe(.privateA)
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        scene.subscribe(.privateA)
        #expect(scene.requests.count == 1)
        #expect(scene.sent.count == 1)
        #expect(
            scene.states(of: .privateA) == [.requested, .authorizing, .subscribing, .subscribed])
    }

    @Test("an authorization is for the present socket id; one for another is not sent")
    func staleAuthorization() throws {
        var scene = MachineScene().connected(to: .privateA)
        let old = scene.requests[0]
        #expect(old.socketID == .numbered(1))
        scene.close(1006)
        scene.wait(1)
        scene.establish(2)
        #expect(scene.requests.count == 2)
        scene.authorize(old)
        #expect(scene.sent.isEmpty)
        scene.authorize(scene.requests[1])
        #expect(scene.sent.map(\.socket) == [2])
        scene.authorize(scene.requests[1])
        #expect(scene.sent.count == 1)
    }

    @Test("no more than five authorizations run at a time, those of earlier connections included")
    func authorizationLimit() {
        var scene = MachineScene()
        for number in 0..<20 { scene.subscribe(ChannelName(wire: "private-\(number)")) }
        scene.connect()
        scene.establish(1)
        #expect(scene.requests.count == 5)
        scene.authorize(scene.requests[2])
        scene.refuse(scene.requests[0])
        #expect(scene.requests.count == 7)

        scene.close(1006)
        scene.wait(2)
        scene.establish(2)
        #expect(scene.requests.count == 7)
        for index in [1, 3, 4, 5, 6] { scene.authorize(scene.requests[index]) }
        #expect(scene.requests.count == 12)
        #expect(scene.requests[7...].allSatisfy { $0.socketID == .numbered(2) })
        var next = 7
        while next < scene.requests.count {
            scene.authorize(scene.requests[next])
            next += 1
        }
        #expect(Set(scene.requests[7...].map(\.channel)).count == 20)
        #expect(scene.requests.count == 27)
    }

    @Test("a failed authorization stays failed until it is asked for, or for the next connection")
    func failedAuthorization() {
        var scene = MachineScene().connected(to: .privateA)
        scene.refuse(scene.requests[0])
        let failed = SubscriptionState.failed(
            SubscriptionFailure(phase: .authorization, status: 403, what: "No"))
        #expect(scene.machine.subscription(to: .privateA) == failed)
        scene.wait(60)
        #expect(scene.requests.count == 1)

        scene.subscribe(.privateA)
        #expect(scene.requests.count == 2)
        scene.refuse(scene.requests[1])
        scene.close(1006)
        #expect(scene.machine.subscription(to: .privateA) == failed)
        scene.wait(1)
        scene.establish(2)
        #expect(scene.requests.count == 3)
    }

    @Test("a channel given up while it is authorized is not subscribed")
    func unsubscribesWhileAuthorizing() {
        var scene = MachineScene().connected(to: .privateA)
        scene.unsubscribe(.privateA)
        scene.authorize(scene.requests[0])
        #expect(scene.sent.isEmpty)
        #expect(scene.machine.subscriptions.isEmpty)
    }

    @Test("a confirmation that nobody asked for is a problem, not a channel")
    func phantom() {
        var scene = MachineScene().connected()
        scene.receive(.subscriptionSucceeded(.ghost, roster: nil))
        #expect(scene.machine.subscriptions.isEmpty)
        #expect(scene.problems.map(\.kind) == [.unexpectedMessage])
        #expect(scene.problems.first?.channel == .ghost)
    }

    @Test("errors that name a channel fail its subscription")
    func refusals() {
        let errors: [ServerMessage] = [
            Self.error(
                "Invalid signature: Expected HMAC SHA256 hex digest of 1.1:private-a, but got x"),
            Self.error("Auth value for subscription to private-a is invalid"),
            Self.error("whatever", channel: .privateA),
            .subscriptionError(.privateA, type: "AuthError", text: "", status: 403),
        ]
        for error in errors {
            var scene = MachineScene().connected(to: .privateA, .privateB)
            for request in scene.requests { scene.authorize(request) }
            scene.receive(error)
            guard case .failed(let failure)? = scene.machine.subscription(to: .privateA) else {
                Issue.record("\(error) did not fail the subscription")
                continue
            }
            #expect(failure.phase == .subscription)
            #expect(scene.machine.subscription(to: .privateB) == .subscribing)
            #expect(scene.problems.isEmpty)
            scene.subscribe(.privateA)
            #expect(scene.machine.subscription(to: .privateA) == .authorizing)
        }
    }

    @Test("a refusal without a channel is that of the one subscription that waits, if it is one")
    func refusalWithoutChannel() {
        let error = Self.error("Invalid key in subscription auth data: 'k'")
        var one = MachineScene().connected(to: .privateA)
        one.authorize(one.requests[0])
        one.receive(error)
        #expect(one.machine.subscription(to: .privateA) != .subscribing)
        // Should the guess be wrong, the confirmation puts it right.
        one.receive(.subscriptionSucceeded(.privateA, roster: nil))
        #expect(one.machine.subscription(to: .privateA) == .subscribed)

        // A public channel needs no signature: it is not meant.
        var two = MachineScene().connected(to: .privateA, .b)
        two.authorize(two.requests[0])
        two.receive(error)
        #expect(two.machine.subscription(to: .privateA) != .subscribing)
        #expect(two.machine.subscription(to: .b) == .subscribing)
    }

    @Test("errors about other things fail no subscription")
    func otherErrors() {
        let errors: [ServerMessage] = [
            Self.error("Existing subscription to channel a"),
            Self.error("Pong reply not received", code: 4201), Self.error("hm"),
            Self.error("Invalid signature ... digest of 1.1:unknown, but got x"),
        ]
        for error in errors {
            var scene = MachineScene().connected(to: .a, .b)
            scene.receive(error)
            #expect(scene.machine.subscription(to: .a) == .subscribing)
            scene.wait(5)
            #expect(scene.problems.count == 1)
        }
    }

    @Test("after a drop all is subscribed again, members are replaced, and the gap is told")
    func reconnection() {
        var scene = MachineScene().connected(to: .presenceA, .b)
        scene.authorize(scene.requests[0], user: "me")
        let first = Roster(members: [PresenceMember(id: "me"), PresenceMember(id: "x")])
        scene.receive(
            .subscriptionSucceeded(.presenceA, roster: first),
            .subscriptionSucceeded(.b, roster: nil))
        #expect(scene.machine.members(of: .presenceA)?.me == "me")
        scene.wait(60)
        scene.close(1006)
        #expect(scene.machine.members(of: .presenceA)?.count == 2)
        #expect(scene.machine.subscriptions.map(\.state) == [.requested, .requested])
        scene.wait(0.05)
        scene.fail()
        scene.wait(5)
        scene.published = []
        scene.establish(2)
        scene.authorize(scene.requests[1], user: "me")
        let second = Roster(members: [PresenceMember(id: "me"), PresenceMember(id: "y")])
        scene.receive(.subscriptionSucceeded(.presenceA, roster: second))
        #expect(
            scene.kinds.last
                == .membersReplaced(
                    .presenceA, PresenceMembers(roster: second, me: "me"),
                    difference: MemberDifference(
                        joined: [PresenceMember(id: "y")], left: [PresenceMember(id: "x")])
                ))
        scene.receive(.subscriptionSucceeded(.b, roster: nil))
        #expect(scene.gaps.map(\.channels.count) == [2])
    }

    @Test("a gap is told once, and none after the user disconnected")
    func gaps() {
        var scene = MachineScene().connected()
        func gaps(_ scene: MachineScene) -> Int {
            scene.kinds.count { if case .gap = $0 { true } else { false } }
        }
        #expect(gaps(scene) == 0)
        scene.close(1006)
        scene.wait(1)
        scene.establish(2)
        #expect(gaps(scene) == 1)
        scene.disconnect()
        scene.connect()
        scene.establish(3)
        #expect(gaps(scene) == 1)
    }

    @Test("odd reports about members are problems, and the list stays true")
    func oddMembers() {
        var scene = MachineScene().connected(to: .presenceA)
        scene.authorize(scene.requests[0], user: "7")
        scene.receive(
            .subscriptionSucceeded(.presenceA, roster: Roster(members: [PresenceMember(id: "7")])))
        scene.receive(
            .memberAdded(.presenceA, PresenceMember(id: "7")), .memberRemoved(.presenceA, "9"),
            .memberAdded(.ghost, PresenceMember(id: "1")), .memberRemoved(.ghost, "1"))
        #expect(scene.problems.count == 4)
        #expect(scene.machine.members(of: .presenceA)?.ordered.map(\.id) == ["7"])
        scene.receive(.memberAdded(.presenceA, PresenceMember(id: "8")))
        #expect(scene.kinds.last == .memberAdded(.presenceA, PresenceMember(id: "8")))
        scene.receive(.memberRemoved(.presenceA, "8"))
        #expect(scene.kinds.last == .memberRemoved(.presenceA, PresenceMember(id: "8")))
    }

    @Test("a batch is answered in order, application events as they are")
    func batch() {
        var scene = MachineScene().connected(to: .a)
        scene.published = []
        let event = ChannelsEvent(name: "e", channel: .a, data: EventData("1"))
        scene.receive(
            .subscriptionSucceeded(.a, roster: nil), .event(event), .subscriptionCount(.a, 4),
            .cacheMiss(.a), .unknown(event))
        #expect(
            scene.kinds == [
                .subscriptionChanged(.a, .subscribed), .received(event),
                .subscriptionCount(.a, 4),
                .cacheMissed(.a), .received(event),
            ])
    }

    @Test("a message that cannot be read is a problem on a connection, and the end of an attempt")
    func unreadable() {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        let unreadable = ReceivedFrame(.failure(.binary(count: 3)))
        scene.perform(
            scene.machine.received([unreadable], on: 1, at: scene.now, using: &scene.generator))
        #expect(scene.closed == [1])
        scene.wait(3)
        scene.establish()
        scene.perform(
            scene.machine.received([unreadable], on: 2, at: scene.now, using: &scene.generator))
        #expect(scene.problems.map(\.kind) == [.malformedMessage])
        #expect(scene.machine.state == .connected)
    }

    @Test("number ids in the channel data are kept as their digits")
    func numberIDs() {
        let table: [(String?, UserID?)] = [
            (#"{"user_id":"7"}"#, "7"), (#"{"user_id":7}"#, "7"),
            (#"{"user_id":123456789012345678901234567890}"#, "123456789012345678901234567890"),
            (#"{"user_id":null}"#, nil), (#"{}"#, nil), ("[", nil), ("", nil), (nil, nil),
        ]
        for (data, id) in table {
            #expect(ChannelAuthorization(auth: "", channelData: data).userID == id)
        }
    }
}
