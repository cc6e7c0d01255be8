import ChannelsProtocol
import Testing

@Suite("Subscriptions")
struct SubscriptionsTests {
    static let given = ChannelAuthorization(auth: "k:given")

    static func error(_ text: String) -> ServerMessage {
        .error(ServerError(code: nil, message: text))
    }

    static func stuck(_ scene: MachineScene) -> [ClientReport.Kind] {
        scene.kinds.filter { if case .subscriptionStuck = $0 { true } else { false } }
    }

    // MARK: Leaving

    @Test("a channel given up before its confirmation is left when that has come")
    func unsubscribesWhilePending() {
        var scene = MachineScene().connected(to: .a)
        scene.unsubscribe(.a)
        #expect(scene.sent.map(\.message) == [.subscribe(.a, nil)])
        #expect(scene.machine.subscription(to: .a) == .unsubscribing)
        scene.receive(.subscriptionSucceeded(.a, roster: nil), .subscriptionCount(.a, 3))
        #expect(scene.sent.map(\.message) == [.subscribe(.a, nil), .unsubscribe(.a)])
        #expect(scene.machine.subscriptions.isEmpty)
        #expect(scene.states(of: .a) == [.subscribing, .unsubscribing, .unsubscribed])
        #expect(scene.problems.isEmpty)
    }

    @Test("a channel that the server refuses while it is being left needs no leaving")
    func refusedWhileLeaving() {
        var scene = MachineScene().connected(to: .a)
        scene.unsubscribe(.a)
        scene.receive(.subscriptionError(.a, type: "LimitReached", text: "", status: 4100))
        #expect(scene.sent.count == 1)
        #expect(scene.states(of: .a).last == .unsubscribed)
        #expect(scene.problems.isEmpty)

        var guessed = MachineScene().connected(to: .a)
        guessed.unsubscribe(.a)
        guessed.receive(Self.error("This channel name is not valid"))
        #expect(guessed.machine.subscriptions.isEmpty)
        #expect(guessed.problems.count == 1)
        // Should it have been about something else, the confirmation is undone.
        guessed.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(guessed.sent.last?.message == .unsubscribe(.a))
    }

    @Test("a channel that is being left is gone with the connection")
    func disconnectedWhileLeaving() {
        var scene = MachineScene().connected(to: .a, .b)
        scene.unsubscribe(.a)
        scene.close(1006)
        #expect(scene.states(of: .a).last == .unsubscribed)
        #expect(scene.machine.subscriptions.map(\.channel) == [.b])
        #expect(scene.sent.count == 2)
    }

