import ChannelsProtocol

/// Two events are the same if channel, name and data are the same, byte for byte. An event waits
/// for its counterpart until the window ends. Events of the same channel and name that both found
/// no counterpart are taken for one event with different data: those that are closest in time,
/// given how much later the second server usually is.
///
/// Only what both clients could have received is compared: an event on a channel to which the other
/// client is not subscribed, or that arrives while it is not connected, is counted apart. The times
/// are those of one process, so their difference says which server was faster to this place, and
/// nothing about when an event was published.
package struct ServerComparison: Hashable, Sendable {
    enum Side: Int, Hashable, Sendable, CaseIterable {
        case first, second

        var other: Side { self == .first ? .second : .first }
    }

    let window: Duration
    private var sides = [OneSide(), OneSide()]
    package private(set) var tally = ComparisonTally()
    private var nextLook = ChannelsTimestamp.zero

    package static let standardWindow = Duration.seconds(10)
    package static let windows = Duration.milliseconds(100)...Duration.seconds(300)
    /// Events of a server that may wait. Beyond that, the oldest is not compared.
    static let limit = 20_000

    /// Clamps the window to `windows`.
    init(window: Duration = Self.standardWindow) {
        self.window = min(max(window, Self.windows.lowerBound), Self.windows.upperBound)
    }

    var lateness: Duration { self.window / 10 }

    private subscript(side: Side) -> OneSide {
        get { self.sides[side.rawValue] }
        _modify { yield &self.sides[side.rawValue] }
    }

    mutating func handle(_ event: ClientReport, number: Int, on side: Side)
        -> [ComparisonFinding]
    {
        switch event.kind {
        case .received(let received):
            return self.received(received, number: number, at: event.time, on: side)
        case .stateChanged(let change):
            return self.connectionChanged(isUp: change.current == .connected, on: side)
        case .subscriptionChanged(let channel, let state):
            return self.subscriptionChanged(channel, isUp: state == .subscribed, on: side)
        default: return []
        }
    }

    /// Known from elsewhere, because reports are not kept for ever.
    mutating func assume(isConnected: Bool, channels: Set<ChannelName>, on side: Side) {
        self[side].isConnected = isConnected
        self[side].channels = isConnected ? channels : []
    }

    private mutating func connectionChanged(isUp: Bool, on side: Side) -> [ComparisonFinding] {
        self[side].isConnected = isUp
        guard !isUp else { return [] }
        self[side].channels = []
        return self.release(on: side.other) { _ in true }
    }

    private mutating func subscriptionChanged(
        _ channel: ChannelName, isUp: Bool, on side: Side
    ) -> [ComparisonFinding] {
        if isUp {
            self[side].channels.insert(channel)
            return []
        }
        guard self[side].channels.remove(channel) != nil else { return [] }
        return self.release(on: side.other) { $0 == channel }
    }

    /// The other server can no longer deliver these events: nothing follows from their absence.
    private mutating func release(
        on side: Side, where isReleased: (ChannelName) -> Bool
    ) -> [ComparisonFinding] {
        let count = self[side].release(where: isReleased)
        self.tally.uncompared += count
        return []
    }

    private mutating func received(
        _ event: ChannelsEvent, number: Int, at time: ChannelsTimestamp, on side: Side
    ) -> [ComparisonFinding] {
        var findings = self.passed(to: time)
        self.tally.events[side.rawValue] += 1
        guard let channel = event.channel, self[side.other].isConnected,
            self[side.other].channels.contains(channel)
        else {
            self.tally.uncompared += 1
            return findings
        }
        let entry = WaitingEvent(
            number: number, time: time, name: EventPlace(channel: channel, event: event.name),
            data: Self.digest(event.data))
        if let earlier = self[side.other].take(entry) {
            findings += self.paired(entry, with: earlier, on: side)
            return findings
        }
        self.tally.uncompared += self[side].add(entry, limit: Self.limit)
        return findings
    }

    private mutating func paired(
        _ entry: WaitingEvent, with earlier: WaitingEvent, on side: Side
    ) -> [ComparisonFinding] {
        let lag = entry.time.duration(since: earlier.time)
        self.tally.pairs += 1
        self.tally.lags.add(side == .second ? lag : .zero - lag)
        var findings = self.settleLeftovers(of: entry.name)
        if lag >= self.lateness {
            self.tally.late[side.rawValue] += 1
            findings.append(ComparisonFinding(entry.number, .late(lag)))
        }
        return findings
    }

    private static func digest(_ data: EventData) -> Int {
        var hasher = Hasher()
        hasher.combine(data)
        return hasher.finalize()
    }

    mutating func passed(to now: ChannelsTimestamp) -> [ComparisonFinding] {
        var findings: [ComparisonFinding] = []
        while let side = self.overdueSide(at: now), let entry = self[side].takeOldest() {
            findings += self.expired(entry, on: side)
        }
        guard now >= self.nextLook else { return findings }
        self.nextLook = now.advanced(by: self.window / 20)
        for side in Side.allCases {
            let end = now.advanced(by: .zero - self.window * 2)
            for entry in self[side].takeLeftovers(until: end) {
                findings.append(self.alone(entry, on: side))
            }
        }
        return findings
    }

    mutating func finish(at now: ChannelsTimestamp) -> [ComparisonFinding] {
        var findings = self.passed(to: now)
        for side in Side.allCases {
            for entry in self[side].takeLeftovers(until: now) {
                findings.append(self.alone(entry, on: side))
            }
        }
        for side in Side.allCases { findings += self.release(on: side) { _ in true } }
        return findings
    }

    private func overdueSide(at now: ChannelsTimestamp) -> Side? {
        let oldest = Side.allCases.compactMap { side in
            self[side].oldest.map { (side: side, time: $0.time) }
        }
        guard let first = oldest.min(by: { $0.time < $1.time }),
            now.duration(since: first.time) >= self.window
        else { return nil }
        return first.side
    }

    /// When the other server would have delivered the event, as far behind or ahead as usual.
    private func expected(_ entry: WaitingEvent, on side: Side) -> ChannelsTimestamp {
        let lag = self.tally.lags.median ?? .zero
        return entry.time.advanced(by: side == .first ? lag : .zero - lag)
    }

    private mutating func expired(_ entry: WaitingEvent, on side: Side) -> [ComparisonFinding] {
        let expected = self.expected(entry, on: side)
        if let other = self[side.other].takeLeftover(of: entry.name, near: expected) {
            self.tally.differing += 1
            return [
                ComparisonFinding(entry.number, .differs(from: other.number)),
                ComparisonFinding(other.number, .differs(from: entry.number)),
            ] + self.settleLeftovers(of: entry.name)
        }
        guard self[side.other].isWaiting(for: entry.name) else {
            return [self.alone(entry, on: side)]
        }
        // One of those may turn out to be its counterpart with other data.
        self[side].leave(entry)
        return self.settleLeftovers(of: entry.name)
    }

    private mutating func settleLeftovers(of name: EventPlace) -> [ComparisonFinding] {
        var findings: [ComparisonFinding] = []
        for side in Side.allCases where !self[side.other].isWaiting(for: name) {
            while let entry = self[side].takeLeftover(of: name) {
                findings.append(self.alone(entry, on: side))
            }
        }
        return findings
    }

    private mutating func alone(_ entry: WaitingEvent, on side: Side) -> ComparisonFinding {
        self.tally.only[side.rawValue] += 1
        return ComparisonFinding(entry.number, .onlyHere)
    }
}
