import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyRecordingFiles

/// What is in effect, from the reports so far.
struct StandingReportsTests {
    private func standing(_ kinds: [ClientReport.Kind]) -> [ClientReport.Kind] {
        var standing = StandingReports()
        for (number, kind) in kinds.enumerated() {
            standing.note(ClientReport(number: number + 1, time: .zero, kind: kind))
        }
        return standing.events.map(\.kind)
    }

    private let lobby = ChannelName(wire: "presence-lobby")

    @Test("of a channel, the latest state, until it is unsubscribed")
    func channels() {
        #expect(
            self.standing([
                .subscriptionChanged(self.lobby, .requested),
                .subscriptionChanged(self.lobby, .subscribed),
                .subscriptionCount(self.lobby, 3), .subscriptionCount(self.lobby, 4),
            ]) == [
                .subscriptionChanged(self.lobby, .subscribed), .subscriptionCount(self.lobby, 4),
            ])
        #expect(
            self.standing([
                .subscriptionChanged(self.lobby, .subscribed), .subscriptionCount(self.lobby, 3),
                .subscriptionChanged(self.lobby, .unsubscribed),
            ]) == [])
    }

    @Test("members may be kept by someone else, who gives them when a recording begins")
    func givenMembers() {
        var standing = StandingReports(keepsMembers: false)
        var members = PresenceMembers(me: "ana")
        members.add(PresenceMember(id: "ana"))
        let kinds: [ClientReport.Kind] = [
            .membersReplaced(self.lobby, members, difference: nil),
            .subscriptionChanged(self.lobby, .subscribed),
        ]
        for (number, kind) in kinds.enumerated() {
            standing.note(ClientReport(number: number + 1, time: .zero, kind: kind))
        }
        #expect(standing.events.map(\.kind) == [kinds[1]])
        standing.keepMembers([self.lobby: (members, since: .zero)])
        #expect(standing.events.map(\.kind) == [kinds[1], kinds[0]])
        standing.note(
            ClientReport(
                number: 3, time: .zero, kind: .memberAdded(self.lobby, PresenceMember(id: "ben"))))
        members.add(PresenceMember(id: "ben"))
        #expect(
            standing.events.map(\.kind)
                == [kinds[1], .membersReplaced(self.lobby, members, difference: nil)])
    }

    @Test("members are those that are there now")
    func members() {
        var members = PresenceMembers(me: "ana")
        members.add(PresenceMember(id: "ana"))
        members.add(PresenceMember(id: "ben"))
        var now = PresenceMembers(me: "ana")
        now.add(PresenceMember(id: "ana"))
        now.add(PresenceMember(id: "cleo"))
        #expect(
            self.standing([
                .membersReplaced(self.lobby, members, difference: nil),
                .memberAdded(self.lobby, PresenceMember(id: "cleo")),
                .memberRemoved(self.lobby, PresenceMember(id: "ben")),
            ]) == [.membersReplaced(self.lobby, now, difference: nil)])
    }

    @Test("bindings have their present number of hits, and removed ones are gone")
    func bindings() {
        let one = EventBinding(id: BindingID(1), event: "a", channel: nil)
        let two = EventBinding(id: BindingID(2), event: "b", channel: nil)
        var hit = one
        hit.hits = 5
        #expect(
            self.standing([
                .bindingChanged(one), .bindingChanged(two),
                .bindingsHit([BindingHits(id: one.id, total: 5)]), .bindingRemoved(two.id),
            ]) == [.bindingChanged(hit)])
    }

    @Test("the history of the connection is kept in order, and bounded")
    func history() {
        let pongs = (1...1000).map {
            ClientReport.Kind.pongReceived(roundTrip: .milliseconds($0))
        }
        let kept = self.standing(pongs)
        #expect(kept == Array(pongs.suffix(kept.count)))
        #expect((200...400).contains(kept.count))
    }

    @Test("events of channels change nothing but the number")
    func events() {
        var standing = StandingReports()
        let event = ChannelsEvent(name: "a", channel: self.lobby, data: "")
        standing.note([ClientReport(number: 7, time: .zero, kind: .received(event))])
        #expect(standing.events == [])
        #expect(standing.lastNumber == 7)
    }

    @Test("the folded reports give the same as all of them")
    func folding() {
        for seed in 0..<50 {
            var made = MadeReports(seed: UInt64(seed))
            var standing = StandingReports()
            var number = 0
            for _ in 0..<5 {
                for kind in made.everyKind() {
                    number += 1
                    standing.note(ClientReport(number: number, time: .zero, kind: kind))
                }
            }
            var again = StandingReports()
            again.note(standing.events)
            #expect(again.events == standing.events)
        }
    }
}
