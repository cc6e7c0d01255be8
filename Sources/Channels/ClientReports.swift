public import ChannelsProtocol

/// A view of the client's reports: those of one kind, taken out of the one ordered stream, one by
/// one. It sees what is reported from the moment it was made, and ends when the client has stopped.
///
/// ```swift
/// for await change in client.stateChanges(to: .connected) { print(change.duration) }
/// ```
public struct ClientReports<Element: Sendable>: AsyncSequence, Sendable {
    private let batches: EventBatches
    private let read: @Sendable (ClientEvent) -> Element?

    init(_ batches: EventBatches, read: @escaping @Sendable (ClientEvent) -> Element?) {
        self.batches = batches
        self.read = read
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(batches: self.batches.makeAsyncIterator(), read: self.read)
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let batches: EventBatches.Iterator
        fileprivate let read: @Sendable (ClientEvent) -> Element?
        private var batch: ArraySlice<ClientEvent> = []

        fileprivate init(
            batches: EventBatches.Iterator, read: @escaping @Sendable (ClientEvent) -> Element?
        ) {
            self.batches = batches
            self.read = read
        }

        /// The next report that fits; `nil` when the client has stopped, or the task was cancelled.
        public mutating func next() async -> Element? {
            while true {
                while let event = self.batch.popFirst() {
                    if let element = self.read(event) { return element }
                }
                guard let batch = await self.batches.next() else { return nil }
                self.batch = batch[...]
            }
        }
    }
}

extension ChannelsClient {
    /// The changes of the connection's state from now on; with a state, only those that lead to it.
    public nonisolated func stateChanges(
        to state: ConnectionState? = nil
    ) -> ClientReports<StateChange> {
        self.reports { kind in
            guard case .stateChanged(let change) = kind else { return nil }
            return state == nil || change.current == state ? change : nil
        }
    }

    /// The retries that are scheduled from now on: which attempt follows, after which delay, by
    /// which rule. (`connecting_in` of pusher-js.)
    public nonisolated func scheduledRetries() -> ClientReports<ScheduledRetry> {
        self.reports { if case .retryScheduled(let retry) = $0 { retry } else { nil } }
    }

    /// Everything that goes wrong from now on, in one shape.
    public nonisolated func errors() -> ClientReports<ClientError> {
        self.reports(\.error)
    }

    /// The events that arrive from now on: on a channel, or on all; of a name, or of all. A reader
    /// that is too slow loses the oldest; `boundEvents` counts them, and hits besides.
    public nonisolated func receivedEvents(
        named name: EventName? = nil, on channel: ChannelName? = nil
    ) -> ClientReports<ReceivedEvent> {
        ClientReports(self.eventBatches()) { report in
            guard case .received(let event) = report.kind else { return nil }
            guard channel == nil || event.channel == channel else { return nil }
            guard name == nil || event.name == name else { return nil }
            return ReceivedEvent(event: event, time: report.time)
        }
    }

    nonisolated func reports<Element>(
        _ read: @escaping @Sendable (ClientEvent.Kind) -> Element?
    ) -> ClientReports<Element> {
        ClientReports(self.eventBatches()) { read($0.kind) }
    }
}

/// A change of the members of a presence channel.
public enum MemberChange: Hashable, Sendable {
    /// A user joined.
    case added(Member)
    /// A user left.
    case removed(Member)
    /// The members as the server listed them on a subscription; after a reconnection the difference
    /// tells who came and went in between.
    case replaced(Members, difference: MemberDifference?)
}

extension ChannelsClient {
    /// Who joins and leaves a presence channel from now on.
    public nonisolated func memberChanges(
        on channel: ChannelName
    ) -> ClientReports<MemberChange> {
        self.reports { kind in
            switch kind {
            case .memberAdded(channel, let member): .added(member)
            case .memberRemoved(channel, let member): .removed(member)
            case .membersReplaced(channel, let members, let difference):
                .replaced(members, difference: difference)
            default: nil
            }
        }
    }

    /// Who of the watchlist goes online and offline from now on.
    public nonisolated func watchlistChanges() -> ClientReports<[WatchlistChange]> {
        self.reports { if case .watchlistChanged(let changes) = $0 { changes } else { nil } }
    }
}
