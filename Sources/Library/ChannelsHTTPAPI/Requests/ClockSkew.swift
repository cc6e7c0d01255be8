import ChannelsTransport

/// How far a server's clock is ahead of this machine's, from the `Date` headers of responses.
struct ClockSkew: Hashable, Sendable {
    private(set) var seconds = 0.0
    private var isKnown = false

    var estimate: Duration? { self.isKnown ? .seconds(self.seconds) : nil }

    /// A `Date` has no fractions, so half a second is added. Times are in seconds since 1970.
    mutating func answered(_ date: String?, sent: Double, received: Double) {
        guard let time = date.flatMap(HTTPDate.unixTime) else { return }
        self.learned(.seconds(Double(time) + 0.5 - (sent + received) / 2))
    }

    /// For a server without `Date`, which says its time when it refuses.
    mutating func learned(_ skew: Duration) {
        self.seconds = skew / .seconds(1)
        self.isKnown = true
    }
}
