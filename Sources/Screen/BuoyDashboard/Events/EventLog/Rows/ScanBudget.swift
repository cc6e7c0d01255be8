import ChannelsProtocol

/// How much of the log may be scanned before the program does something else: a few milliseconds'
/// worth, whether the events are many or large.
struct ScanBudget {
    private var events: Int
    private var bytes: Int

    init(events: Int = 4096, bytes: Int = 1 << 20) {
        self.events = events
        self.bytes = bytes
    }

    /// Whether the event may still be scanned; if so, its cost is deducted.
    /// - Parameter weight: in plain searches, see `EventFilter.weight`; 0 if the cost does not
    ///   depend on the size.
    mutating func spend(on event: ClientReport, weight: Int = 1) -> Bool {
        guard self.events > 0, self.bytes > 0 else { return false }
        self.events -= 1
        let size = min(event.retainedBytes, EventFilter.dataLimit)
        let (cost, isHuge) = size.multipliedReportingOverflow(by: max(weight, 0))
        self.bytes = isHuge ? 0 : self.bytes &- cost
        return true
    }
}
