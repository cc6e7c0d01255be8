public import ChannelsProtocol

/// Streams of all reports or some of them. A stream starts when it is created; see `ClientStream`.
extension ChannelsClient {
    /// How many streams of reports and of frames exist and may be read.
    package nonisolated var streamCount: Int { self.broadcaster.count + self.frameTaps.count }

    /// How many events have been dropped so far because a listener was too slow.
    package nonisolated var skippedEvents: Int { self.broadcaster.skipped }

    /// Everything the client reports, one by one.
    public nonisolated var events: ClientStream<ClientEvent> {
        ClientStream(self.source()) { batch, _ in batch }
    }

    /// Everything the client reports, in batches: one array per burst.
    public nonisolated var eventBatches: ClientStream<[ClientEvent]> {
        self.eventBatches(limits: ListenerLimits())
    }

    /// Everything the client reports, in batches, with other limits on what may wait.
    package nonisolated func eventBatches(
        limits: ListenerLimits
    ) -> ClientStream<[ClientEvent]> {
        ClientStream(ListenerSource(self.broadcaster, limits: limits)) { batch, _ in [batch] }
    }

    /// The events with this name, on all channels. The protocol's own events can be received under
    /// their public names (`pusher:member_added` and the like).
    public nonisolated func events(
        _ name: some EventNameConvertible
    ) -> ClientStream<ReceivedEvent> {
        self.events(EventInterest(name: name.eventName))
    }

    /// The data of the events with this name, on all channels, decoded from JSON into a type.
    public nonisolated func events<Value: Decodable>(
        _ name: some EventNameConvertible, as type: Value.Type
    ) -> DecodedEvents<Value> {
        DecodedEvents(self.events(name))
    }

    /// The events that the application sends to the signed-in user. (`user.bind_global` of
    /// pusher-js.)
    public nonisolated var userEvents: ClientStream<ReceivedEvent> {
        self.events(EventInterest(isForUser: true))
    }

    /// The events with this name that the application sends to the signed-in user. (`user.bind` of
    /// pusher-js.)
    public nonisolated func userEvents(
        _ name: some EventNameConvertible
    ) -> ClientStream<ReceivedEvent> {
        self.events(EventInterest(name: name.eventName, isForUser: true))
    }

    /// The states of the connection: first the change that led to the current state, then each
    /// change. Before the first `connect()` the current state is `initialized`.
    public nonisolated var states: ClientStream<StateChange> {
        ClientStream(self.source()) { listener in
            PreparedStream(elements: [listener.present.lastChange ?? .initial])
        } select: { batch, _ in
            batch.compactMap { if case .stateChanged(let change) = $0.kind { change } else { nil } }
        }
    }

    /// Everything that goes wrong, as values of one type.
    public nonisolated var errors: ClientStream<ClientError> {
        ClientStream(self.source()) { batch, _ in batch.compactMap(\.kind.error) }
    }

    /// Users of the watchlist who go online or offline.
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

extension Channel {
    /// The events on this channel, including the protocol's own under their public names
    /// (`pusher:member_added` and the like).
    public var events: ClientStream<ReceivedEvent> {
        self.client.events(EventInterest(channel: self.name))
    }

    /// The events with this name on this channel.
    public func events(_ name: some EventNameConvertible) -> ClientStream<ReceivedEvent> {
        self.client.events(EventInterest(name: name.eventName, channel: self.name))
    }

    /// The data of the events with this name on this channel, decoded from JSON into a type.
    ///
    /// ```swift
    /// for try await order in orders.events("created", as: Order.self) { print(order.id) }
    /// ```
    public func events<Value: Decodable>(
        _ name: some EventNameConvertible, as type: Value.Type
    ) -> DecodedEvents<Value> {
        DecodedEvents(self.events(name))
    }

    /// The members of a presence channel: first the present ones, if the channel is subscribed,
    /// then each change.
    public var memberChanges: ClientStream<MemberChange> {
        let name = self.name
        return ClientStream(self.client.source()) { [weak client = self.client] _ in
            await client?.presentMembers(of: name) ?? PreparedStream()
        } select: { batch, memory in
            let lastKnown = memory.lastKnown
            return batch.compactMap { $0.number > lastKnown ? $0.memberChange(on: name) : nil }
        }
    }
}

/// A change of the members of a presence channel.
public enum MemberChange: Hashable, Sendable {
    /// A user joined.
    case added(Member)
    /// A user left.
    case removed(Member)
    /// The members as the server listed them on a subscription. After a reconnection the difference
    /// says who joined and who left in the meantime.
    case replaced(Members, difference: MemberDifference?)
}

extension ChannelsClient {
    /// The present members, and the number of the last report that they include.
    fileprivate func presentMembers(of channel: ChannelName) -> PreparedStream<MemberChange> {
        guard let members = self.machine.members(of: channel) else { return PreparedStream() }
        return PreparedStream(
            elements: [.replaced(members, difference: nil)], lastKnown: self.lastEventNumber)
    }
}

extension ClientEvent {
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

extension StateChange {
    /// Stands for the initial state.
    fileprivate static let initial = StateChange(
        previous: .initialized, current: .initialized, cause: .asked)
}

extension MemberChange: PrintableReport, ReportLine {
    /// Who joined or left, or who is present.
    package var line: String {
        switch self {
        case .added(let member): "joined: \(member)"
        case .removed(let member): "left: \(member)"
        case .replaced(let members, let difference?): "\(members) (\(difference))"
        case .replaced(let members, nil): "\(members)"
        }
    }
}
