/// The parts of a connection attempt and their durations, in starting order: they show
/// where an attempt got stuck, or what made it slow. Empty if the attempt ended before any
/// part started.
public struct AttemptParts: Hashable, Sendable {
    /// A part of a connection attempt: one step, and how long it took.
    public struct Part: Hashable, Sendable {
        /// The step that the attempt waited for.
        public let name: Name
        /// How long the part took.
        public let duration: Duration
        /// Whether the part was completed. An incomplete part is where the attempt got stuck or
        /// failed.
        public let hasEnded: Bool
    }

    /// The common short name of a step, in the order of an attempt.
    @nonexhaustive
    public enum Name: String, Hashable, Sendable {
        /// The resolution of the host name.
        case dns
        /// The TCP connection.
        case tcp
        /// The tunnel through a proxy, if there is one.
        case proxy
        /// The TLS handshake, if the connection uses TLS.
        case tls
        /// The WebSocket handshake (RFC 6455, section 4).
        case ws
        /// `pusher:connection_established` (protocol 7, "Connection events").
        case hello
    }

    /// The parts, in starting order.
    public private(set) var parts: [Part] = []
    private var current: Current?

    private struct Current: Hashable, Sendable {
        let name: Name
        let since: ChannelsTimestamp
    }

    var present: Name? { self.current?.name }

    /// Creates an empty list of parts, for tests.
    public init() {}

    /// Ends the previous part. With several addresses at once, the part starts with the first.
    package mutating func begin(_ name: Name, at time: ChannelsTimestamp) {
        guard self.current?.name != name else { return }
        self.finish(at: time, hasEnded: true)
        self.current = Current(name: name, since: time)
    }

    package func ended(at time: ChannelsTimestamp, succeeded: Bool) -> AttemptParts {
        var ended = self
        ended.finish(at: time, hasEnded: succeeded)
        return ended
    }

    private mutating func finish(at time: ChannelsTimestamp, hasEnded: Bool) {
        guard let current = self.current else { return }
        self.parts.append(
            Part(
                name: current.name, duration: max(time.duration(since: current.since), .zero),
                hasEnded: hasEnded))
        self.current = nil
    }
}
