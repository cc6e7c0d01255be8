import ChannelsProtocol
import Testing

@Suite("One subscription")
struct SubscriptionStateMachineTests {
    static let failure = SubscriptionFailure(phase: .subscription, text: "No.")
    static let authorization = ChannelAuthorization(auth: "k:s")
    static let bob = Member(id: "bob")

    /// A machine in each state.
    static func machines(
        _ kind: ChannelKind = .presence
    ) -> [(name: String, machine: SubscriptionStateMachine)] {
        var machine = SubscriptionStateMachine(kind)
        var machines = [("requested", machine)]
        _ = machine.connected()
        machines.append(("queued", machine))
        _ = machine.turnCame(number: 1)
        machines.append(("authorizing", machine))
        var failed = machine
        _ = failed.notAuthorized(number: 1, Self.failure)
        machines.append(("failed", failed))
        _ = machine.authorized(number: 1, Self.authorization, user: "me")
        machines.append(("subscribing", machine))
        var refused = machine
        _ = refused.refused(Self.failure)
        machines.append(("refused", refused))
        _ = machine.succeeded(roster: Roster(members: [Member(id: "me")]))
        machines.append(("subscribed", machine))
        return machines
    }

    @Test("every state has its public word")
    func states() {
        let expected: [String: SubscriptionState] = [
            "requested": .requested, "queued": .authorizing, "authorizing": .authorizing,
            "failed": .failed(Self.failure), "subscribing": .subscribing,
            "refused": .failed(Self.failure), "subscribed": .subscribed,
        ]
        for (name, machine) in Self.machines() {
            #expect(machine.state == expected[name])
        }
    }

    @Test("a connection begins what is requested or failed, and nothing twice")
    func connected() {
        for (name, var machine) in Self.machines() {
            let begins = ["requested", "failed", "refused"].contains(name)
            #expect(machine.connected() == (begins ? .queue : .none), "\(name)")
        }
    }

    @Test("kinds that need no authorization are sent at once", arguments: ChannelKind.allCases)
    func kinds(kind: ChannelKind) {
        var machine = SubscriptionStateMachine(kind)
        #expect(machine.connected() == (kind.needsAuthorization ? .queue : .subscribe))
        #expect(machine.state == (kind.needsAuthorization ? .authorizing : .subscribing))
    }

    @Test("a turn is taken only by who waits for it")
    func turn() {
        for (name, var machine) in Self.machines() {
            #expect(machine.turnCame(number: 9) == (name == "queued" ? .authorize : .none))
        }
    }

    @Test("an authorization counts only for its own request")
    func authorized() {
        for (name, var machine) in Self.machines() {
            #expect(machine.authorized(number: 2, Self.authorization, user: nil) == .none)
            #expect(machine.notAuthorized(number: 2, Self.failure) == .none)
            let answer = machine.authorized(number: 1, Self.authorization, user: nil)
            let isFor = name == "authorizing"
            #expect(answer == (isFor ? .subscribe(Self.authorization) : .none), "\(name)")
        }
    }

    @Test("a confirmation counts only for what was sent")
    func succeeded() {
        let roster = Roster(members: [Member(id: "me"), Self.bob])
        let members = Members(roster: roster, me: "me")
        for (name, var machine) in Self.machines() {
            let answer = machine.succeeded(roster: roster)
            switch name {
            case "subscribing", "refused":
                #expect(answer == .subscribed(.init(members: members, difference: nil)), "\(name)")
                #expect(machine.state == .subscribed)
            case "subscribed":
                let difference = MemberDifference(joined: [Self.bob], left: [])
                #expect(answer == .again(.init(members: members, difference: difference)))
                #expect(machine.succeeded(roster: roster) == .again(nil))
                #expect(machine.succeeded(roster: nil) == .again(nil))
                #expect(machine.members == members)
            default:
                #expect(answer == .unexpected, "\(name)")
            }
        }
    }

