import NIOCore

/// Tracks when data arrived at this machine. While the process is stopped, the kernel still
/// receives data, so it is asked (`TCPFacts`) after a pause, and until the data is new.
struct ArrivalWatch {
    /// Data that waited for less counts as read at once: the kernel counts in ticks.
    static let accuracy = Duration.milliseconds(100)
    static let pause = Duration.seconds(1)

    /// On a clock that includes suspended time; `nil` if nothing arrived or the kernel does not
    /// say.
    private(set) var lastArrival: ContinuousClock.Instant?
    private var lastRead: ContinuousClock.Instant?
    private var mayBeOld = false

    /// For data that cannot be decoded: what came after it is lost, so the arrival of the last byte
    /// says nothing.
    mutating func lostTrack() { self.lastArrival = nil }

    /// - Parameter waited: the kernel's time since the last data; `nil` if it does not say.
    mutating func read(at now: ContinuousClock.Instant, waited: () -> Duration?) {
        defer { self.lastRead = now }
        guard let lastRead = self.lastRead, self.mayBeOld || now - lastRead >= Self.pause else {
            self.lastArrival = now
            return
        }
        let waited = waited()
        self.mayBeOld = waited.map { $0 >= Self.accuracy } ?? true
        self.lastArrival = waited.map { self.mayBeOld ? now - $0 : now }
    }
}
