import ChannelsProtocol
import Synchronization

/// A stream of some or all of a client's reports. It starts when it is created, and ends when the
/// client has stopped.
///
/// ```swift
/// let prices = ticker.events("price")
/// for await price in prices { print(price.data.text) }
/// ```
/// Every reader receives everything: the first reader from the stream's creation, and each further
/// one from the moment it starts reading. Cancelling a reader's task ends the stream for that
/// reader. The client never waits for a slow reader: beyond a million events or 256 MiB, the oldest
/// are skipped, and counted in their place (`.skipped`, `ReceivedEvent.skippedBefore`).
/// `skipping(beyond:)` sets other limits, and `pausingReading(at:)` makes the client wait instead.
public struct ClientStream<Element: Sendable>: AsyncSequence, Sendable {
    typealias Select = @Sendable (_ batch: [ClientReport], inout StreamMemory) -> [Element]
    typealias Prepare = @Sendable (Listener) async -> PreparedStream<Element>

    private let source: ListenerSource
    private let prepare: Prepare?
    private let select: Select

    /// For test doubles: somebody is about to read.
    func expectReader() { self.source.expectReader() }

    init(_ source: ListenerSource, prepare: Prepare? = nil, select: @escaping Select) {
        self.source = source
        self.prepare = prepare
        self.select = select
    }

    /// Returns the same stream, starting now, for readers that must not miss anything. Once half of
    /// the limits is waiting for one of them, the client reads its connection more slowly, so the
    /// server has to wait.
    ///
    /// The client then reads one burst a second, for all readers, and stops reading at the limits.
    /// At most one burst more is kept: 2,048 messages or about 1 MiB. A reader of such a stream
    /// must not stop, and must not wait for a response from the server. The client keeps the
    /// connection open meanwhile, but the server may close it.
    ///
    /// - Parameter limits: how much may wait for a reader.
    public func pausingReading(at limits: ListenerLimits = ListenerLimits()) -> ClientStream {
        var limits = limits
        limits.pausesReading = true
        return self.limited(limits)
    }

    /// Returns the same stream, starting now, for readers that need the newest events rather than
    /// all. Beyond the limits, the oldest waiting events are skipped and counted.
    ///
    /// - Parameter limits: how much may wait for a reader.
    public func skipping(beyond limits: ListenerLimits) -> ClientStream {
        var limits = limits
        limits.pausesReading = false
        return self.limited(limits)
    }

    private func limited(_ limits: ListenerLimits) -> ClientStream {
        ClientStream(
            self.source.limited(limits), prepare: self.prepare, select: self.select)
    }

    /// Creates a new reader of the stream. It gets all elements, whatever other readers do.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self.source.listener(), prepare: self.prepare, select: self.select)
    }

    /// A reader, which returns ready elements without calling into the library, so a loop over
    /// single elements costs little more than one over batches.
    public struct Iterator: AsyncIteratorProtocol {
        private let reader: StreamReader<Element>
        /// Returned before the next batch is taken, from `position` on.
        @usableFromInline var ready: [Element] = []
        @usableFromInline var position = 0

        init(_ listener: Listener, prepare: Prepare?, select: @escaping Select) {
            self.reader = StreamReader(listener, prepare: prepare, select: select)
        }

        /// Returns the next element; `nil` if the client has stopped or the task was cancelled.
        @inlinable
        public mutating func next() async -> Element? {
            if self.position >= self.ready.count {
                guard await self.refill() else { return nil }
            }
            self.position &+= 1
            return self.ready[self.position &- 1]
        }

        /// Returns the next element, for a loop on an actor.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            if self.position >= self.ready.count {
                guard await self.refill() else { return nil }
            }
            self.position &+= 1
            return self.ready[self.position &- 1]
        }

        @usableFromInline
        mutating func refill() async -> Bool {
            self.ready = []
            self.position = 0
            self.ready = await self.reader.next()
            return !self.ready.isEmpty
        }
    }
}

private final class StreamReader<Element: Sendable> {
    private let listener: Listener
    private var prepare: ClientStream<Element>.Prepare?
    private let select: ClientStream<Element>.Select
    private var memory: StreamMemory

    init(
        _ listener: Listener, prepare: ClientStream<Element>.Prepare?,
        select: @escaping ClientStream<Element>.Select
    ) {
        self.listener = listener
        self.memory = StreamMemory(userChannel: listener.present.userChannel)
        self.prepare = prepare
        self.select = select
    }

    func next() async -> [Element] {
        if let prepare = self.prepare {
            self.prepare = nil
            let prepared = await prepare(self.listener)
            self.memory.lastKnown = prepared.lastKnown
            self.memory.online = prepared.online
            if !prepared.elements.isEmpty { return prepared.elements }
        }
        while let batch = await self.listener.next() {
            let elements = self.select(batch, &self.memory)
            if !elements.isEmpty { return elements }
        }
        return []
    }
}

struct PreparedStream<Element: Sendable>: Sendable {
    var elements: [Element] = []
    var lastKnown = 0
    var online = OnlineUsers()
}

struct PresentState: Sendable {
    var lastChange: StateChange?
    var userChannel: ChannelName?

    mutating func note(_ kind: ClientReport.Kind) {
        switch kind {
        case .stateChanged(let change): self.lastChange = change
        case .signInChanged(.signedIn(let user)): self.userChannel = user.channel
        case .signInChanged: self.userChannel = nil
        default: break
        }
    }
}

struct StreamMemory {
    var lastKnown = 0
    var skipped = 0
    /// For a stream of the users who are online.
    var online = OnlineUsers()
    /// For events to the signed-in user; `nil` while nobody is signed in.
    var userChannel: ChannelName?

    init(userChannel: ChannelName?) { self.userChannel = userChannel }
}

/// Unregisters when it is deallocated.
final class Listener: Sendable {
    private let broadcaster: EventBroadcaster
    private let number: Int
    let present: PresentState

    init(_ broadcaster: EventBroadcaster, limits: ListenerLimits, interest: EventInterest?) {
        self.broadcaster = broadcaster
        (self.number, self.present) = broadcaster.listen(limits: limits, interest: interest)
    }

    deinit { self.broadcaster.leave(self.number) }

    func expectReader() { self.broadcaster.expectReader(self.number) }

    func next() async -> [ClientReport]? { await self.broadcaster.next(for: self.number) }
}

/// The listeners of a stream's readers. The first reader uses the one that was registered when
/// the stream was created.
final class ListenerSource: Sendable {
    private let broadcaster: EventBroadcaster
    private let limits: ListenerLimits
    private let interest: EventInterest?
    private let first: Mutex<Listener?>

    init(
        _ broadcaster: EventBroadcaster, limits: ListenerLimits = ListenerLimits(),
        interest: EventInterest? = nil
    ) {
        self.broadcaster = broadcaster
        self.limits = limits
        self.interest = interest
        self.first = Mutex(Listener(broadcaster, limits: limits, interest: interest))
    }

    func limited(_ limits: ListenerLimits) -> ListenerSource {
        ListenerSource(self.broadcaster, limits: limits, interest: self.interest)
    }

    func expectReader() { self.first.withLock { $0?.expectReader() } }

    func listener() -> Listener {
        let first = self.first.withLock { first in
            defer { first = nil }
            return first
        }
        return first
            ?? Listener(self.broadcaster, limits: self.limits, interest: self.interest)
    }
}
