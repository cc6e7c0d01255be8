package import ChannelsProtocol

package struct FaultReport: Hashable, Sendable {
    package let time: ChannelsTimestamp
    /// What happened, in order; empty if steps were only planned.
    package let changes: [FaultSchedule.Change]
    package let inForce: [FaultSchedule.InForce]
    package let planned: [FaultSchedule.Planned]
    package let forgotten: Int

    package init(
        at time: ChannelsTimestamp, _ changes: [FaultSchedule.Change],
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
