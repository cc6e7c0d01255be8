public import ChannelsFoundation
public import ChannelsProtocol

/// A stream starts when it is created; see `ClientStream`.
extension ChannelsClient {
    package nonisolated var streamCount: Int { self.broadcaster.count + self.frameTaps.count }

    package nonisolated var skippedEvents: Int { self.broadcaster.skipped }

    /// From now on notes which tasks read, which costs a little with each batch.
    package nonisolated func noteReaders() { self.broadcaster.noteReaders() }

    /// Returns when every other task that reads a stream has read what was published, and waits;
    /// needs `noteReaders()`. Nobody is behind before `run()`.
    package nonisolated func readersCaughtUp() async {
        guard await self.hasRun else { return }
        await self.broadcaster.readersCaughtUp()
    }

    package nonisolated var singleReports: ClientStream<ClientReport> {
        ClientStream(self.source()) { batch, _ in batch }
    }

    package nonisolated func reportBatches(
        limits: ListenerLimits
    ) -> ClientStream<[ClientReport]> {
        ClientStream(ListenerSource(self.broadcaster, limits: limits)) { batch, _ in [batch] }
    }

    /// The periods in which events may have been missed. Each is reported when its channels are
    /// subscribed again.
    public nonisolated var gaps: ClientStream<ConnectionGap> {
        ClientStream(self.source()) { batch, _ in
            batch.compactMap { if case .gap(let gap) = $0.kind { gap } else { nil } }
        }
    }

    /// The events on all channels, including protocol events under their public names, such as
    /// `pusher:member_added`.
    public nonisolated var events: ClientStream<ReceivedEvent> { self.events(EventInterest()) }

    /// Returns the events with this name, on all channels. Protocol events have their public names,
    /// such as `pusher:member_added`.
    public nonisolated func events(
        _ name: some EventNameConvertible
    ) -> ClientStream<ReceivedEvent> {
        self.events(EventInterest(name: name.eventName))
    }

    /// Returns the data of the events with this name, on all channels, decoded from JSON into a
    /// type. Data that does not match the type is thrown as an error; see ``DecodedEvents``.
    ///
    /// - Parameters:
    ///   - name: the event name.
    ///   - type: the type to decode.
    ///   - decoder: the decoder; `nil` for the one in the client's options.
    public nonisolated func events<Value: Decodable>(
        _ name: some EventNameConvertible, as type: Value.Type, decoder: JSONDecoder? = nil
    ) -> DecodedEvents<Value> {
        DecodedEvents(self.events(name), using: decoder ?? self.options.decoder)
    }

    /// The events that the application sends to the signed-in user. (`user.bind_global` in
    /// pusher-js.)
    public nonisolated var userEvents: ClientStream<ReceivedEvent> {
        self.events(EventInterest(isForUser: true))
    }

    /// Returns the events with this name that the application sends to the signed-in user, from
    /// the moment of the call. (`user.bind` in pusher-js.)
    public nonisolated func userEvents(
        _ name: some EventNameConvertible
    ) -> ClientStream<ReceivedEvent> {
        self.events(EventInterest(name: name.eventName, isForUser: true))
    }

    /// The connection states: first the current one, then each new one. Before the first
    /// `connect()`, the current state is `initialized`.
    public nonisolated var states: ClientStream<ConnectionState> {
        ClientStream(self.source()) { listener in
            PreparedStream(elements: [listener.present.lastChange?.current ?? .initialized])
        } select: { batch, _ in
            batch.compactMap(\.stateChange?.current)
        }
    }

    /// The connection's state changes, each with its cause: first the change that led to the
    /// current state, if any, then each later one.
    public nonisolated var stateChanges: ClientStream<StateChange> {
        ClientStream(self.source()) { listener in
            PreparedStream(elements: listener.present.lastChange.map { [$0] } ?? [])
        } select: { batch, _ in
            batch.compactMap(\.stateChange)
        }
    }

    /// Everything that goes wrong, as values of one type. If a connection or an attempt ended, the
    /// error contains its end and the next attempt.
    public nonisolated var errors: ClientStream<ClientError> {
        ClientStream(self.source()) { batch, _ in batch.errors }
    }

