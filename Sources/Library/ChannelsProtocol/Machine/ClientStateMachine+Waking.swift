extension ClientStateMachine {
    struct Waking: Sendable {
        var suspension: Suspension
        var total: Duration
    }

    package var isWaking: Bool { self.waking != nil }

    /// To be reported before whatever is read after it: the last frame that arrived before is the
    /// last one known, until one arrives later.
    package mutating func suspended(_ suspension: Suspension) -> [ClientAction] {
        if self.establishment != nil {
            let before = self.waking?.total ?? .zero
            self.waking = Waking(suspension: suspension, total: before + suspension.duration)
        }
        return [.publish(.suspended(for: suspension.duration))]
    }

    /// A scheduled attempt is made now, and an open connection is pinged. Timers from before may
    /// still fire late; they do nothing twice.
    package mutating func resumed(at time: ChannelsTimestamp) -> [ClientAction] {
        let outcome = self.connection.resumed(at: time)
        return self.actions(for: outcome, at: time)
    }

    mutating func arrival(waited: Duration?, at time: ChannelsTimestamp) -> Arrival? {
        guard let waking = self.waking else { return nil }
        let arrival = waking.suspension.arrival(waited: waited, at: time)
        if arrival.earliest >= waking.suspension.woke { self.waking = nil }
        return arrival
    }
}
