package import ChannelsProtocol

/// A report about the requested faults.
package struct FaultReport: Hashable, Sendable {
    /// When it happened.
    package let time: Timestamp
    /// What happened, in order; empty if steps were only planned.
    package let changes: [FaultSchedule.Change]
    /// The lasting faults that are in effect now, the latest last.
    package let inForce: [FaultSchedule.InForce]
    /// The steps that have not started, the next one first.
    package let planned: [FaultSchedule.Planned]
    /// The number of planned steps that were cancelled.
    package let forgotten: Int

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
