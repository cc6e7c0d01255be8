import ChannelsProtocol

/// Counts gaps and their time, each once: a channel that comes back late is reported as another gap
/// that began at the same time.
struct GapPeriods: Sendable {
    /// When the last frame of the losses arrived that have been counted, newest last. Their
    /// channels may come back later.
    private var counted: [Timestamp] = []
    /// The end of the time that has been counted.
    private var end: Timestamp?

    /// Losses whose channels have not come back after so many more are counted again.
    private static let limit = 1000

    mutating func count(_ gap: Gap) -> [Measurement] {
        var changes: [Measurement] = []
        if !self.counted.contains(gap.lastReceived) {
            self.counted.append(gap.lastReceived)
            if self.counted.count > Self.limit { self.counted.removeFirst() }
            changes.append(Measurement(ClientMeter.gaps, .add(1)))
        }
        let start = self.end.map { max($0, gap.lastReceived) } ?? gap.lastReceived
        let time = max(gap.end.duration(since: start), .zero)
        self.end = self.end.map { max($0, gap.end) } ?? gap.end
        changes.append(Measurement(ClientMeter.gapTime, .add(time.inSeconds)))
        return changes
    }
}
