import BuoyDashboard
import ChannelsProtocol

package struct HistoryQuestion: Hashable, Sendable {
    let gap: Int
    let channels: [ChannelName]
    let isOfAllChannels: Bool
    /// On this machine's clock.
    let start: ChannelsTimestamp
    let end: ChannelsTimestamp
}

/// Decides when the server's history is read for the events of a gap: once for each, when the
/// server has had time to send what was published while the channels came back.
struct HistoryQuestions: Hashable, Sendable {
    static let settling = Duration.seconds(2)
    /// How much longer than the gap the period is, at its start and at its end. The server's clock
    /// is known to half a second (its `Date` has no fractions); what arrived is left out again.
    static let margins = (before: Duration.seconds(2), after: Duration.seconds(1))
    static let channelLimit = 50

    private var asked = 0
    private var isRefused = false
    private var hasSkipped = false

    mutating func skipped() { self.hasSkipped = true }

    mutating func due(_ gap: GapRecord?, at now: ChannelsTimestamp) -> HistoryQuestion? {
        guard !self.isRefused, let gap, let end = gap.end, gap.number > self.asked,
            now.duration(since: end) >= Self.settling
        else { return nil }
        self.asked = gap.number
        defer { self.hasSkipped = false }
        guard !self.hasSkipped else { return nil }
        let back = gap.channels.filter { channel in
            channel.subscribedAgain != nil && !channel.name.kind.isEncrypted
                && !channel.name.isServerToUser
        }
        let last = back.compactMap(\.subscribedAgain).max()
        guard let last else { return nil }
        return HistoryQuestion(
            gap: gap.number, channels: back.prefix(Self.channelLimit).map(\.name),
            isOfAllChannels: back.count == gap.channels.count && back.count <= Self.channelLimit,
            start: gap.lastReceived.advanced(by: .zero - Self.margins.before),
            end: last.advanced(by: Self.margins.after))
    }

    mutating func failed(_ failure: APIFailure) {
        if failure.kind != .temporary { self.isRefused = true }
    }
}