    @Test("a confirmation without a list makes an empty one, on presence channels only")
    func withoutRoster() {
        for kind in [ChannelKind.presence, .private, .public] {
            var machine = SubscriptionStateMachine(kind)
            _ = machine.connected()
            _ = machine.turnCame(number: 1)
            _ = machine.authorized(number: 1, Self.authorization, user: "me")
            let replaced = SubscriptionStateMachine.MembersReplaced(members: Members(me: "me"))
            #expect(
                machine.succeeded(roster: nil) == .subscribed(kind == .presence ? replaced : nil))
        }
    }

    @Test("a refusal counts only while the answer is awaited")
    func refused() {
        for (name, var machine) in Self.machines() {
            let expected: SubscriptionStateMachine.OnRefused =
                name == "subscribing" ? .fail : .unexpected
            #expect(machine.refused(Self.failure) == expected, "\(name)")
        }
    }

    @Test("members come and go only on what is subscribed, each once")
    func members() {
        for (name, var machine) in Self.machines() {
            guard name == "subscribed" else {
                #expect(machine.memberAdded(Self.bob) == .unexpected)
                #expect(machine.memberRemoved("bob") == .unexpected)
                continue
            }
            #expect(machine.memberRemoved("bob") == .unknown)
            #expect(machine.memberAdded(Self.bob) == .publish)
            #expect(machine.memberAdded(Self.bob) == .duplicate)
            #expect(machine.members?.count == 2)
            #expect(machine.memberRemoved("bob") == .publish(Self.bob))
            #expect(machine.memberRemoved("bob") == .unknown)
            #expect(machine.members?.count == 1)
        }
        for (_, var machine) in Self.machines(.private) {
            #expect(machine.memberAdded(Self.bob) == .unexpected)
            #expect(machine.memberRemoved("bob") == .unexpected)
        }
    }

    @Test("the server is told of a wish to leave when it was told of the wish to come")
    func unsubscribe() {
        for (name, machine) in Self.machines() {
            let wasSent = ["subscribing", "subscribed"].contains(name)
            #expect(machine.unsubscribe() == (wasSent ? .send : .none), "\(name)")
        }
    }

    @Test("without a connection all is requested again, but failures stay to be seen")
    func disconnected() {
        for (name, var machine) in Self.machines() {
            let stays = ["requested", "failed", "refused"].contains(name)
            #expect(machine.disconnected() == (stays ? .none : .publish), "\(name)")
            let fails = ["failed", "refused"].contains(name)
            #expect(machine.state == (fails ? .failed(Self.failure) : .requested), "\(name)")
            // What belongs to the connection of earlier counts no more.
            #expect(machine.succeeded(roster: nil) == .unexpected)
            #expect(machine.authorized(number: 1, Self.authorization, user: nil) == .none)
        }
    }

    @Test("asking again without a connection requests what failed")
    func requested() {
        for (name, var machine) in Self.machines() {
            let fails = ["failed", "refused"].contains(name)
            #expect(machine.requested() == (fails ? .publish : .none), "\(name)")
        }
    }

    @Test("members stay over a disconnection, and the next list tells the difference")
    func reconnection() {
        var machine = SubscriptionStateMachine(.presence)
        for (round, ids) in [["me", "a", "b"], ["me", "b", "c"]].enumerated() {
            _ = machine.connected()
            _ = machine.turnCame(number: round)
            _ = machine.authorized(number: round, Self.authorization, user: "me")
            let roster = Roster(members: ids.map { Member(id: UserID($0)) })
            let members = Members(roster: roster, me: "me")
            let difference = MemberDifference(joined: [Member(id: "c")], left: [Member(id: "a")])
            #expect(
                machine.succeeded(roster: roster)
                    == .subscribed(
                        .init(members: members, difference: round == 0 ? nil : difference)))
            #expect(machine.disconnected() == .publish)
            #expect(machine.members == members)
        }
    }
}
