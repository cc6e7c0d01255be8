import ChannelsProtocol

/// Enabled bindings, counted by what they match, so that an event is looked up instead of compared
/// with each.
struct BoundNames: Hashable, Sendable {
    private struct Key: Hashable {
        let event: EventName?
        let place: Place
    }

    private enum Place: Hashable {
        case everywhere
        case channel(ChannelName)
        case user
    }

    private var counts: [Key: Int] = [:]

    mutating func add(_ binding: EventBinding) {
        guard binding.isEnabled else { return }
        self.counts[Self.key(of: binding), default: 0] += 1
    }

    /// A name stays bound while other bindings have it.
    mutating func remove(_ binding: EventBinding) {
        let key = Self.key(of: binding)
        guard binding.isEnabled, let count = self.counts[key] else { return }
        self.counts[key] = count > 1 ? count - 1 : nil
    }

    /// The protocol's own events are for the client, and count as bound.
    func isBound(_ event: ChannelsEvent) -> Bool {
        if event.name.isProtocolEvent { return true }
        // Usually nothing is bound, and this is called for every event.
        if self.counts.isEmpty { return false }
        if self.isBound(event.name, .everywhere) { return true }
        guard let channel = event.channel else { return false }
        return self.isBound(event.name, .channel(channel))
            || (channel.isServerToUser && self.isBound(event.name, .user))
    }

    private func isBound(_ name: EventName, _ place: Place) -> Bool {
        self.counts[Key(event: nil, place: place)] != nil
            || self.counts[Key(event: name, place: place)] != nil
    }

    private static func key(of binding: EventBinding) -> Key {
        let place: Place =
            binding.isForUser ? .user : binding.channel.map(Place.channel) ?? .everywhere
        return Key(event: binding.event, place: place)
    }
}
