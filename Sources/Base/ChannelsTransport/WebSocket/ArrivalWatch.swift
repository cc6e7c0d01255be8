import NIOCore

/// Tracks when the data that is read arrived at this machine.
///
/// The kernel still receives data while the process is stopped, and reports how long ago the last
/// data arrived (`TCPFacts`). It is asked after a pause, and then until the data that is read is
/// new. Without a pause, data is read as it arrives.
struct ArrivalWatch {
    /// Data that waited for less counts as read at once: the kernel counts in ticks.
    static let accuracy = Duration.milliseconds(100)
    /// The kernel is asked after this much time without anything to read.
    static let pause = Duration.seconds(1)

    /// When the last data arrived, on a clock that also runs while the machine is suspended; `nil`
    /// if none has arrived, or if the kernel does not say.
    private(set) var lastArrival: ContinuousClock.Instant?
    private var lastRead: ContinuousClock.Instant?
    private var mayBeOld = false

    /// Handles data that cannot be decoded. Whatever came after it is lost, however late it
    /// arrived, so the arrival of the last byte says nothing.
    mutating func lostTrack() { self.lastArrival = nil }

    /// Handles a read.
    /// - Parameter waited: how long ago the last data arrived, by the kernel; `nil` if it does not
    ///   say.
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
