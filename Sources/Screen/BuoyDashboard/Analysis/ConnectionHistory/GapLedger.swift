import ChannelsEventWords
package import ChannelsProtocol
import DequeModule

package struct GapLedger: Hashable, Sendable {
    /// Enough for a connection that flaps for an hour.
    private static let limit = 1000
    private static let settling = Duration.seconds(2)

    private var records: Deque<GapRecord> = []
    /// Including those that are no longer kept.
    private(set) var total = 0
    /// Subscribed again after the latest gap, without having sent anything yet.
    private var silentCacheChannels: Set<ChannelName> = []
    private var hasSubscribed = false
    private(set) var totalTime = GapSize(downtime: .zero, longest: .zero)
    private var lastEnd = ChannelsTimestamp.zero

    package init() {}

    var newestFirst: some Sequence<GapRecord> { self.records.reversed() }

    package var latest: GapRecord? { self.records.last }

    func time(at now: ChannelsTimestamp) -> GapSize {
        guard let latest = self.latest, latest.isOpen else { return self.totalTime }
        let size = latest.size(at: now)
        return GapSize(
            downtime: self.totalTime.downtime + size.downtime,
            longest: self.totalTime.longest + size.longest)
    }

    /// The open gap; `nil` if no gap is open.
    var open: GapRecord? { self.latest.flatMap { $0.isOpen ? $0 : nil } }

    /// In all kept gaps; `nil` if the server has not said.
    var missedEvents: Int? {
        let counts = self.records.compactMap { $0.missed?.count }
        return counts.isEmpty ? nil : counts.reduce(0) { $0.addingClamped($1) }
    }

    subscript(gap: ConnectionGap) -> GapRecord? {
        self.records.last { $0.lastReceived == gap.lastReceived }
    }

    subscript(lossNoticed time: ChannelsTimestamp) -> GapRecord? {
        self.records.last { $0.lossNoticed == time }
    }

    subscript(number: Int) -> GapRecord? {
        self.index(of: number).map { self.records[$0] }
    }

    private func index(of number: Int) -> Int? {
        guard let first = self.records.first?.number else { return nil }
        let index = number - first
        return self.records.indices.contains(index) ? index : nil
    }

    package mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged(let change):
            self.changed(change, at: event.time)
        case .attemptStarted(let attempt):
            self.update { $0.attempts = attempt.number }
        case .gap(let gap):
            self.add(gap, at: event.time)
        case .subscriptionChanged(let channel, .subscribed):
            self.hasSubscribed = true
            guard channel.kind.isCache, self.isSettling(at: event.time) else { return }
            self.silentCacheChannels.insert(channel)
        case .cacheMissed(let channel):
            self.silentCacheChannels.remove(channel)
        case .membersReplaced(_, _, let difference?) where difference.isAfterAbsence:
            guard self.isSettling(at: event.time), let last = self.records.indices.last else {
                return
            }
            let others = difference.excludingMe
            self.records[last].joined += others.joined.count
            self.records[last].left += others.left.count
        default:
            break
        }
    }

    var awaitsCachedEvents: Bool { !self.silentCacheChannels.isEmpty }

    /// The first event after the subscription to a cache channel is the cached one.
    mutating func received(on channel: ChannelName, at time: ChannelsTimestamp) {
        guard self.silentCacheChannels.remove(channel) != nil, self.isSettling(at: time),
            let last = self.records.indices.last
        else { return }
        self.records[last].resentChannels.append(channel)
    }

    /// From somebody who knows what was published.
    mutating func add(_ missed: MissedEvents, inGap number: Int) {
        guard let index = self.index(of: number) else { return }
        let known = self.records[index].missed
        self.records[index].missed = known.map { $0.combined(with: missed) } ?? missed
    }

    private mutating func changed(_ change: StateChange, at time: ChannelsTimestamp) {
        switch change.cause {
        case .established:
            self.update { $0.reconnected = time }
        case .ended(let end), .gaveUp(_, let end):
            guard change.previous == .connected, end != .reconnectAsked else { return }
            self.begin(end, change, at: time)
        case .asked:
            if change.current == .disconnected { self.update { $0.end = time } }
        case .unavailable:
            break
        }
    }

    private mutating func begin(
        _ end: ConnectionEnd, _ change: StateChange, at time: ChannelsTimestamp
    ) {
        self.silentCacheChannels = []
        // A connection that was lost before a channel came back continues the gap.
        guard self.records.last?.isOpen != true || self.hasSubscribed else { return }
        self.hasSubscribed = false
        self.total += 1
        self.records.append(
            GapRecord(
                number: self.total, cause: end, socketID: change.socketID,
                lastReceived: change.lastReceived ?? time, lossNoticed: time,
                suspended: change.suspended, endedInOrder: change.endedInOrder))
        if self.records.count > Self.limit { self.records.removeFirst() }
    }

    /// The client reports a gap when its channels are back. A later report about a channel that was
    /// missing concerns the same gap.
    private mutating func add(_ gap: ConnectionGap, at time: ChannelsTimestamp) {
        // Gaps of single channels may overlap; each period counts once.
        func time(since start: ChannelsTimestamp) -> Duration {
            max(gap.end.duration(since: max(start, self.lastEnd)), .zero)
        }
        self.totalTime.longest += time(since: gap.lastReceived)
        self.totalTime.downtime += time(since: gap.downSince)
        self.lastEnd = max(gap.end, self.lastEnd)
        // A report has the time of its publication, so only the last frame tells which gap it is.
        guard let index = self.records.lastIndex(where: { $0.lastReceived == gap.lastReceived })
        else { return }
        if var before = self.records[index].gap {
            for channel in gap.channels {
                guard let place = before.channels.firstIndex(where: { $0.name == channel.name })
                else { continue }
                before.channels[place] = channel
            }
            self.records[index].gap = before
        } else {
            self.records[index].gap = gap
            self.records[index].reconnected = gap.reconnected
        }
        self.records[index].end = self.records[index].gap?.end
    }

    private mutating func update(_ change: (inout GapRecord) -> Void) {
        guard let last = self.records.indices.last, self.records[last].isOpen else { return }
        change(&self.records[last])
    }

    private func isSettling(at time: ChannelsTimestamp) -> Bool {
        guard let last = self.records.last else { return false }
        return last.end.map { time.duration(since: $0) < Self.settling } ?? true
    }
}
