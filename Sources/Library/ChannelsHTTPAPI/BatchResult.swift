import ChannelsProtocol

/// The outcome of each event in a batch. Check `error` first: if it is `nil`, all events
/// were published.
public struct BatchResult: Sendable {
    /// The outcome of each event, in the order of the call.
    public private(set) var outcomes: [Outcome]
    /// The reason why some events were not published: a `ChannelsAPIError`, or `CancellationError`
    /// if the task was cancelled; `nil` if all were published.
    public private(set) var error: (any Error)?

    private let channels: [ChannelName]
    private var next = 0

    /// The outcome of one event, which says whether to publish it again.
    ///
    /// Closed: no case will be added.
    public enum Outcome: Hashable, Sendable {
        /// The event was published; includes any requested information about its channel.
        case published(ChannelInfo?)
        /// The event was not published: its request was refused, or not sent. It is safe to publish
        /// it again.
        case notPublished
        /// The request was sent, but the server may or may not have acted on it. If you publish the
        /// event again, it may arrive twice.
        case unknown
    }

    /// The number of events that were published.
    public var publishedCount: Int {
        self.outcomes.count { if case .published = $0 { true } else { false } }
    }

    /// Pusher's "HTTP API reference", "POST batch events".
    static let eventsPerRequest = 10

    init(events: [BatchEvent]) {
        self.outcomes = Array(repeating: .notPublished, count: events.count)
        self.channels = events.map(\.channel)
    }

    var nextRequest: Range<Int>? {
        guard self.error == nil, self.next < self.outcomes.count else { return nil }
        return self.next..<min(self.next + Self.eventsPerRequest, self.outcomes.count)
    }

    mutating func published(_ range: Range<Int>, _ infos: [JSONValue]) {
        for index in range {
            let info =
                infos.indices.contains(index - range.lowerBound)
                ? infos[index - range.lowerBound].objectValue : nil
            self.outcomes[index] = .published(
                info.map { ChannelInfo(self.channels[index], $0) })
        }
        self.next = range.upperBound
    }

    mutating func failed(_ range: Range<Int>, _ failure: CallFailure) {
        self.error = failure.thrown
        for index in range {
            self.outcomes[index] =
                switch failure.effect {
                case .none: .notPublished
                case .unknown: .unknown
                case .done: .published(nil)
                }
        }
        self.next = range.upperBound
    }
}