    /// The changes in the online status of the signed-in user's watchlist: an array for each
    /// message of the server. The first, right after each sign-in, lists who is online (Pusher's
    /// page "Watchlist events"). When the sign-in ends, the server reports nothing: to keep a list,
    /// use ``onlineUserChanges``.
    public nonisolated var watchlistChanges: ClientStream<[WatchlistChange]> {
        ClientStream(self.source()) { batch, _ in
            batch.compactMap {
                if case .watchlistChanged(let changes) = $0.kind { changes } else { nil }
            }
        }
    }

    nonisolated func events(_ interest: EventInterest) -> ClientStream<ReceivedEvent> {
        ClientStream(ListenerSource(self.broadcaster, interest: interest), select: interest.select)
    }

    nonisolated func source() -> ListenerSource { ListenerSource(self.broadcaster) }
}

extension ChannelsClient.Channel {
    /// The events on this channel, including protocol events under their public names, such as
    /// `pusher:member_added`.
    public var events: ClientStream<ReceivedEvent> {
        self.events(EventInterest(channel: self.name))
    }

    /// Returns the events with this name on this channel, from the moment of the call. Create
    /// the stream before you connect, so that it misses nothing.
    public func events(_ name: some EventNameConvertible) -> ClientStream<ReceivedEvent> {
        self.events(EventInterest(name: name.eventName, channel: self.name))
    }

    private func events(_ interest: EventInterest) -> ClientStream<ReceivedEvent> {
        ClientStream(ListenerSource(self.broadcaster, interest: interest), select: interest.select)
    }

    /// Returns the data of the events with this name on this channel, decoded from JSON into a
    /// type. Data that does not match the type is thrown as an error; see ``DecodedEvents``.
    ///
    /// ```swift
    /// for try await order in orders.events("created", as: Order.self) { print(order.id) }
    /// ```
    /// - Parameters:
    ///   - name: the event name.
    ///   - type: the type to decode.
    ///   - decoder: the decoder; `nil` for the one in the client's options.
    public func events<Value: Decodable>(
        _ name: some EventNameConvertible, as type: Value.Type, decoder: JSONDecoder? = nil
    ) -> DecodedEvents<Value> {
        DecodedEvents(self.events(name), using: decoder ?? self.client?.options.decoder)
    }

    /// The members of a presence channel: first the current ones, if the channel is subscribed,
    /// then each change.
    public var memberChanges: ClientStream<MemberChange> {
        let name = self.name
        return ClientStream(ListenerSource(self.broadcaster)) { _ in
            await self.client?.presentMembers(of: name) ?? PreparedStream()
        } select: { batch, memory in
            let lastKnown = memory.lastKnown
            return batch.compactMap { $0.number > lastKnown ? $0.memberChange(on: name) : nil }
        }
    }
}

/// A change to the members of a presence channel. Replace your list with `replaced`, and
/// apply the others to it.
///
/// Closed: no case will be added.
public enum MemberChange: Hashable, Sendable {
    /// A user joined: their first connection subscribed.
    case added(PresenceMember)
    /// A user left: their last connection is gone.
    case removed(PresenceMember)
    /// The complete list, sent by the server with each subscription, or the current one when
    /// the stream starts. After a reconnection, the difference shows who joined and who left in
    /// the meantime. It is `nil` for the first list.
    case replaced(PresenceMembers, difference: MemberDifference?)
}

extension ChannelsClient {
    fileprivate func presentMembers(of channel: ChannelName) -> PreparedStream<MemberChange> {
        guard let members = self.machine.members(of: channel) else { return PreparedStream() }
        return PreparedStream(
            elements: [.replaced(members, difference: nil)], lastKnown: self.lastEventNumber)
    }
}

extension ClientReport {
    fileprivate func memberChange(on channel: ChannelName) -> MemberChange? {
        switch self.kind {
        case .memberAdded(channel, let member): .added(member)
        case .memberRemoved(channel, let member): .removed(member)
        case .membersReplaced(channel, let members, let difference):
            .replaced(members, difference: difference)
        default: nil
        }
    }
}

extension ClientReport {
    var stateChange: StateChange? {
        if case .stateChanged(let change) = self.kind { change } else { nil }
    }
}

extension MemberChange: Printed {
    package var printed: String {
        switch self {
        case .added(let member): "joined: \(member)"
        case .removed(let member): "left: \(member)"
        case .replaced(let members, let difference?): "\(members) (\(difference))"
        case .replaced(let members, nil): "\(members)"
        }
    }
}
