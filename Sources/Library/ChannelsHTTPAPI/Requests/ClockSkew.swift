import ChannelsTransport

/// How far a server's clock is ahead of this machine's, from the `Date` headers of responses.
///
/// A `Date` has no fractions, so a response proves a range of a second and its round trip. Ranges
/// of several responses are not intersected, because either clock may have been set in between.
struct ClockSkew: Hashable, Sendable {
    /// In seconds; `nil` before the first response.
    private(set) var bounds: ClosedRange<Double>?

    /// The middle of the bounds; 0 if nothing is known.
    var seconds: Double { self.bounds.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0 }

    var estimate: Duration? { self.bounds == nil ? nil : .seconds(self.seconds) }

    /// Times are in seconds since 1970.
    mutating func answered(_ date: String?, sent: Double, received: Double) {
        guard let time = date.flatMap(HTTPDate.unixTime), sent <= received else { return }
        self.bounds = Double(time) - received...Double(time) + 1 - sent
    }

    /// For a server without `Date`, which says its time when it refuses.
    mutating func learned(_ skew: Duration) {
        let seconds = skew / .seconds(1)
        self.bounds = seconds - 1...seconds + 1
    }
}
