/// A period in which nothing ran here: the process was stopped, or the machine was suspended.
package struct Suspension: Hashable, Sendable {
    /// The last sign of life before it.
    var lastRan: ChannelsTimestamp
    /// When something ran again.
    var woke: ChannelsTimestamp
    /// For how much of it the machine was suspended, so that nothing could arrive. While only the
    /// process is stopped, the kernel continues receiving.
    package var machine: Duration

    package init(lastRan: ChannelsTimestamp, woke: ChannelsTimestamp, machine: Duration = .zero) {
        self.lastRan = lastRan
        self.woke = woke
        self.machine = machine
    }

    /// From the last sign of life to the next: the whole period, and at most a beat of the
    /// `ClockWatch` more.
    package var duration: Duration { self.woke.duration(since: self.lastRan) }

    /// When bytes that are read after the suspension arrived at this machine.
    ///
    /// Right after waking they may have waited for any part of the suspension: what is read then
    /// does not prove that the connection was alive a moment ago.
    /// - Parameter waited: for how long they have waited, on a clock that stands still while the
    ///   machine is suspended; `nil` if nobody knows.
    func arrival(waited: Duration?, at time: ChannelsTimestamp) -> Arrival {
        guard let waited else {
            let isBacklog = time.duration(since: self.woke) < Self.backlogTime
            return Arrival(earliest: isBacklog ? self.lastRan : time, latest: time)
        }
        let latest = time.advanced(by: .zero - waited)
        guard latest < self.woke else { return Arrival(earliest: latest, latest: latest) }
        // They came before the machine was suspended, or after it and before this was noticed.
        let earliest = latest.advanced(by: .zero - self.machine)
        return Arrival(earliest: max(earliest, self.lastRan), latest: latest)
    }

    /// How long reading what had waited may take, if nobody knows how long each part waited.
    private static let backlogTime = Duration.seconds(1)
}

/// When something that is read now arrived at this machine.
package struct Arrival: Hashable, Sendable {
    /// The evidence for the start of a gap.
    var earliest: ChannelsTimestamp
    /// What an answer to a ping is judged by.
    var latest: ChannelsTimestamp

    package init(earliest: ChannelsTimestamp, latest: ChannelsTimestamp) {
        self.earliest = earliest
        self.latest = latest
    }
}
