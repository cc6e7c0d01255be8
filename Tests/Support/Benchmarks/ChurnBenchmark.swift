import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol
import Foundation

/// What 300,000 members of one channel keep in memory who come, and who go or stay.
enum ChurnBenchmark {
    private static let count = 300_000

    static func run() {
        Self.ring()
        Self.dashboard("they leave after ten others", staying: 10)
        Self.dashboard("they stay", staying: .max)
    }

    /// The log alone: what it says of itself, and what it is.
    private static func ring() {
        var ring = EventRing(limit: 50_000, byteLimit: 64 << 20)
        let before = Usage.residentMebibytes
        var churn = Churn(staying: 10)
        for _ in 1...Self.count { for event in churn.next() { ring.append(event) } }
        let grown = Usage.residentMebibytes - before
        let said = Double(ring.bytes) / 1_048_576
        report(
            "a log of \(ring.count) joins and leaves",
            "\(grown.rounded(to: 1)) MiB more, it says \(said.rounded(to: 1)) MiB")
    }

    /// The dashboard, which is told of a thousand a second.
    private static func dashboard(_ name: String, staying: Int) {
        let before = Usage.residentMebibytes
        let size = ScreenSize(columns: 120, rows: 40)
        var state = DashboardState(options: DashboardOptions(catalog: .core), size: size)
        var canvas = Canvas(size: size)
        let roster = ClientReport.Kind.membersReplaced(
            Churn.channel, PresenceMembers(roster: Roster(members: []), me: nil), difference: nil)
        _ = state.handle(
            .client([
                ClientReport(
                    number: 1, time: .zero, kind: .subscriptionChanged(Churn.channel, .subscribed)),
                ClientReport(number: 2, time: .zero, kind: roster),
            ]))
        var churn = Churn(staying: staying)
        for _ in 1...Self.count / 1000 {
            let batch = (1...1000).flatMap { _ in churn.next() }
            _ = state.handle(.client(batch))
            if let time = batch.last?.time { _ = state.handle(.tick(time)) }
            state.draw(on: &canvas)
        }
        let grown = Usage.residentMebibytes - before
        report("300,000 members: \(name)", "\(grown.rounded(to: 1)) MiB more")
        withExtendedLifetime(state) {}
    }
}

/// Members who come one after the other.
private struct Churn {
    static let channel = ChannelName(wire: "presence-lobby")
    /// How many stay; who came first goes first.
    let staying: Int
    /// What the client knows of them; it lists a limited number.
    private var members = PresenceMembers()
    private var number = 0

    init(staying: Int) { self.staying = staying }

    /// The next who joins, and who leaves then.
    mutating func next() -> [ClientReport] {
        self.number += 1
        guard let member = Self.member(self.number) else { return [] }
        var kinds: [ClientReport.Kind] = []
        if self.members.add(member) == .added { kinds.append(.memberAdded(Self.channel, member)) }
        if self.number > self.staying,
            let left = self.members.remove(UserID("u\(self.number - self.staying)"))
        {
            kinds.append(.memberRemoved(Self.channel, left))
        }
        let time = ChannelsTimestamp.zero.advanced(by: .milliseconds(self.number))
        return kinds.map { ClientReport(number: self.number, time: time, kind: $0) }
    }

    /// As it comes from a server.
    private static func member(_ number: Int) -> PresenceMember? {
        let data =
            ##"{\"user_id\":\"u\##(number)\",\"user_info\":{\"name\":\"member \##(number)\"}}"##
        let frame =
            ##"{"event":"pusher_internal:member_added","channel":"presence-lobby","data":"\##(data)"}"##
        guard
            case .memberAdded(_, let member)? =
                try? FrameCodec.decodeServerMessage(Array(frame.utf8))
        else { return nil }
        return member
    }
}
