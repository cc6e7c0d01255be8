/// What is read after a suspension.
extension ClientStateMachine {
    /// The suspensions since the last frame that is known to have arrived after them.
    struct Waking: Sendable {
        /// The last of them.
        var suspension: Suspension
        /// How long nothing ran here in all of them.
        var total: Duration
    }

    /// Whether it matters for how long something that is read now has waited to be read.
    package var isWaking: Bool { self.waking != nil }

    /// Nothing ran here for a while. It is to be said before whatever is read or noticed after it,
    /// because this is judged by it: the last frame that arrived before is the last that is known
    /// of, until one arrives later.
    package mutating func suspended(_ suspension: Suspension) -> [ClientAction] {
        if self.establishment != nil {
            let before = self.waking?.total ?? .zero
            self.waking = Waking(suspension: suspension, total: before + suspension.duration)
        }
        return [.publish(.suspended(for: suspension.duration))]
    }

    /// The process or the machine was suspended for a while. A scheduled attempt is made now, and
    /// an open connection is pinged. Timers from before may still fire late; they do nothing twice.
    package mutating func resumed(at time: ChannelsTimestamp) -> [ClientAction] {
        let outcome = self.connection.resumed(at: time)
        return self.actions(for: outcome, at: time)
    }

    /// When something that is read now arrived; `nil` if it was read at once.
    mutating func arrival(waited: Duration?, at time: ChannelsTimestamp) -> Arrival? {
        guard let waking = self.waking else { return nil }
        let arrival = waking.suspension.arrival(waited: waited, at: time)
        if arrival.earliest >= waking.suspension.woke { self.waking = nil }
        return arrival
    }
}
