import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// What is said of several connections, and of one without traffic.
@Suite("checking several connections, and idle limits")
struct FleetCheckTests {
    private static let probe = ConnectionCheck.ProbeEvent(token: "t0ken")
    private static let room = ChannelName(wire: "presence-room")
    private static let time = SharingSamples.time

    private static func check(_ count: Int) -> FleetCheck {
        FleetCheck(count, channels: [Self.room, Self.probe.channel], probe: Self.probe)
    }

    private static func report(
        _ check: inout FleetCheck, _ index: Int, _ kinds: ClientReport.Kind...
    ) {
        for kind in kinds {
            check.reported(ClientReport(number: 1, time: Self.time, kind: kind), by: index)
        }
    }

    /// Connects all, and subscribes them with these members.
    private static func ready(_ members: [[UserID]]) -> FleetCheck {
        var check = Self.check(members.count)
        for (index, ids) in members.enumerated() {
            #expect(!check.isReady)
            var roster = PresenceMembers()
            for id in ids { roster.add(PresenceMember(id: id)) }
            Self.report(
                &check, index,
                SharingSamples.change(.connecting, .connected, SharingSamples.established()),
                .subscriptionChanged(Self.probe.channel, .subscribed),
                .subscriptionChanged(Self.room, .subscribed),
                .membersReplaced(Self.room, roster, difference: nil))
        }
        #expect(check.isReady)
        return check
    }

    private static func deliver(_ check: inout FleetCheck, _ numbers: Range<Int>, to index: Int) {
        for number in numbers {
            let event = ChannelsEvent(
                name: "buoy-check", channel: Self.probe.channel,
                data: EventData(check.data(number)))
            Self.report(&check, index, .received(event), .received(event))
        }
    }

    private static func rows(_ check: FleetCheck) -> [String] {
        check.result.steps.map {
            "\($0.name.text) \($0.status?.rawValue ?? "?"): \($0.detail)"
        }
    }

    @Test("all receive all, and see the same members")
    func success() {
        var check = Self.ready([["a", "b"], ["a", "b"]])
        Self.deliver(&check, 0..<5, to: 0)
        #expect(!check.isComplete)
        Self.deliver(&check, 0..<5, to: 1)
        #expect(check.isComplete && check.result.failure == nil)
        #expect(
            Self.rows(check) == [
                "connections ok: 2 of 2", "delivery ok: 2 of 2 received all 5 events",
                "members of presence-room ok: all see the same 2 members",
            ])
    }

    @Test("servers that do not share their events: some receive nothing, and the members differ")
    func split() {
        var check = Self.ready([["a"], ["b", "c"], ["a"], ["b", "c"]])
        for index in [1, 3] { Self.deliver(&check, 0..<5, to: index) }
        #expect(!check.isComplete)
        #expect(check.result.failure == .timedOut)
        let rows = Self.rows(check)
        #expect(
            rows[1].hasPrefix("delivery failed: 2 of 4 received nothing: the servers behind this"))
        #expect(rows[2].hasPrefix("members of presence-room failed: the members differ: 2 see "))
        #expect(rows[2].hasSuffix("; only some see a, b, c"))
        let same = Self.rows(Self.ready([["a", "b"], ["a", "c"]]))[2]
        #expect(same.hasSuffix("the members differ: 1 see 2, 1 see 2; only some see b, c"))
    }

    @Test("what arrives in part is counted, and what nobody received has another cause")
    func parts() {
        var check = Self.ready([["a"], ["a"]])
        #expect(
            Self.rows(check)[1].contains("2 of 2 received nothing: the API and the connections"))
        Self.deliver(&check, 0..<5, to: 0)
        Self.deliver(&check, 1..<3, to: 1)
        #expect(Self.rows(check)[1].contains("1 of 2 received fewer than 5 events"))
        check.notPublished("Over quota.")
        #expect(check.isComplete && Self.rows(check)[1] == "delivery failed: Over quota.")
    }

    @Test("a connection that fails is told, and the others are not waited for because of it")
    func failure() {
        var check = Self.check(2)
        Self.report(
            &check, 0, .subscriptionChanged(Self.room, .subscribed),
            .subscriptionChanged(Self.probe.channel, .subscribed))
        #expect(!check.isReady)
        let end = ConnectionEnd.closed(4004, reason: "Over quota")
        Self.report(&check, 1, .attemptFailed(attempt: 1, end))
        #expect(check.isReady)
        #expect(Self.rows(check)[0].hasPrefix("connections failed: 0 of 2: "))
        Self.report(&check, 7, .attemptFailed(attempt: 1, end))
    }

    // MARK: Idle

    private static func idle(
        _ limit: Duration, ended end: ConnectionEnd? = nil, after seconds: Double = 0
    ) -> (step: CheckStep?, failure: CheckFailure?) {
        var check = IdleCheck(limit: limit)
        let established = SharingSamples.change(
            .connecting, .connected, SharingSamples.established())
        check.reported(ClientReport(number: 1, time: Self.time, kind: established))
        if let end {
            #expect(!check.isComplete)
            check.reported(
                ClientReport(
                    number: 2, time: Self.time.advanced(by: .seconds(seconds)),
                    kind: SharingSamples.change(.connected, .connecting, .ended(end))))
            #expect(check.isComplete)
        }
        let result = check.result
        return (result.steps.first, result.failure)
    }

    @Test("a limit is measured, with what to do about it")
    func limit() {
        let cut = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: "Cut"))
        let (step, failure) = Self.idle(.seconds(120), ended: cut, after: 5)
        #expect(step?.status == .failed && failure == .unreachable)
        #expect(step?.detail.hasPrefix("the connection was lost after 5s without traffic") == true)
        #expect(step?.detail.hasSuffix("--activity-timeout 4") == true)
        #expect(step?.duration == .seconds(5))
        let closed = Self.idle(.seconds(120), ended: .closed(4201, reason: ""), after: 60).step
        #expect(
            closed?.detail
                == "the server closed the connection with 4201 after 1m00s without traffic")
        #expect(Self.idle(.seconds(10)).step?.detail == "the connection stayed open for 10s")
        #expect(Self.idle(.seconds(10)).failure == nil)
    }

    // MARK: Rules

    @Test("a broken rule is a warning with its number, before the counts")
    func rules() {
        let step = CheckStep(rules: "40 passed, 1 failed", broken: ["S-408"])
        #expect(step.status == .warning)
        #expect(step.detail == "1 rule not followed: S-408 (40 passed, 1 failed)")
        #expect(CheckStep(rules: "41 passed", broken: []).detail == "41 passed")
    }
}
