import ChannelsProtocol

/// How many events were published on each channel, without the events themselves.
struct PublicationLog: Sendable {
    /// Enough for the channels of a demonstration or a test, and bounded for everything else.
    private static let channelLimit = 100_000
    private static let connectionLimit = 1000

    private var counts: [ChannelName: Int] = [:]
    /// Those of ended connections, and the order in which they ended.
    private var ended: [SocketID: [ChannelName: HubSubscription]] = [:]
    private var endedOrder: [SocketID] = []

    mutating func published(on name: ChannelName) {
        guard self.counts[name] != nil || self.counts.count < Self.channelLimit else { return }
        self.counts[name, default: 0] += 1
    }

    /// `nil` if it is not known, because there are too many channels.
    func count(of name: ChannelName) -> Int? {
        self.counts[name] ?? (self.counts.count < Self.channelLimit ? 0 : nil)
    }

    mutating func ended(_ connection: HubConnection) {
        guard !connection.subscriptions.isEmpty else { return }
        self.ended[connection.socketID] = connection.subscriptions
        self.endedOrder.append(connection.socketID)
        guard self.endedOrder.count > Self.connectionLimit else { return }
        self.ended[self.endedOrder.removeFirst()] = nil
    }

    func subscriptions(of socketID: SocketID) -> [ChannelName: HubSubscription]? {
        self.ended[socketID]
    }
}

extension SandboxHub {
    /// How many events a client missed on channels between two of its connections.
    ///
    /// - Parameter received: the events on each channel since its subscription on the first.
    /// - Returns: only channels that both were subscribed to; `nil` if a connection is not known.
    func missed(
        from lost: SocketID, to next: SocketID, received: [ChannelName: Int]
    ) -> [ChannelName: Int]? {
        guard let before = self.subscriptions(of: lost), let after = self.subscriptions(of: next)
        else { return nil }
        var channels: [ChannelName: Int] = [:]
        for (name, count) in received {
            guard let first = before[name], let second = after[name],
                let start = first.publicationsBefore, let end = second.publicationsBefore
            else { continue }
            let meant = end - start - first.withheld + (first.beganWithCached ? 1 : 0)
            channels[name] = max(meant - count, 0)
        }
        return channels
    }

    private func subscriptions(of socketID: SocketID) -> [ChannelName: HubSubscription]? {
        let present = self.connections.values.first { $0.socketID == socketID }
        return present?.subscriptions ?? self.publications.subscriptions(of: socketID)
    }
}
