public import ChannelsFoundation
public import ChannelsProtocol

extension ChannelsTimestamp {
    /// The time on this machine's wall clock, for display and for comparison with other
    /// machines' times.
    public var date: Date { Date(timeIntervalSince1970: Double(self.wallMicroseconds) / 1e6) }

    /// Creates a point in time for tests.
    /// - Parameters:
    ///   - date: the time on the wall clock.
    ///   - uptime: the time on the monotonic clock, counted from any start.
    public init(date: Date, uptime: Duration = .zero) {
        let microseconds = date.timeIntervalSince1970 * 1e6
        self.init(
            monotonicNanoseconds: uptime.clampedNanoseconds,
            wallMicroseconds: Int64(exactly: microseconds.rounded())
                ?? (microseconds < 0 ? .min : .max))
    }
}
