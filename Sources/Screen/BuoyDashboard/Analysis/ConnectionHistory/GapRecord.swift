import ChannelsEventWords
package import ChannelsProtocol

/// A period without a connection, and what came of it. It starts with the last received frame, as
/// `Gap` does, and is open until every channel was subscribed again or refused.
package struct GapRecord: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    /// How the connection ended.
    let cause: ConnectionEnd
    /// The id of the connection that ended.
    let socketID: SocketID?
    /// When the last frame arrived.
    package let lastReceived: Timestamp
    /// When the loss was noticed.
    let lossNoticed: Timestamp
    /// How long nothing ran here before that; `nil` if it ran all the time.
    let suspended: Duration?
    /// Whether the other end closed in order, so that all that it had sent has arrived.
    let endedInOrder: Bool
    /// When the next connection was established; `nil` before that.
    var reconnected: Timestamp?
    /// How many attempts were made until then.
    var attempts = 0
    /// The gap as the client reported it; `nil` while it is open.
    var gap: Gap?
    /// When it was over; `nil` while it is open. Also set if the user disconnected meanwhile.
    package internal(set) var end: Timestamp?
    /// Cache channels whose last event was sent again.
    var resentChannels: [ChannelName] = []
    /// How many members joined and left presence channels meanwhile.
    var joined = 0
    var left = 0
    /// The events that were published meanwhile and did not arrive; `nil` if nobody has said.
    var missed: MissedEvents?

    init(
        number: Int, cause: ConnectionEnd, socketID: SocketID?, lastReceived: Timestamp,
        lossNoticed: Timestamp, suspended: Duration? = nil, endedInOrder: Bool = false
    ) {
        self.endedInOrder = endedInOrder
        self.suspended = suspended
        self.number = number
        self.cause = cause
        self.socketID = socketID
        self.lastReceived = lastReceived
        self.lossNoticed = lossNoticed
    }

    /// Whether it continues.
    var isOpen: Bool { self.end == nil }

    /// From the last frame to the end, or to now.
    func duration(at now: Timestamp) -> Duration { self.size(at: now).longest }

    /// How long it was, or has been until now.
    func size(at now: Timestamp) -> GapSize {
        let end = self.end ?? now
        let isExact = self.endedInOrder && self.suspended == nil
        let downSince = isExact ? self.lastReceived : self.lossNoticed
        return GapSize(
            downtime: max(end.duration(since: downSince), .zero),
            longest: max(end.duration(since: self.lastReceived), .zero))
    }

    /// The channels that had been subscribed; empty while it is open.
    package var channels: [Gap.Channel] { self.gap?.channels ?? [] }
}

/// The events that a client missed, as the publisher counted them.
package struct MissedEvents: Hashable, Sendable {
    /// How many events were missed on a channel.
    package struct Channel: Hashable, Sendable {
        let name: ChannelName
        package let count: Int

        package init(name: ChannelName, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// An event that the server had kept.
    package struct Event: Hashable, Sendable {
        let channel: ChannelName
        let name: EventName
        let data: EventData
        /// When it was published, in milliseconds since 1970 on the server's clock.
        let published: Int64?

        package init(
            channel: ChannelName, name: EventName, data: EventData, published: Int64? = nil
        ) {
            self.channel = channel
            self.name = name
            self.data = data
            self.published = published
        }
    }

    /// The channels on which at least one event was missed, in the order of the question.
    private(set) var channels: [Channel]
    /// The events themselves, from the server's history; empty if it keeps none.
    private(set) var recovered: [Event] = []
    /// Whether it comes from a history, which knows times and no connections.
    private(set) var isHistory = false
    /// Whether the publisher no longer remembers all of the time, so that there may be more.
    let isIncomplete: Bool

    package init(channels: [Channel], isIncomplete: Bool = false) {
        self.channels = channels
        self.isIncomplete = isIncomplete
    }

    /// Events from the server's history.
    package init(recovered: [Event], isIncomplete: Bool = false) {
        var counts: [ChannelName: Int] = [:]
        for event in recovered { counts[event.channel, default: 0] += 1 }
        self.channels = counts.sorted { $0.key < $1.key }.map { Channel(name: $0, count: $1) }
        self.recovered = recovered
        self.isHistory = true
        self.isIncomplete = isIncomplete
    }

    /// The same without what arrived: each event that was received leaves out one that was
    /// published with the same name and data.
    func without(_ received: some Sequence<ChannelsEvent>) -> MissedEvents {
        var arrived: [Event: Int] = [:]
        for event in received {
            guard let channel = event.channel else { continue }
            arrived[Event(channel: channel, name: event.name, data: event.data), default: 0] += 1
        }
        let missed = self.recovered.filter { event in
            let key = Event(channel: event.channel, name: event.name, data: event.data)
            guard let count = arrived[key], count > 0 else { return true }
            arrived[key] = count - 1
            return false
        }
        return MissedEvents(recovered: missed, isIncomplete: self.isIncomplete)
    }

    /// What two have said of one gap. Who has counted by connections knows the numbers better than
    /// a history, which knows only times.
    func combined(with other: MissedEvents) -> MissedEvents {
        guard self.isHistory != other.isHistory else { return other }
        let (kept, counted) = self.isHistory ? (self, other) : (other, self)
        var combined = counted
        combined.recovered = kept.recovered
        return combined
    }

    /// The number of events on all channels. The publisher says any numbers.
    var count: Int { self.channels.reduce(0) { $0.addingClamped($1.count) } }
}
