internal import ChannelsProtocol
internal import Synchronization

/// A stream of what a client reports: everything, or a part of it. It starts when it is made, and
/// ends when the client has stopped.
///
/// ```swift
/// let prices = ticker.events("price")
/// for await price in prices { print(price.data.text) }
/// ```
/// Every reader gets all of it: the first one from the moment the stream was made, each further one
/// from the moment it starts. Cancelling a reader's task ends the stream for that reader. Nobody
/// waits for a slow reader; past a million events, or 256 MiB of them, the oldest are dropped and
/// counted where they were (`.skipped`, `ReceivedEvent.skippedBefore`).
public struct ClientStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Turns a batch of reports into elements, with what has to be remembered between batches.
    typealias Select = @Sendable (_ batch: [ClientEvent], inout StreamMemory) -> [Element]
    /// Finds the elements that a reader gets before all others.
    typealias Prepare = @Sendable (Listener) async -> PreparedStream<Element>

    private let source: ListenerSource
    private let prepare: Prepare?
    private let select: Select

    init(_ source: ListenerSource, prepare: Prepare? = nil, select: @escaping Select) {
        self.source = source
        self.prepare = prepare
        self.select = select
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(self.source.listener(), prepare: self.prepare, select: self.select)
    }

    public struct Iterator: AsyncIteratorProtocol {
        private let reader: StreamReader<Element>

        init(_ listener: Listener, prepare: Prepare?, select: @escaping Select) {
            self.reader = StreamReader(listener, prepare: prepare, select: select)
        }

        /// The next element; `nil` when the client has stopped, or the task was cancelled.
        public mutating func next() async -> Element? { await self.reader.next() }
    }
}

/// Where a reader of a stream is in it.
private final class StreamReader<Element: Sendable> {
    private let listener: Listener
    private var prepare: ClientStream<Element>.Prepare?
    private let select: ClientStream<Element>.Select
    private var memory: StreamMemory
    private var ready: ArraySlice<Element> = []

    init(
        _ listener: Listener, prepare: ClientStream<Element>.Prepare?,
        select: @escaping ClientStream<Element>.Select
    ) {
        self.listener = listener
        self.memory = StreamMemory(userChannel: listener.present.userChannel)
        self.prepare = prepare
        self.select = select
    }

    func next() async -> Element? {
        if let prepare = self.prepare {
            self.prepare = nil
            let prepared = await prepare(self.listener)
            self.memory.lastKnown = prepared.lastKnown
            self.ready = prepared.elements[...]
        }
        while true {
            if let element = self.ready.popFirst() { return element }
            guard let batch = await self.listener.next() else { return nil }
            self.ready = self.select(batch, &self.memory)[...]
        }
    }
}

/// What a reader gets before all others.
struct PreparedStream<Element: Sendable>: Sendable {
    var elements: [Element] = []
    /// The number of the last report that these elements already tell.
    var lastKnown = 0
}

/// How a client is at a moment, as far as its streams begin with it.
struct PresentState: Sendable {
    /// The last change of the connection's state; `nil` before the first.
    var lastChange: StateChange?
    /// Where events for the signed-in user arrive; `nil` while nobody is signed in.
    var userChannel: ChannelName?

    /// Takes in what is reported.
    mutating func note(_ kind: ClientEvent.Kind) {
        switch kind {
        case .stateChanged(let change): self.lastChange = change
        case .signInChanged(.signedIn(let user)): self.userChannel = user.channel
        case .signInChanged: self.userChannel = nil
        default: break
        }
    }
}

/// What a reader of a stream remembers between batches.
struct StreamMemory {
    /// Reports up to this number are told already.
    var lastKnown = 0
    /// Events dropped since the last element.
    var skipped = 0
    /// Where events for the signed-in user arrive; `nil` while nobody is signed in.
    var userChannel: ChannelName?

    init(userChannel: ChannelName?) { self.userChannel = userChannel }
}

/// One reader's place among those who hear the client. It leaves when nobody holds it any more.
final class Listener: Sendable {
    private let broadcaster: EventBroadcaster
    private let number: Int
    /// How the client was before everything that this listener hears.
    let present: PresentState

    init(_ broadcaster: EventBroadcaster, limits: ListenerLimits, interest: EventInterest?) {
        self.broadcaster = broadcaster
        (self.number, self.present) = broadcaster.listen(limits: limits, interest: interest)
    }

    deinit { self.broadcaster.leave(self.number) }

    /// Everything that waits, waiting for the first of it; `nil` at the end.
    func next() async -> [ClientEvent]? { await self.broadcaster.next(for: self.number) }
}

/// Where the readers of one stream get their listeners: the first gets the one that listens since the
/// stream was made.
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

    func listener() -> Listener {
        let first = self.first.withLock { first in
            defer { first = nil }
            return first
        }
        return first
            ?? Listener(self.broadcaster, limits: self.limits, interest: self.interest)
    }
}
