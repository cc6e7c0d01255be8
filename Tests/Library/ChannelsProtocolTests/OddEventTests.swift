import ChannelsProtocol
import Testing

/// Events that no honest server sends, and rosters that change while nobody was away.
@Suite("Odd events")
struct OddEventTests {
    private static func subscribed(to server: ServerProfile.Kind = .sandbox) -> MachineScene {
        var options = ClientMachineOptions(address: "host:80")
        options.knownServer = server == .unknown ? nil : server
        var scene = MachineScene(options).connected()
        scene.subscribe(.presenceA)
        for request in scene.requests { scene.authorize(request) }
        scene.receive(.subscriptionSucceeded(.presenceA, roster: Roster(members: Self.members)))
        return scene
    }

    private static let members = [PresenceMember(id: "ana"), PresenceMember(id: "bob")]

    private static func doubts(_ scene: MachineScene) -> [SenderDoubt] {
        scene.kinds.compactMap { kind -> SenderDoubt? in
            if case .received(let event) = kind { event.senderDoubt } else { nil }
        }
    }

    private static func clientEvent(_ user: UserID?, on channel: ChannelName) -> ServerMessage {
        .event(
            ChannelsEvent(
                name: "client-typing", channel: channel, data: EventData("{}"), userID: user))
    }

    @Test(
        "a client event of nobody, or of somebody who is not a member, is marked",
        arguments: [
            (UserID("ana"), nil), (nil, .notNamed), (UserID("eve"), .notAMember),
        ] as [(UserID?, SenderDoubt?)])
    func senders(user: UserID?, doubt: SenderDoubt?) {
        var scene = Self.subscribed()
        scene.receive(Self.clientEvent(user, on: .presenceA))
        #expect(Self.doubts(scene) == (doubt.map { [$0] } ?? []))
        #expect(scene.kinds.contains { if case .received = $0 { true } else { false } })
    }

    @Test(
        "a client event of nobody is odd only where the server names every sender",
        arguments: ServerProfile.Kind.allCases)
    func serversThatNameNobody(server: ServerProfile.Kind) {
        var scene = Self.subscribed(to: server)
        scene.receive(Self.clientEvent(nil, on: .presenceA))
        scene.receive(Self.clientEvent("eve", on: .presenceA))
        let relays = [ServerProfile.Kind.reverb, .ably, .pusherFake, .unknown].contains(server)
        #expect(Self.doubts(scene) == (relays ? [] : [.notNamed]) + [.notAMember])
    }

    @Test("on a private channel no sender is named, and nothing is odd about it")
    func privateChannel() {
        var scene = Self.subscribed()
        scene.subscribe(.privateA)
        scene.receive(Self.clientEvent(nil, on: .privateA))
        #expect(Self.doubts(scene).isEmpty)
    }

    @Test("who has left can have sent nothing any more")
    func afterLeaving() {
        var scene = Self.subscribed()
        scene.receive(.memberRemoved(.presenceA, "bob"))
        scene.receive(Self.clientEvent("bob", on: .presenceA))
        #expect(Self.doubts(scene) == [.notAMember])
    }

    @Test("members beyond the limit are a problem once, and their leaving is none")
    func tooManyMembers() {
        var scene = Self.subscribed()
        let others = (2..<PresenceMembers.limit).map { PresenceMember(id: UserID("u\($0)")) }
        scene.receive(
            .subscriptionSucceeded(.presenceA, roster: Roster(members: Self.members + others)))
        scene.published = []
        scene.receive(
            .memberAdded(.presenceA, PresenceMember(id: "x")),
            .memberAdded(.presenceA, PresenceMember(id: "y")))
        #expect(scene.problems.map(\.channel) == [.presenceA])
        #expect(scene.problems.first?.text.contains("50000") == true)
        #expect(scene.kinds.count == 1)
        scene.receive(.memberRemoved(.presenceA, "x"), .memberRemoved(.presenceA, "y"))
        #expect(scene.kinds.count == 1)
        scene.receive(.memberRemoved(.presenceA, "x"))
        #expect(scene.problems.count == 2)
        scene.receive(
            .subscriptionSucceeded(
                .presenceA,
                roster: Roster(members: others + [PresenceMember(id: "x")] + Self.members)))
        #expect(scene.problems.count == 3)
    }

    @Test("a list that is replaced while connected tells of no absence")
    func replacedList() {
        var scene = Self.subscribed()
        scene.receive(
            .subscriptionSucceeded(.presenceA, roster: Roster(members: [Self.members[0]])))
        let difference = scene.kinds.compactMap { kind -> MemberDifference? in
            if case .membersReplaced(_, _, let difference) = kind { difference } else { nil }
        }.last
        #expect(difference?.left == [Self.members[1]])
        #expect(difference?.isAfterAbsence == false)
    }

    @Test("an empty event name is an error that names the channel")
    func emptyName() {
        let frame = Array(#"{"event":"","channel":"a","data":"{}"}"#.utf8)
        #expect(throws: FrameError.emptyEvent(channel: .a)) {
            try FrameCodec.decodeServerMessage(frame)
        }
        #expect(
            FrameError.emptyEvent(channel: .a).description
                == "A message on a had an empty event name.")
        let read = FrameCodec.readServerFrame(frame)
        #expect(read.message == .failure(.emptyEvent(channel: .a)))
    }
}
