import ChannelsProtocol

/// Whether a client is as it should be. Its sentences have no text of a peer.
struct ClientHealth: Sendable {
    /// How long a client may take to connect, before that is a problem.
    static let grace = Duration.seconds(60)

    private var state = ConnectionState.initialized
    private var missingSince: ChannelsTimestamp
    private var failure: String?
    private var refused: Set<ChannelName> = []

    init(start: ChannelsTimestamp) { self.missingSince = start }

    mutating func take(_ batch: [ClientReport]) {
        for index in batch.indices {
            if case .received = batch[index].kind { continue }
            self.take(batch[index].kind, at: batch[index].time)
        }
    }

    private mutating func take(_ kind: ClientReport.Kind, at time: ChannelsTimestamp) {
        switch kind {
        case .stateChanged(let change):
            if change.previous == .connected { self.missingSince = time }
            if change.current == .connected { self.failure = nil }
            if change.current == .failed {
                self.failure =
                    change.closeCode.map { "\($0.rawValue) \($0.name)" } ?? "no more attempts"
            }
            self.state = change.current
        case .subscriptionChanged(let channel, .failed): self.refused.insert(channel)
        case .subscriptionChanged(let channel, .subscribed),
            .subscriptionChanged(let channel, .unsubscribed):
            self.refused.remove(channel)
        default: break
        }
    }

    /// - Returns: `nil` while all is well, or may still become so.
    func problem(at now: ChannelsTimestamp) -> String? {
        if let failure { return "refused permanently: \(failure)" }
        if self.state != .connected {
            let time = now.duration(since: self.missingSince)
            return time < Self.grace ? nil : "not connected for \(time.components.seconds)s"
        }
        return self.refused.isEmpty ? nil : "refused channels: \(self.refused.count)"
    }
}
