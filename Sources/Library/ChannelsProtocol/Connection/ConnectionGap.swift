/// A period in which events may have been missed: a connection was lost, and the server does not
/// resend events published in the meantime.
///
/// It starts with the last received frame, no matter how late the loss was noticed. For each
/// channel, it ends when the server confirms the subscription on the next connection:
/// ```
/// last received ──── silence ──── loss noticed ──── reconnected ──── subscribed again
/// ╰─────────────────────────────── duration ───────────────────────────────────────╯
///                                      ╰────────────────── downtime ───────────────╯
/// ```
/// Events may have been lost during the silence, so `duration` is the longest possible gap, and
/// `downtime` the shortest. After a clean close there is no silence, and both are equal.
public struct ConnectionGap: Hashable, Sendable {
    /// A channel that was subscribed when the connection was lost.
    public struct Channel: Hashable, Sendable {
        /// The channel's full name, including its prefix.
        public var name: ChannelName
        /// When the server confirmed the subscription again; `nil` if the server refused it or did
        /// not answer within the limit. A later confirmation is reported as a separate gap for this
        /// channel, with the same start.
        public var subscribedAgain: ChannelsTimestamp?

        /// Creates a gap's channel for tests.
        public init(name: ChannelName, subscribedAgain: ChannelsTimestamp? = nil) {
            self.name = name
            self.subscribedAgain = subscribedAgain
        }
    }

    /// When the last frame or a clean close arrived on the lost connection. Data received during a
    /// suspension but read later counts from when this machine received it.
    public var lastReceived: ChannelsTimestamp
    /// Whether the peer closed the connection with a close frame or a FIN. TCP delivers in order,
    /// so everything the peer sent has arrived. Through a proxy, the peer is the proxy, and data
    /// that the server sent to it may still be missing. A reset or silence proves nothing.
    public var endedInOrder = false
    /// When the loss was noticed. If the network fails silently, only an unanswered ping
    /// reveals it.
    public var lossNoticed: ChannelsTimestamp
    /// How long the process or the machine was suspended before the loss was noticed; `nil` without
    /// a suspension, or if data has arrived since. The connection may have been lost at any time
    /// during the suspension.
    public var suspended: Duration?
    /// When the next connection was established. Channels are subscribed afterwards.
    public var reconnected: ChannelsTimestamp
    /// The channels that were subscribed when the connection was lost, in request order, except
    /// channels that the user has since unsubscribed.
    public var channels: [Channel]

    /// Creates a gap for tests.
    /// - Parameters:
    ///   - lastReceived: when the last frame arrived on the lost connection.
    ///   - lossNoticed: when the loss was noticed.
    ///   - reconnected: when the next connection was established.
    ///   - suspended: how long the process or the machine was suspended before that.
    ///   - channels: the channels that were subscribed when the connection was lost.
    public init(
        lastReceived: ChannelsTimestamp, lossNoticed: ChannelsTimestamp,
        reconnected: ChannelsTimestamp,
        suspended: Duration? = nil, channels: [Channel] = []
    ) {
        self.suspended = suspended
        self.lastReceived = lastReceived
        self.lossNoticed = lossNoticed
        self.reconnected = reconnected
        self.channels = channels
    }

    /// When the last channel was subscribed again or, without channels, when the connection was
    /// established.
    public var end: ChannelsTimestamp {
        self.channels.compactMap(\.subscribedAgain).max() ?? self.reconnected
    }

    /// The time from the last frame to the end: the longest period in which events may be missing.
    public var duration: Duration { self.end.duration(since: self.lastReceived) }

    /// Not exact if the end arrived while nothing ran here.
    package var downSince: ChannelsTimestamp {
        self.endedInOrder && self.suspended == nil ? self.lastReceived : self.lossNoticed
    }

    /// The part of `duration` in which there was certainly no connection.
    public var downtime: Duration { self.end.duration(since: self.downSince) }

    package var silence: Duration { self.lossNoticed.duration(since: self.lastReceived) }

