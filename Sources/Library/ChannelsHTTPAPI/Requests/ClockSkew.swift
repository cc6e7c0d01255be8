import ChannelsTransport

/// How far a server's clock is ahead of this machine's, from the `Date` headers of its responses.
struct ClockSkew: Hashable, Sendable {
    /// In seconds; 0 before the first response.
    private(set) var seconds = 0.0
    private var isKnown = false

    /// `nil` before the first response with a date.
    var estimate: Duration? { self.isKnown ? .seconds(self.seconds) : nil }

    /// A response has arrived. Its date has no fractions, so half a second is added.
    ///
    /// - Parameters:
    ///   - date: its header `Date`.
    ///   - sent: when the request was sent, and `received` when the response was complete, in
    ///     seconds since 1970 of this machine's clock.
    mutating func answered(_ date: String?, sent: Double, received: Double) {
        guard let time = date.flatMap(HTTPDate.unixTime) else { return }
        self.learned(.seconds(Double(time) + 0.5 - (sent + received) / 2))
    }

    /// It was learned in another way: a server without `Date` says its time when it refuses.
    mutating func learned(_ skew: Duration) {
        self.seconds = skew / .seconds(1)
        self.isKnown = true
    }
}
