import ChannelsProtocol
import Testing

@testable import BuoyStage

@Suite("A herd that comes back")
struct StageHerdTests {
    private static let start = ChannelsTimestamp.zero
    private static let visitors = (0..<30).map { UserID("room-\($0)") }

    @Test("after a cut, all are expected within a second, evenly spread from 0.1 s")
    func expected() {
        let expected = ReconnectionPolicy.standard.returns(
            of: 120, after: .closed(nil, reason: ""))
        #expect(expected.count == 120 && expected == expected.sorted())
        #expect(expected.first.map { $0 >= .milliseconds(100) } == true)
        #expect(expected.last.map { $0 <= .seconds(1) } == true)
        let half = expected[60]
        #expect(half > .milliseconds(500) && half < .milliseconds(600))
    }

    @Test("a server that is away for ten seconds sees nobody before, and all within the back-off")
    func refused() {
        let expected = ReconnectionPolicy.standard.returns(
            of: 120, after: .closed(nil, reason: ""), refusedFor: .seconds(10))
        #expect(expected.count == 120 && expected.allSatisfy { $0 >= .seconds(10) })
        #expect(expected.allSatisfy { $0 < .seconds(50) })
    }

    @Test("after 4200 all are expected at once, and after 4100 not within the first second")
    func codes() {
        let policy = ReconnectionPolicy.standard
        #expect(
            policy.returns(of: 5, after: .closed(4200, reason: ""))
                == Array(repeating: .zero, count: 5))
        #expect(
            policy.returns(of: 5, after: .closed(4100, reason: "")).allSatisfy { $0 >= .seconds(1) }
        )
        #expect(policy.returns(of: 5, after: .closed(4001, reason: "")).isEmpty)
    }

    @Test("each returns once, with the gap and what was missed")
    func returns() {
        var herd = StageHerd(
            .cut(.zero), end: .closed(nil, reason: ""), Self.visitors, at: Self.start)
        func at(_ milliseconds: Int) -> ChannelsTimestamp {
            Self.start.advanced(by: .milliseconds(milliseconds))
        }
        func members(_ ids: UserID...) -> [PresenceMember] { ids.map { PresenceMember(id: $0) } }
        herd.joined(members("me"), at: at(5))
        #expect(herd.returns.isEmpty)
        herd.joined(members(Self.visitors[1]), at: at(300))
        herd.joined(members(Self.visitors[1], Self.visitors[2]), at: at(400))
        herd.missed(3, Self.visitors[1])
        #expect(
            herd.returns == [
                .init(id: Self.visitors[1], gap: .milliseconds(300), missed: 3),
                .init(id: Self.visitors[2], gap: .milliseconds(400)),
            ])
        #expect(!herd.isComplete)
        herd.joined(Self.visitors.map { PresenceMember(id: $0) }, at: at(900))
        #expect(herd.isComplete && herd.returns.count == 30 && herd.span == .seconds(1))
    }
}
