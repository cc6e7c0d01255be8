import BuoyDashboard
import ChannelsProtocol

/// A question to a server that keeps history: which events were published in a gap.
package struct HistoryQuestion: Hashable, Sendable {
    /// The number of the gap.
    let gap: Int
    /// The channels that came back.
    let channels: [ChannelName]
    /// Whether these are all of them.
    let isOfAllChannels: Bool
    /// The period, on this machine's clock.
    let start: Timestamp
    let end: Timestamp
}

/// Decides when the server's history is asked for the events of a gap: once for each, when the
/// server has had time to send what was published while the channels came back.
struct HistoryQuestions: Hashable, Sendable {
    /// How long after its end a gap is asked about.
    static let settling = Duration.seconds(2)
    /// How much longer than the gap the period is, at its start and at its end. The server's clock
    /// is known to half a second (its `Date` has no fractions); what arrived is left out again.
    static let margins = (before: Duration.seconds(2), after: Duration.seconds(1))
    /// The most channels that are asked about: each takes a request.
    static let channelLimit = 50

    private var asked = 0
    /// Whether the server keeps no history, or does not say.
    private var isRefused = false
    /// Whether events were skipped, so that nobody here knows what arrived.
    private var hasSkipped = false

    /// Events were skipped, because they came faster than they could be read.
    mutating func skipped() { self.hasSkipped = true }

    /// The question that is due; `nil` if none is.
    mutating func due(_ gap: GapRecord?, at now: Timestamp) -> HistoryQuestion? {
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

    /// The server did not answer.
    mutating func failed(_ failure: APIFailure) {
        if failure.kind != .temporary { self.isRefused = true }
    }
}