    /// The channels that the server refused or did not confirm within the limit: their gap
    /// continues.
    package var missingChannels: [ChannelName] {
        self.channels.filter { $0.subscribedAgain == nil }.map(\.name)
    }
}

struct GapRecorder: Sendable {
    private struct Open: Sendable {
        var gap: ConnectionGap
        var awaited: Set<ChannelName>
        var isReported = false
    }

    enum Outcome: Hashable, Sendable {
        case subscribed
        case missing
        case left
    }

    private var open: [Open] = []

    /// - Parameters:
    ///   - suspended: how long nothing ran here since the last frame.
    ///   - endedInOrder: whether everything that the other end had sent has arrived.
    mutating func lost(
        _ channels: [ChannelName], lastReceived: ChannelsTimestamp, suspended: Duration? = nil,
        endedInOrder: Bool = false, at time: ChannelsTimestamp
    ) {
        // Nothing was subscribed again since an earlier loss, whose gap covers this one.
        guard !channels.isEmpty || !self.open.contains(where: { !$0.isReported }) else { return }
        var gap = ConnectionGap(
            lastReceived: lastReceived, lossNoticed: time, reconnected: time,
            suspended: suspended, channels: channels.map { ConnectionGap.Channel(name: $0) })
        gap.endedInOrder = endedInOrder
        self.open.append(Open(gap: gap, awaited: Set(channels)))
    }

    mutating func connected(at time: ChannelsTimestamp) -> [ConnectionGap] {
        for index in self.open.indices where !self.open[index].isReported {
            self.open[index].gap.reconnected = time
        }
        return self.takeComplete()
    }

    mutating func settled(
        _ channel: ChannelName, _ outcome: Outcome, at time: ChannelsTimestamp
    ) -> [ConnectionGap] {
        guard let index = self.index(of: channel) else { return [] }
        if self.open[index].isReported {
            return self.settledLate(channel, outcome, index, at: time)
        }
        self.open[index].awaited.remove(channel)
        switch outcome {
        case .subscribed: self.open[index].gap.end(channel, at: time)
        case .missing: break
        case .left: self.open[index].gap.channels.removeAll { $0.name == channel }
        }
        return self.takeComplete()
    }

    /// Events missed from now on are not a gap.
    /// - Returns: the gaps of channels that are subscribed again, but waited for others.
    mutating func disconnected() -> [ConnectionGap] {
        defer { self.open = [] }
        return self.open.compactMap { open in
            var gap = open.gap
            gap.channels.removeAll { $0.subscribedAgain == nil }
            return open.isReported || gap.channels.isEmpty ? nil : gap
        }
    }

    private mutating func settledLate(
        _ channel: ChannelName, _ outcome: Outcome, _ index: Int, at time: ChannelsTimestamp
    ) -> [ConnectionGap] {
        guard outcome != .missing else { return [] }
        var gap = self.open[index].gap
        self.open[index].gap.channels.removeAll { $0.name == channel }
        if self.open[index].gap.channels.isEmpty { self.open.remove(at: index) }
        gap.channels = [ConnectionGap.Channel(name: channel, subscribedAgain: time)]
        return outcome == .subscribed ? [gap] : []
    }

    private func index(of channel: ChannelName) -> Int? {
        self.open.firstIndex { open in
            open.gap.channels.contains { $0.name == channel && $0.subscribedAgain == nil }
        }
    }

    private mutating func takeComplete() -> [ConnectionGap] {
        let complete = self.open.filter { !$0.isReported && $0.awaited.isEmpty }.map(\.gap)
        self.open = self.open.compactMap { open in
            guard open.awaited.isEmpty, !open.isReported else { return open }
            var open = open
            open.isReported = true
            open.gap.channels.removeAll { $0.subscribedAgain != nil }
            return open.gap.channels.isEmpty ? nil : open
        }
        return complete
    }
}

extension ConnectionGap {
    fileprivate mutating func end(_ channel: ChannelName, at time: ChannelsTimestamp) {
        guard let index = self.channels.firstIndex(where: { $0.name == channel }) else { return }
        self.channels[index].subscribedAgain = time
    }
}
