package import ChannelsProtocol

/// What has become of the faults that were asked for.
package struct FaultReport: Hashable, Sendable {
    /// When it happened.
    package let time: Timestamp
    /// What happened, in order; empty if steps were only planned.
    package let changes: [FaultSchedule.Change]
    /// The lasting faults that are in force now, the latest last.
    package let inForce: [FaultSchedule.InForce]
    /// The steps that are still to begin, the next one first.
    package let planned: [FaultSchedule.Planned]
    /// How many planned steps were given up.
    package let forgotten: Int

    /// Creates a report.
    package init(
        at time: Timestamp, _ changes: [FaultSchedule.Change],
        inForce: [FaultSchedule.InForce] = [], planned: [FaultSchedule.Planned] = [],
        forgotten: Int = 0
    ) {
        self.time = time
        self.changes = changes
        self.inForce = inForce
        self.planned = planned
        self.forgotten = forgotten
    }
}
