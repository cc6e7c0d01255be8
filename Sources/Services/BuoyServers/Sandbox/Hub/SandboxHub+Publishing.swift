package import ChannelsProtocol
import ChannelsWebhooks

package struct Publication: Hashable, Sendable {
    package var event: EventName
    package var channels: [ChannelName]
    package var data: EventData
    /// A connection that does not receive it: that of the user who caused it.
    var excluding: SocketID?
}

extension SandboxHub {
    package mutating func publish(_ publication: Publication, at now: Duration) -> [HubAction] {
        publication.channels.flatMap { name in
            let event = ChannelsEvent(
                name: publication.event, channel: name, data: publication.data)
            self.remember(event, on: name, at: now)
            return self.deliver(event, on: name, excluding: publication.excluding, at: now)
        }
    }

    mutating func botTriggered(
        _ event: ChannelsEvent, at now: Duration
    ) -> [HubAction] {
        guard let name = event.channel else { return [] }
        return self.deliver(event, on: name, excluding: nil, at: now)
    }

    mutating func trigger(
        _ event: ChannelsEvent, from id: ConnectionID, at now: Duration
    ) -> [HubAction] {
        do {
            let (name, subscription) = try self.judge(event, from: id, at: now)
            // The user is the one who subscribed; what the client says about it is dropped.
            let relayed = ChannelsEvent(
                name: event.name, channel: name, data: event.data, userID: subscription.userID)
            self.noticeClientEvent(relayed, from: id)
            self.published(relayed, on: name, at: now)
            self.connections[id]?.subscriptions[name]?.withheld += 1
            let others = self.channels[name]?.subscribers(except: id) ?? []
            let sending = others.isEmpty ? [] : [HubAction.send(.event(relayed), to: others)]
            return sending + [.overheard(relayed)]
        } catch {
            return Self.refuse(id, error)
        }
    }

    mutating func cachedMessage(on name: ChannelName, at now: Duration) -> ServerMessage {
        guard let cached = self.channels[name]?.cached, now < cached.expiry else {
            self.notice(.cacheMiss(name))
            return .cacheMiss(name)
        }
        return .event(cached.event)
    }

    mutating func forgetEvents(at now: Duration) {
        for (name, channel) in self.channels {
            guard let cached = channel.cached, cached.expiry <= now else { continue }
            self.channels[name]?.cached = nil
            self.discardIfUnused(name)
        }
    }

    mutating func discardIfUnused(_ name: ChannelName) {
        guard let channel = self.channels[name] else { return }
        if !channel.isOccupied, channel.cached == nil { self.channels[name] = nil }
    }

    private mutating func remember(
        _ event: ChannelsEvent, on name: ChannelName, at now: Duration
    ) {
        guard name.kind.isCache else { return }
        let expiry = now + self.limits.cacheLifetime
        self.channels[name, default: HubChannel()].cached = CachedEvent(
            event: event, expiry: expiry)
    }

    private mutating func deliver(
        _ event: ChannelsEvent, on name: ChannelName, excluding: SocketID?, at now: Duration
    ) -> [HubAction] {
        self.published(event, on: name, at: now)
        let subscribers = self.channels[name]?.subscribers ?? []
        let receivers = subscribers.filter { id in
            guard excluding != nil, self.connections[id]?.socketID == excluding else { return true }
            self.connections[id]?.subscriptions[name]?.withheld += 1
            return false
        }
        return receivers.isEmpty ? [] : [.send(.event(event), to: receivers)]
    }

    private mutating func published(
        _ event: ChannelsEvent, on name: ChannelName, at now: Duration
    ) {
        self.publications.published(on: name)
        self.history.add(event, serial: self.publications.count(of: name) ?? 0, at: now)
        self.meter?.published(event, on: name)
    }

    private mutating func judge(
        _ event: ChannelsEvent, from id: ConnectionID, at now: Duration
    ) throws(HubRefusal) -> (ChannelName, HubSubscription) {
        guard self.limits.takesClientEvents else {
            let reason =
                "To send client events, you must enable this feature in the app's settings."
            throw .clientEvent(event.channel, reason: reason)
        }
        if self.connections[id]?.clientEvents.counted(at: now) == .exceeded {
            throw .clientEventRate(event.channel, limit: self.limits.clientEventsPerSecond)
        }
        guard event.name.text.utf8.starts(with: "client-".utf8) else {
            throw .unsupported(event.name)
        }
        guard let name = event.channel else { throw .clientEvent(nil, reason: "no channel") }
        guard event.name.text.unicodeScalars.count <= EventName.lengthLimit else {
            throw .clientEvent(
                name, reason: "the name is longer than \(EventName.lengthLimit) characters")
        }
        guard name.kind.takesClientEvents else {
            throw .clientEvent(name, reason: "only on private and presence channels")
        }
        guard let subscription = self.connections[id]?.subscriptions[name] else {
            throw .clientEvent(name, reason: "not subscribed to \(name)")
        }
        guard event.data.byteCount <= self.limits.eventData else {
            throw .clientEvent(
                name, reason: "the data has more than \(self.limits.eventData) bytes")
        }
        return (name, subscription)
    }
}
