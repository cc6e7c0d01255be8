package import ChannelsProtocol

/// What has become of the faults that were asked for.
package struct FaultReport: Hashable, Sendable {
    /// When it happened.
    package let time: Timestamp
    /// What happened, in order; empty if steps were only planned.
    package let changes: [FaultSchedule.Change]
    /// The lasting faults that are in force now, the latest last.
    package let inForce: [FaultSchedule.InForce]
    /// When the next step that is only planned begins; `nil` for none.
    package let nextStart: Timestamp?

    /// Creates a report.
    package init(
        at time: Timestamp, _ changes: [FaultSchedule.Change],
        inForce: [FaultSchedule.InForce] = [], nextStart: Timestamp? = nil
    ) {
        self.time = time
        self.changes = changes
        self.inForce = inForce
        self.nextStart = nextStart
    }
}