    @Test("a wish to come takes back the wish to leave, with nothing on the wire")
    func takenBack() {
        var scene = MachineScene().connected(to: .a)
        scene.unsubscribe(.a)
        scene.subscribe(.a)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.sent.count == 1)
        #expect(
            scene.states(of: .a) == [.subscribing, .unsubscribing, .subscribing, .subscribed])
    }

    @Test("at the time limit it is left without an answer, and a late one is undone")
    func leavesAtLimit() {
        var scene = MachineScene().connected(to: .a)
        scene.wait(4)
        scene.unsubscribe(.a)
        scene.wait(5.9)
        #expect(scene.sent.count == 1)
        scene.wait(0.2)
        #expect(scene.sent.map(\.message) == [.subscribe(.a, nil), .unsubscribe(.a)])
        #expect(scene.states(of: .a).last == .unsubscribed)
        #expect(Self.stuck(scene).isEmpty)

        scene.receive(
            Self.error("No current subscription to channel a, or subscription in progress"),
            .subscriptionSucceeded(.a, roster: nil))
        #expect(scene.sent.count == 3)
        #expect(scene.sent.last?.message == .unsubscribe(.a))
    }

    @Test("news about a channel that was left are no surprise")
    func lateNews() {
        var scene = MachineScene().connected(to: .presenceA)
        scene.authorize(scene.requests[0], user: "me")
        scene.receive(.subscriptionSucceeded(.presenceA, roster: nil))
        scene.unsubscribe(.presenceA)
        scene.receive(
            .memberAdded(.presenceA, PresenceMember(id: "x")), .memberRemoved(.presenceA, "y"),
            .cacheMiss(.presenceA), .subscriptionCount(.presenceA, 2))
        #expect(scene.problems.isEmpty)
    }

    // MARK: Waiting for too long

    @Test("a subscription that waits for too long is told once in each wait, and goes on")
    func stuck() {
        var scene = MachineScene().connected(to: .privateA)
        scene.wait(9.9)
        #expect(Self.stuck(scene).isEmpty)
        scene.wait(20)
        let told = ClientReport.Kind.subscriptionStuck(.privateA, after: .seconds(10))
        #expect(Self.stuck(scene) == [told])
        #expect(scene.machine.subscription(to: .privateA) == .authorizing)
        scene.authorize(scene.requests[0])
        scene.wait(30)
        #expect(Self.stuck(scene) == [told, told])
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        #expect(scene.machine.subscription(to: .privateA) == .subscribed)
    }

    @Test("a thousand waits have one timer, each is told at its time, and none is left running")
    func oneTimer() {
        var scene = MachineScene().connected()
        let channels = (0..<1000).map { ChannelName(wire: "c\($0)") }
        for channel in channels {
            scene.subscribe(channel)
            scene.wait(0.001)
            #expect(scene.timers(.subscription) == 1)
        }
        for channel in channels.prefix(990) {
            scene.receive(.subscriptionSucceeded(channel, roster: nil))
        }
        scene.wait(20)
        #expect(
            Self.stuck(scene)
                == channels.suffix(10).map { .subscriptionStuck($0, after: .seconds(10)) })
        #expect(scene.timers(.subscription) == 0)
    }

    @Test("a wait does not go on over a disconnection")
    func waitEndsWithConnection() {
        var scene = MachineScene().connected(to: .a)
        scene.wait(8)
        scene.close(1006)
        scene.wait(1)
        scene.establish(2)
        scene.wait(9.5)
        #expect(Self.stuck(scene).isEmpty)
        scene.wait(1)
        #expect(Self.stuck(scene) == [.subscriptionStuck(.a, after: .seconds(10))])
    }

    // MARK: Again

    @Test("a stuck subscription is left and asked for again, with a fresh authorization")
    func resubscribes() {
        var scene = MachineScene().connected(to: .privateA, .a)
        scene.authorize(scene.requests[0])
        scene.wait(12)
        scene.resubscribe(.privateA)
        scene.resubscribe(.a)
        let first = ClientMessage.subscribe(.privateA, ChannelAuthorization(auth: "k:s"))
        #expect(
            scene.sent.map(\.message) == [
                .subscribe(.a, nil), first, .unsubscribe(.privateA), .unsubscribe(.a),
                .subscribe(.a, nil),
            ])
        #expect(scene.requests.count == 2)
        scene.authorize(scene.requests[1])
        #expect(scene.sent.last?.message == first)
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        #expect(scene.machine.subscription(to: .privateA) == .subscribed)
        #expect(scene.problems.isEmpty)
    }

    @Test("a confirmation of the first try that comes during the second is undone")
    func lateConfirmation() {
        var scene = MachineScene().connected(to: .privateA)
        scene.authorize(scene.requests[0])
        scene.resubscribe(.privateA)
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        #expect(
            scene.sent.suffix(2).map(\.message)
                == Array(repeating: .unsubscribe(.privateA), count: 2))
        #expect(scene.machine.subscription(to: .privateA) == .authorizing)
        #expect(scene.problems.isEmpty)
    }

    @Test("resubscribing begins what failed, repeats what is done, and leaves alone what waits")
    func resubscribesInEveryState() {
        var scene = MachineScene()
        scene.resubscribe(.ghost)
        scene.subscribe(.presenceA)
        scene.resubscribe(.presenceA)
        #expect(scene.states(of: .presenceA) == [.requested])
        scene.connect()
        scene.establish()
        scene.refuse(scene.requests[0])
        scene.resubscribe(.presenceA)
        scene.authorize(scene.requests[1], user: "me")
        let roster = Roster(members: [PresenceMember(id: "me")])
        scene.receive(
            .subscriptionSucceeded(.presenceA, roster: roster), .subscriptionCount(.presenceA, 1))
        scene.resubscribe(.presenceA)
        #expect(scene.sent.last?.message == .unsubscribe(.presenceA))
        #expect(scene.machine.subscriptionCount(of: .presenceA) == nil)
        scene.authorize(scene.requests[2], user: "me")
        scene.receive(.subscriptionSucceeded(.presenceA, roster: roster))
        let none = MemberDifference(joined: [], left: [])
        #expect(
            scene.kinds.last
                == .membersReplaced(
                    .presenceA, PresenceMembers(roster: roster, me: "me"), difference: none))
        scene.refuse(scene.requests[2])
        scene.close(1006)
        scene.resubscribe(.presenceA)
        #expect(scene.machine.subscription(to: .presenceA) == .requested)
        #expect(scene.problems.isEmpty)
    }

    @Test("a running authorization is not waited for when it is asked for again")
    func resubscribesWhileAuthorizing() {
        var scene = MachineScene().connected(to: .privateA)
        scene.resubscribe(.privateA)
        #expect(scene.requests.count == 2)
        scene.authorize(scene.requests[0])
        #expect(scene.sent.isEmpty)
        scene.authorize(scene.requests[1])
        #expect(scene.sent.count == 1)
    }

    // MARK: An authorization that is given

    @Test("an authorization that is given is sent at once, for this connection only")
    func givenAuthorization() {
        var scene = MachineScene().connected()
        scene.subscribe(.privateA, authorization: Self.given)
        #expect(scene.requests.isEmpty)
        #expect(scene.sent.map(\.message) == [.subscribe(.privateA, Self.given)])
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        scene.close(1006)
        scene.wait(1)
        scene.establish(2)
        #expect(scene.requests.map(\.channel) == [.privateA])
    }

    @Test("an authorization that is given without a connection goes unused")
    func givenTooEarly() {
        var scene = MachineScene()
        scene.subscribe(.privateA, authorization: Self.given)
        scene.connect()
        scene.establish()
        #expect(scene.requests.count == 1)
        #expect(scene.sent.isEmpty)
    }

    @Test("an authorization that is given overtakes the one that is asked for")
    func givenMeanwhile() {
        var scene = MachineScene().connected(to: .privateA)
        scene.subscribe(.privateA, authorization: Self.given)
        scene.authorize(scene.requests[0])
        #expect(scene.sent.map(\.message) == [.subscribe(.privateA, Self.given)])
    }

    // MARK: What is known

    @Test("the list tells every channel and its state; counts are those of the present connection")
    func known() {
        var scene = MachineScene().connected(to: .presenceA, .a)
        scene.authorize(scene.requests[0], user: "me")
        scene.receive(
            .subscriptionSucceeded(.presenceA, roster: Roster(members: [PresenceMember(id: "me")])),
            .subscriptionCount(.a, 4))
        #expect(scene.machine.subscriptions.map(\.channel) == [.presenceA, .a])
        #expect(scene.machine.subscriptions.map(\.state) == [.subscribed, .subscribing])
        #expect(scene.machine.subscriptionCount(of: .a) == 4)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.machine.subscriptionCount(of: .a) == 4)
        scene.receive(.subscriptionCount(.a, 5))
        #expect(scene.machine.subscriptionCount(of: .a) == 5)
        scene.close(1006)
        #expect(scene.machine.subscriptions.map(\.state) == [.requested, .requested])
        #expect(scene.machine.subscriptionCount(of: .a) == nil)
        #expect(scene.machine.members(of: .presenceA)?.count == 1)
        #expect(scene.machine.subscriptionCount(of: .ghost) == nil)
    }

    @Test("the client is told when a channel is gone, and when a connection is lost")
    func forgets() {
        var scene = MachineScene().connected(to: .privateA, .a)
        scene.unsubscribe(.a)
        #expect(scene.forgotten.isEmpty)
        scene.receive(.subscriptionSucceeded(.a, roster: nil))
        #expect(scene.forgotten == [.a])
        scene.unsubscribe(.privateA)
        #expect(scene.forgotten == [.a, .privateA])
        #expect(scene.abandonments == 0)
        scene.close(1006)
        #expect(scene.abandonments == 1)
        scene.wait(2)
        scene.fail()
        #expect(scene.abandonments == 1)
    }
}
