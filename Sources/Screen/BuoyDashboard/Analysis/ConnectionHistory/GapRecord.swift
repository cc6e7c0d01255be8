import ChannelsEventWords
package import ChannelsProtocol

/// A period without a connection, and what came of it. Starts with the last received frame, as
/// `Gap` does, and is open until every channel was subscribed again or refused.
package struct GapRecord: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    let cause: ConnectionEnd
    let socketID: SocketID?
    package let lastReceived: ChannelsTimestamp
    let lossNoticed: ChannelsTimestamp
    /// How long nothing ran here before the loss was noticed.
    let suspended: Duration?
    /// Whether all that the other end had sent has arrived.
    let endedInOrder: Bool
    var reconnected: ChannelsTimestamp?
    var attempts = 0
    var gap: ConnectionGap?
    /// `nil` while it is open. Also set if the user disconnected meanwhile.
    package internal(set) var end: ChannelsTimestamp?
    var resentChannels: [ChannelName] = []
    var joined = 0
    var left = 0
    /// Published meanwhile, without arriving; `nil` if nobody has said.
    var missed: MissedEvents?

    init(
        number: Int, cause: ConnectionEnd, socketID: SocketID?, lastReceived: ChannelsTimestamp,
        lossNoticed: ChannelsTimestamp, suspended: Duration? = nil, endedInOrder: Bool = false
    ) {
        self.endedInOrder = endedInOrder
        self.suspended = suspended
        self.number = number
        self.cause = cause
        self.socketID = socketID
        self.lastReceived = lastReceived
        self.lossNoticed = lossNoticed
    }

    var isOpen: Bool { self.end == nil }

    func duration(at now: ChannelsTimestamp) -> Duration { self.size(at: now).longest }

    func size(at now: ChannelsTimestamp) -> GapSize {
        let end = self.end ?? now
        let isExact = self.endedInOrder && self.suspended == nil
        let downSince = isExact ? self.lastReceived : self.lossNoticed
        return GapSize(
            downtime: max(end.duration(since: downSince), .zero),
            longest: max(end.duration(since: self.lastReceived), .zero))
    }

    package var channels: [ConnectionGap.Channel] { self.gap?.channels ?? [] }
}

package struct MissedEvents: Hashable, Sendable {
    package struct Channel: Hashable, Sendable {
        package let name: ChannelName
        package let count: Int

        package init(name: ChannelName, count: Int) {
            self.name = name
            self.count = count
        }
    }

    package struct Event: Hashable, Sendable {
        let channel: ChannelName
        let name: EventName
        let data: EventData
        /// In milliseconds since 1970 on the server's clock.
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

    package private(set) var channels: [Channel]
    private(set) var recovered: [Event] = []
    /// A history knows times and no connections.
    private(set) var isHistory = false
    /// The publisher no longer remembers all of the time, so there may be more.
    package let isIncomplete: Bool

    package init(channels: [Channel], isIncomplete: Bool = false) {
        self.channels = channels
        self.isIncomplete = isIncomplete
    }

    package init(recovered: [Event], isIncomplete: Bool = false) {
        var counts: [ChannelName: Int] = [:]
        for event in recovered { counts[event.channel, default: 0] += 1 }
        self.channels = counts.sorted { $0.key < $1.key }.map { Channel(name: $0, count: $1) }
        self.recovered = recovered
        self.isHistory = true
        self.isIncomplete = isIncomplete
    }

    /// Removes one published event for each received event with the same name and text. A history
    /// returns the data of client events as a string, but the client received it as JSON.
    package func without(_ received: some Sequence<ChannelsEvent>) -> MissedEvents {
        func key(_ channel: ChannelName, _ name: EventName, _ data: EventData) -> Event {
            Event(channel: channel, name: name, data: EventData(data.text))
        }
        var arrived: [Event: Int] = [:]
        for event in received {
            guard let channel = event.channel else { continue }
            arrived[key(channel, event.name, event.data), default: 0] += 1
        }
        // Of equal events, the latest ones arrived: most of the received are from after the gap.
        let missed = self.recovered.reversed().filter { event in
            let same = key(event.channel, event.name, event.data)
            guard let count = arrived[same], count > 0 else { return true }
            arrived[same] = count - 1
            return false
        }
        return MissedEvents(recovered: missed.reversed(), isIncomplete: self.isIncomplete)
    }

    /// A count by connections is more exact than one from a history, which knows only times.
    func combined(with other: MissedEvents) -> MissedEvents {
        guard self.isHistory != other.isHistory else { return other }
        let (kept, counted) = self.isHistory ? (self, other) : (other, self)
        var combined = counted
        combined.recovered = kept.recovered
        return combined
    }

    /// Clamped, because the publisher says any numbers.
    package var count: Int { self.channels.reduce(0) { $0.addingClamped($1.count) } }
}
