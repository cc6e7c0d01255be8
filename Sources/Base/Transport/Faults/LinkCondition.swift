/// What is wrong with a link on purpose: what happens to the bytes below TLS.
package struct LinkCondition: Hashable, Sendable {
    /// Whether nothing is received: what the peer sends waits in the network.
    package var stopsReceiving: Bool
    /// Whether nothing is sent: what this end sends waits until it is over.
    package var stopsSending: Bool
    /// How late everything is, in each direction.
    package var delay: Duration
    /// How much later it may be, at random.
    package var jitter: Duration
    /// How many bytes pass in a second, in each direction; `nil` for no limit.
    package var bytesPerSecond: Int?

    /// A link with nothing wrong, or with this.
    package init(
        stopsReceiving: Bool = false, stopsSending: Bool = false, delay: Duration = .zero,
        jitter: Duration = .zero, bytesPerSecond: Int? = nil
    ) {
        self.stopsReceiving = stopsReceiving
        self.stopsSending = stopsSending
        self.delay = delay
        self.jitter = jitter
        self.bytesPerSecond = bytesPerSecond
    }

    /// Nothing is wrong.
    package static let normal = LinkCondition()
}
