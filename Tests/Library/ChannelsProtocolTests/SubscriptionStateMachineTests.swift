import ChannelsProtocol
import Testing

@Suite("One subscription")
struct SubscriptionStateMachineTests {
    static let failure = SubscriptionFailure(phase: .subscription, what: "No")
    static let authorization = ChannelAuthorization(
        auth: "k:s", channelData: #"{"user_id":"me"}"#)
    static let bob = PresenceMember(id: "bob")

    /// A machine in each state.
    static func machines(
        _ kind: ChannelKind = .presence
    ) -> [(name: String, machine: SubscriptionStateMachine)] {
        var machine = SubscriptionStateMachine(kind)
        var machines = [("requested", machine)]
        _ = machine.connected(at: .zero)
        machines.append(("queued", machine))
        _ = machine.turnCame(number: 1)
        machines.append(("authorizing", machine))
        var failed = machine
        _ = failed.notAuthorized(number: 1, Self.failure)
        machines.append(("failed", failed))
        _ = machine.authorized(number: 1, Self.authorization, at: .zero)
        machines.append(("subscribing", machine))
        var refused = machine
        _ = refused.refused(Self.failure)
        machines.append(("refused", refused))
        var unsubscribing = machine
        _ = unsubscribing.unsubscribe()
        machines.append(("unsubscribing", unsubscribing))
        _ = machine.succeeded(roster: Roster(members: [PresenceMember(id: "me")]))
        machines.append(("subscribed", machine))
        return machines
    }

    @Test("every state has its public word")
    func states() {
        let expected: [String: SubscriptionState] = [
            "requested": .requested, "queued": .authorizing, "authorizing": .authorizing,
            "failed": .failed(Self.failure), "subscribing": .subscribing,
            "refused": .failed(Self.failure), "unsubscribing": .unsubscribing,
            "subscribed": .subscribed,
        ]
        for (name, machine) in Self.machines() {
            #expect(machine.state == expected[name])
        }
    }

    @Test("a connection begins what is requested or failed, and nothing twice")
    func connected() {
        for (name, var machine) in Self.machines() {
            let begins = ["requested", "failed", "refused"].contains(name)
            #expect(machine.connected(at: .zero) == (begins ? .queue : .none), "\(name)")
        }
    }

    @Test("kinds that need no authorization are sent at once", arguments: ChannelKind.allCases)
    func kinds(kind: ChannelKind) {
        var machine = SubscriptionStateMachine(kind)
        #expect(
            machine.connected(at: .zero) == (kind.needsAuthorization ? .queue : .subscribe(nil)))
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
            #expect(machine.authorized(number: 2, Self.authorization, at: .zero) == .none)
            #expect(machine.notAuthorized(number: 2, Self.failure) == .none)
            let answer = machine.authorized(number: 1, Self.authorization, at: .zero)
            let isFor = name == "authorizing"
            #expect(answer == (isFor ? .subscribe(Self.authorization) : .none), "\(name)")
        }
    }

    @Test("a confirmation counts only for what was sent")
    func succeeded() {
        let roster = Roster(members: [PresenceMember(id: "me"), Self.bob])
        let members = PresenceMembers(roster: roster, me: "me")
        for (name, var machine) in Self.machines() {
            let answer = machine.succeeded(roster: roster)
            switch name {
            case "subscribing", "refused":
                #expect(answer == .subscribed(.init(members: members, difference: nil)), "\(name)")
                #expect(machine.state == .subscribed)
            case "subscribed":
                let difference = MemberDifference(
                    joined: [Self.bob], left: [], isAfterAbsence: false)
                #expect(answer == .again(.init(members: members, difference: difference)))
                #expect(machine.succeeded(roster: roster) == .again(nil))
                #expect(machine.succeeded(roster: nil) == .again(nil))
                #expect(machine.members == members)
            case "unsubscribing":
                #expect(answer == .leave)
            default:
                #expect(answer == .unexpected, "\(name)")
            }
        }
    }

    @Test("a confirmation without a list makes an empty one, on presence channels only")
    func withoutRoster() {
        for kind in [ChannelKind.presence, .private, .public] {
            var machine = SubscriptionStateMachine(kind)
            _ = machine.connected(at: .zero)
            _ = machine.turnCame(number: 1)
            _ = machine.authorized(number: 1, Self.authorization, at: .zero)
            let replaced = SubscriptionStateMachine.MembersReplaced(
                members: PresenceMembers(me: "me"))
            #expect(
                machine.succeeded(roster: nil) == .subscribed(kind == .presence ? replaced : nil))
        }
    }

    @Test("a refusal counts only while the answer is awaited")
    func refused() {
        for (name, var machine) in Self.machines() {
            let expected: [String: SubscriptionStateMachine.RefusalOutcome] = [
                "subscribing": .fail, "unsubscribing": .forget,
            ]
            #expect(machine.refused(Self.failure) == expected[name] ?? .unexpected, "\(name)")
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

    @Test("a wish to leave is told when the subscription is confirmed, and waits for its answer")
    func unsubscribe() {
        let expected: [String: SubscriptionStateMachine.UnsubscribeOutcome] = [
            "subscribing": .wait, "subscribed": .leave, "unsubscribing": .none,
        ]
        for (name, var machine) in Self.machines() {
            #expect(machine.unsubscribe() == expected[name] ?? .forget, "\(name)")
        }
    }

    @Test("a wish to come takes back the wish to leave, and begins what has failed")
    func wanted() {
        let expected: [String: SubscriptionStateMachine.BeginOutcome] = [
            "requested": .queue, "failed": .queue, "refused": .queue, "unsubscribing": .resume,
        ]
        for (name, var machine) in Self.machines() {
            #expect(machine.subscribe(nil, at: .zero) == expected[name] ?? .none, "\(name)")
        }
    }

    @Test("an authorization that is given is used unless the server was asked already")
    func given() {
        let given = ChannelAuthorization(auth: "k:given", channelData: #"{"user_id":7}"#)
        for (name, var machine) in Self.machines() {
            let answer = machine.subscribe(given, at: .zero)
            switch name {
            case "subscribing", "subscribed": #expect(answer == .none, "\(name)")
            case "unsubscribing": #expect(answer == .resume)
            default:
                #expect(answer == .subscribe(given), "\(name)")
                #expect(machine.authorized(number: 1, Self.authorization, at: .zero) == .none)
                _ = machine.succeeded(roster: nil)
                #expect(machine.members?.me == "7")
            }
        }
        var machine = SubscriptionStateMachine(.public)
        #expect(machine.subscribe(given, at: .zero) == .subscribe(nil))
    }

    @Test("doing it again leaves first what the server was asked for")
    func again() {
        let left = ["subscribing", "subscribed"]
        for (name, var machine) in Self.machines() {
            let isLeftAlone = ["requested", "queued", "unsubscribing"].contains(name)
            let expected = SubscriptionStateMachine.ResubscribeOutcome.begin(
                .queue, leavingFirst: left.contains(name))
            #expect(machine.resubscribe(at: .zero) == (isLeftAlone ? .none : expected), "\(name)")
            #expect(machine.authorized(number: 1, Self.authorization, at: .zero) == .none)
        }
    }

    @Test("a wait is told once when it has lasted for as long as the limit, and goes on")
    func limit() {
        let limit = Duration.seconds(10)
        let stuck = ["queued", "authorizing", "subscribing"]
        for (name, var machine) in Self.machines() {
            let state = machine.state
            #expect(machine.checkLimit(at: .at(9.9), limit: limit) == .none, "\(name)")
            let answer = machine.checkLimit(at: .at(10.5), limit: limit)
            switch name {
            case "unsubscribing": #expect(answer == .leave)
            case _ where stuck.contains(name):
                #expect(answer == .stuck(after: .milliseconds(10_500)), "\(name)")
                #expect(machine.checkLimit(at: .at(60), limit: limit) == .none, "\(name)")
            default: #expect(answer == .none, "\(name)")
            }
            #expect(machine.state == state)
        }
    }

    @Test("an answer that was waited for too long is no reason to wait before leaving")
    func stuckUnsubscribe() {
        for (name, var machine) in Self.machines() where name == "subscribing" {
            _ = machine.checkLimit(at: .at(10), limit: .seconds(10))
            #expect(machine.unsubscribe() == .leave)
        }
    }

    @Test("without a connection all is requested again, but failures stay to be seen")
    func disconnected() {
        for (name, var machine) in Self.machines() where name != "unsubscribing" {
            let stays = ["requested", "failed", "refused"].contains(name)
            #expect(machine.disconnected() == (stays ? .none : .publish), "\(name)")
            let fails = ["failed", "refused"].contains(name)
            #expect(machine.state == (fails ? .failed(Self.failure) : .requested), "\(name)")
            // What belongs to the connection of earlier counts no more.
            #expect(machine.succeeded(roster: nil) == .unexpected)
            #expect(machine.authorized(number: 1, Self.authorization, at: .zero) == .none)
        }
    }

    @Test("what was being left is gone with the connection")
    func disconnectedWhileLeaving() {
        for (name, var machine) in Self.machines() where name == "unsubscribing" {
            #expect(machine.disconnected() == .forget)
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
            _ = machine.connected(at: .zero)
            _ = machine.turnCame(number: round)
            _ = machine.authorized(number: round, Self.authorization, at: .zero)
            let roster = Roster(members: ids.map { PresenceMember(id: UserID($0)) })
            let members = PresenceMembers(roster: roster, me: "me")
            let difference = MemberDifference(
                joined: [PresenceMember(id: "c")], left: [PresenceMember(id: "a")])
            #expect(
                machine.succeeded(roster: roster)
                    == .subscribed(
                        .init(members: members, difference: round == 0 ? nil : difference)))
            #expect(machine.disconnected() == .publish)
            #expect(machine.members == members)
        }
    }
}
