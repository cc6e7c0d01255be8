package import ChannelsProtocol

/// Turns a client's reports into changes of values.
///
/// Events count by channel only if the client was subscribed to it, and only for the first
/// channels, so neither a server nor a long run makes the number of series grow.
package struct ClientMeter: Sendable {
    private var channels: BoundedLabels
    private var subscribed: Set<ChannelName> = []
    private var refused: Set<ChannelName> = []
    private var requested: Set<ChannelName> = []
    private var tally = ChannelTally()
    private var gapPeriods = GapPeriods()
    private var skipped = 0
    private var failure: [String]?

    package init(channelLimit: Int = BoundedLabels.standardLimit) {
        self.channels = BoundedLabels(limit: channelLimit)
    }

    /// A series that is there from the start shows its first change.
    package var initial: [Measurement] {
        let zeros = Self.families.filter { $0.labels.isEmpty && $0.kind != .gauge }
            .map { Measurement($0, .add(0)) }
        let channels = [Self.requestedChannels, Self.subscribedChannels, Self.refusedChannels]
        return zeros + Self.states(.initialized) + channels.map { Measurement($0, .set(0)) }
            + Self.labelled + self.firstCounts(of: BoundedLabels.rest)
    }

    private static var labelled: [Measurement] {
        func zeros(_ family: MetricFamily, _ labels: [String]) -> [Measurement] {
            labels.map { Measurement(family, [$0], .add(0)) }
        }
        let ends = EndLabel.allCases.map(\.rawValue)
        return zeros(Self.stateChanges, ConnectionState.allCases.map(\.rawValue))
            + zeros(Self.attemptFailures, ends) + zeros(Self.losses, ends)
            + zeros(Self.subscriptionFailures, PhaseLabel.allCases.map(\.rawValue))
            + zeros(Self.problems, ProblemLabel.allCases.map(\.rawValue))
    }

    package mutating func measure(_ batch: [ClientReport]) -> [Measurement] {
        var changes: [Measurement] = []
        let before = self.channelCounts
        for index in batch.indices {
            // In place: nearly all reports are events, and copying one costs more than counting it.
            guard case .received(let event) = batch[index].kind else {
                self.measure(batch[index].kind, &changes)
                continue
            }
            self.tally.add(event)
        }
        for row in self.tally.takeRows() {
            let label = self.label(of: row.channel)
            changes.append(Measurement(Self.events, [label], .add(Double(row.events))))
            changes.append(Measurement(Self.dataBytes, [label], .add(Double(row.bytes))))
        }
        for (count, (old, new)) in zip(Self.channelFamilies, zip(before, self.channelCounts))
        where old != new {
            changes.append(Measurement(count, .set(Double(new))))
        }
        return changes
    }

    private static let channelFamilies = [requestedChannels, subscribedChannels, refusedChannels]

    private var channelCounts: [Int] {
        [self.requested.count, self.subscribed.count, self.refused.count]
    }

    package mutating func skipped(inTotal total: Int) -> [Measurement] {
        guard total > self.skipped else { return [] }
        defer { self.skipped = total }
        return [Measurement(Self.skippedEvents, .add(Double(total - self.skipped)))]
    }

    private mutating func measure(_ kind: ClientReport.Kind, _ changes: inout [Measurement]) {
        switch kind {
        case .stateChanged(let change):
            changes += Self.changes(change) + self.failure(after: change)
        case .attemptStarted: changes.append(Measurement(Self.attempts, .add(1)))
        case .attemptFailed(_, let end, _):
            changes += Self.ended(end, Self.attemptFailures)
        case .pongReceived(let roundTrip?):
            changes.append(Measurement(Self.roundTrips, .observe(roundTrip.inSeconds)))
        case .gap(let gap): changes += self.gapPeriods.count(gap)
        case .subscriptionChanged(let channel, let state):
            changes += self.changed(channel, state)
        case .triggered: changes.append(Measurement(Self.sentEvents, .add(1)))
        case .problem(let problem):
            changes.append(
                Measurement(
                    Self.problems, [ProblemLabel(problem.kind).rawValue],
                    .add(Double(problem.count))))
        case .decryptionFailed:
            changes.append(
                Measurement(Self.problems, [ProblemLabel.decryption.rawValue], .add(1)))
        // The meter's own stream was too slow. These events arrived; their channels are not known.
        case .skipped(let skipped):
            changes.append(
                Measurement(Self.events, [BoundedLabels.rest], .add(Double(skipped.events))))
        default: break
        }
    }

    // MARK: Connection

    private static func changes(_ change: StateChange) -> [Measurement] {
        let counted = Measurement(Self.stateChanges, [change.current.rawValue], .add(1))
        let ended = change.cause.end.map {
            Self.ended($0, change.previous == .connected ? Self.losses : Self.attemptFailures)
        }
        return [counted] + Self.states(change.current) + (ended ?? [])
    }

    /// While it tries again, the failure still stands.
    private mutating func failure(after change: StateChange) -> [Measurement] {
        let before = self.failure
        switch change.current {
        case .failed: self.failure = change.cause.end.map(FailureLabels.init)?.values
        case .connected, .disconnected: self.failure = nil
        case .initialized, .connecting, .unavailable: break
        }
        guard self.failure != before else { return [] }
        return [(before, 0.0), (self.failure, 1.0)].compactMap { labels, value in
            labels.map { Measurement(Self.failure, $0, .set(value)) }
        }
    }

    private static func states(_ current: ConnectionState) -> [Measurement] {
        ConnectionState.allCases.map {
            Measurement(Self.state, [$0.rawValue], .set($0 == current ? 1 : 0))
        }
    }

    /// A reconnection that the user requested is neither a failure nor a loss.
    private static func ended(_ end: ConnectionEnd, _ family: MetricFamily) -> [Measurement] {
        EndLabel(end).map { [Measurement(family, [$0.rawValue], .add(1))] } ?? []
    }

    // MARK: Channels

    private mutating func changed(
        _ channel: ChannelName, _ state: SubscriptionState
    ) -> [Measurement] {
        if state == .unsubscribed {
            self.requested.remove(channel)
        } else if !channel.isServerToUser {
            self.requested.insert(channel)
        }
        // A refusal stands while the channel is requested again.
        if state == .subscribed || state == .unsubscribed { self.refused.remove(channel) }
        guard case .subscribed = state else {
            self.subscribed.remove(channel)
            guard case .failed(let failure) = state else { return [] }
            self.refused.insert(channel)
            let label = PhaseLabel(failure.phase).rawValue
            return [Measurement(Self.subscriptionFailures, [label], .add(1))]
        }
        let isNew = self.subscribed.insert(channel).inserted
        guard isNew, !channel.isServerToUser, self.channels.admit(channel.text) else { return [] }
        return self.firstCounts(of: channel.text)
    }

    private func firstCounts(of label: String) -> [Measurement] {
        [Self.events, Self.dataBytes].map { Measurement($0, [label], .add(0)) }
    }

    private func label(of channel: ChannelName?) -> String {
        guard let channel else { return BoundedLabels.rest }
        return channel.isServerToUser ? Self.userLabel : self.channels.label(for: channel.text)
    }

    /// The channel of the signed-in user, whose name contains the user's id.
    static let userLabel = "(user)"
}

/// Counts gaps and their time once each: a channel that comes back late is reported as another
/// gap with the same start.
struct GapPeriods: Sendable {
    /// By the last frame of each loss, newest last. Their channels may come back later.
    private var counted: [ChannelsTimestamp] = []
    private var end: ChannelsTimestamp?

    /// Losses whose channels have not come back after so many more are counted again.
    private static let limit = 1000

    mutating func count(_ gap: ConnectionGap) -> [Measurement] {
        var changes: [Measurement] = []
        if !self.counted.contains(gap.lastReceived) {
            self.counted.append(gap.lastReceived)
            if self.counted.count > Self.limit { self.counted.removeFirst() }
            changes.append(Measurement(ClientMeter.gaps, .add(1)))
        }
        for (family, start) in [
            (ClientMeter.gapTime, gap.lastReceived), (ClientMeter.downtime, gap.downSince),
        ] {
            let start = self.end.map { max($0, start) } ?? start
            let time = max(gap.end.duration(since: start), .zero)
            changes.append(Measurement(family, .add(time.inSeconds)))
        }
        self.end = self.end.map { max($0, gap.end) } ?? gap.end
        return changes
    }
}
