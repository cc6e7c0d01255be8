/// The parts of a connection attempt and their durations, in starting order; empty if the attempt
/// ended before any part started.
public struct AttemptParts: Hashable, Sendable {
    /// A part of a connection attempt.
    public struct Part: Hashable, Sendable {
        /// The step that the attempt waited for.
        public let name: Name
        /// How long the part took.
        public let duration: Duration
        /// Whether the part was completed. An incomplete part is where the attempt got stuck or
        /// failed.
        public let hasEnded: Bool
    }

    /// The common short name of a step.
    public enum Name: String, Hashable, Sendable {
        /// The resolution of the host name.
        case dns
        /// The TCP connection.
        case tcp
        /// The tunnel through a proxy.
        case proxy
        /// The TLS handshake.
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

    /// The part in progress; `nil` if every part has ended.
    var present: Name? { self.current?.name }

    /// Creates an empty list of parts.
    public init() {}

    /// A part starts, and the previous one ends. When several addresses are tried at once, the part
    /// starts with the first.
    package mutating func begin(_ name: Name, at time: ChannelsTimestamp) {
        guard self.current?.name != name else { return }
        self.finish(at: time, hasEnded: true)
        self.current = Current(name: name, since: time)
    }

    /// The parts of an attempt that has ended.
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
