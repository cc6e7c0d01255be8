import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyProgramSupport

@Suite("Taking another name")
struct NameChangeTests {
    private static let lobby = ChannelName(wire: "presence-lobby")
    private static let room = ChannelName(wire: "presence-room")

    private static func event(_ kind: ClientReport.Kind) -> ClientReport {
        ClientReport(number: 1, time: .zero, kind: kind)
    }

    private static func members(_ me: UserID?, _ name: String = "Ana") -> PresenceMembers {
        let member = RecordedEvents.member(me ?? "x", name)
        return PresenceMembers(roster: Roster(members: [member]), me: me)
    }

    private static func change(_ channels: [ChannelName] = [Self.lobby]) -> NameChange {
        NameChange(name: "Ana", id: "ana-1", channels: channels)
    }

    @Test("every channel comes back with the name")
    func taken() {
        var change = Self.change([Self.lobby, Self.room])
        change.handle(
            Self.event(.membersReplaced(Self.lobby, Self.members("ana-1"), difference: nil)))
        #expect(!change.isOver && !change.isGood)
        #expect(change.sentence == "no answer yet from presence-room")
        change.handle(
            Self.event(.membersReplaced(Self.room, Self.members("ana-1"), difference: nil)))
        #expect(change.isOver && change.isGood)
        #expect(change.sentence == "you are now Ana on presence-lobby and 1 more")
    }

    @Test("an endpoint that decides the name is named with its decision")
    func decided() {
        var change = Self.change()
        change.handle(
            Self.event(.membersReplaced(Self.lobby, Self.members("u7", "Kim"), difference: nil)))
        #expect(change.isOver && !change.isGood)
        #expect(
            change.sentence
                == "the authorization endpoint sets the name: on presence-lobby you are Kim (u7)"
        )
        var info = Self.change()
        info.handle(
            Self.event(.membersReplaced(Self.lobby, Self.members("ana-1", "Kim"), difference: nil)))
        #expect(!info.isGood && info.sentence.hasSuffix("you are Kim (ana-1)"))
        var nobody = Self.change()
        nobody.handle(
            Self.event(.membersReplaced(Self.lobby, Self.members(nil), difference: nil)))
        #expect(nobody.sentence.hasSuffix("you are a user without a name"))
    }

    @Test("a refusal and an unsubscription are answers too; other channels are not")
    func failed() {
        var change = Self.change()
        change.handle(
            Self.event(.membersReplaced(Self.room, Self.members("u7"), difference: nil)))
        #expect(!change.isOver)
        let failure = SubscriptionFailure(phase: .authorization, what: "no")
        change.handle(Self.event(.subscriptionChanged(Self.lobby, .failed(failure))))
        #expect(change.isOver && !change.isGood)
        #expect(
            change.sentence == "presence-lobby was refused as Ana; t in Channels retries")
        var left = Self.change()
        left.handle(Self.event(.subscriptionChanged(Self.lobby, .unsubscribed)))
        #expect(left.isOver && left.isGood)
    }

    @Test("without a presence channel, the next one will see the name")
    func none() {
        let change = Self.change([])
        #expect(change.isOver && change.isGood)
        #expect(
            change.sentence == "you will be Ana on the next presence channel that you subscribe to")
    }

    @Test("one's own rename is neither an arrival nor a departure")
    func stage() {
        var machine = SubscriptionStateMachine(.presence)
        let roster = { (id: UserID, name: String) in
            Roster(members: [RecordedEvents.member("b", "Bo"), RecordedEvents.member(id, name)])
        }
        func subscribe(_ id: UserID, _ name: String)
            -> SubscriptionStateMachine.MembersReplaced?
        {
            _ = machine.turnCame(number: 1)
            let auth = ChannelAuthorization(
                auth: "key:00", channelData: #"{"user_id":"\#(id.text)"}"#)
            _ = machine.authorized(number: 1, auth, at: .zero)
            guard case .subscribed(let replaced) = machine.succeeded(roster: roster(id, name))
            else { return nil }
            return replaced
        }
        _ = machine.connected(at: .zero)
        #expect(subscribe("you", "You")?.members.me == "you")
        guard case .begin(_, leavingFirst: true) = machine.resubscribe(at: .zero) else {
            Issue.record("not begun again")
            return
        }
        let replaced = subscribe("ana-1", "Ana")
        #expect(replaced?.members.me == "ana-1")
        #expect(replaced?.difference?.excludingMe.isEmpty == true)
    }
}
