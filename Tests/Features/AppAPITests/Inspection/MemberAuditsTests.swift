import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyAppAPI

@Suite("Comparing members with the HTTP API")
struct MemberAuditsTests {
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static func at(_ duration: Duration) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: duration)
    }

    @Test("members who agree are compared once")
    func same() {
        var audits = MemberAudits()
        audits.begin(Self.lobby, members: ["a", "b"])
        let answer = audits.answered(
            Self.lobby, users: ["b", "a"], after: ["a", "b"], at: Self.at(.seconds(1)))
        guard case .compared(let comparison) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(comparison.isSame && comparison.isRequested)
        #expect(comparison.sentence == "the members match the 2 users listed over HTTP")
        let due = audits.timePassed(Self.at(.seconds(60))) { _ in [] }
        #expect(due.isEmpty)
    }

    @Test("a difference counts only if the second comparison finds it too")
    func twice() {
        var audits = MemberAudits()
        audits.begin(Self.lobby, members: ["a", "slow"])
        let first = audits.answered(
            Self.lobby, users: ["a", "ghost", "early"], after: ["a", "slow"],
            at: Self.at(.seconds(1)))
        #expect(first == .wait)
        let early = audits.timePassed(Self.at(.milliseconds(1900))) { _ in [] }
        #expect(early.isEmpty)
        let due = audits.timePassed(Self.at(.seconds(2))) { _ in ["a", "early"] }
        #expect(due == [Self.lobby])
        let second = audits.answered(
            Self.lobby, users: ["a", "ghost", "early", "third"], after: ["a", "early"],
            at: Self.at(.seconds(3)))
        guard case .compared(let comparison) = second else {
            Issue.record("\(second)")
            return
        }
        #expect(comparison.onlyListed == ["ghost"] && comparison.onlyMembers.isEmpty)
        #expect(comparison.sentence == "1 user only in HTTP")
    }

    @Test("somebody on the move is no difference")
    func moving() {
        var audits = MemberAudits()
        audits.begin(Self.lobby, members: ["a", "gone"])
        let answer = audits.answered(
            Self.lobby, users: ["a"], after: ["a", "new"], at: Self.at(.seconds(1)))
        guard case .compared(let comparison) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(comparison.isSame && comparison.changing == 2)
    }

    @Test("a channel that is subscribed again is compared a little later, unless it is lost first")
    func reconnection() {
        var audits = MemberAudits()
        audits.subscribedAgain(Self.lobby, at: Self.at(.seconds(10)))
        let due = [10_900, 11_000, 12_000].map { milliseconds in
            audits.timePassed(Self.at(.milliseconds(milliseconds))) { _ in ["a"] }
        }
        #expect(due == [[], [Self.lobby], []])
        let answer = audits.answered(
            Self.lobby, users: ["a"], after: ["a"], at: Self.at(.seconds(12)))
        guard case .compared(let comparison) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!comparison.isRequested)
        audits.subscribedAgain(Self.lobby, at: Self.at(.seconds(20)))
        audits.disconnected()
        let later = audits.timePassed(Self.at(.seconds(30))) { _ in [] }
        #expect(later.isEmpty)
        let unasked = audits.answered(
            Self.lobby, users: [], after: [], at: Self.at(.seconds(30)))
        #expect(unasked == MemberAudits.Verdict.none)
    }

    @Test("a failure is told to whoever asked")
    func failure() {
        var audits = MemberAudits()
        audits.begin(Self.lobby, members: [])
        let asked = audits.failed(Self.lobby)
        audits.subscribedAgain(Self.lobby, at: .zero)
        let automatic = audits.failed(Self.lobby)
        let nothing = audits.failed(Self.lobby)
        #expect([asked, automatic, nothing] == [true, false, false])
    }

    @Test("on this machine, a reconnection is followed by an audit; elsewhere it is not")
    func automatic() {
        for isLocal in [true, false] {
            var app = AppInspector(isLocal: isLocal)
            let members = PresenceMembers(
                roster: Roster(members: [PresenceMember(id: "a")]), me: "a")
            let difference = MemberDifference(joined: [], left: [])
            for (second, difference) in [(1, nil), (5, difference)] {
                _ = app.handle(
                    ClientReport(
                        number: 1, time: Self.at(.seconds(second)),
                        kind: .membersReplaced(Self.lobby, members, difference: difference)))
            }
            let situation = { (time: Duration) in
                AppInspector.Situation(
                    now: Self.at(time), isConnected: true, isShown: false, isListed: { _ in true },
                    members: { _ in ["a"] })
            }
            let early = app.timePassed(situation(.seconds(3)))
            #expect(early.isEmpty)
            let steps = app.timePassed(situation(.seconds(6)))
            #expect(steps == (isLocal ? [.request(.users(of: Self.lobby))] : []))
        }
    }
}
