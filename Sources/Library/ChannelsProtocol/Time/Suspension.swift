package struct Suspension: Hashable, Sendable {
    var lastRan: ChannelsTimestamp
    var woke: ChannelsTimestamp
    /// While only the process is stopped, the kernel continues receiving.
    package var machine: Duration

    package init(lastRan: ChannelsTimestamp, woke: ChannelsTimestamp, machine: Duration = .zero) {
        self.lastRan = lastRan
        self.woke = woke
        self.machine = machine
    }

    /// At most a beat of the `ClockWatch` too long.
    package var duration: Duration { self.woke.duration(since: self.lastRan) }

    /// Right after waking, bytes may have waited for any part of the suspension: they do not prove
    /// that the connection was alive a moment ago.
    /// - Parameter waited: on a clock that stands still while the machine is suspended; `nil` if
    ///   unknown.
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

    /// How long reading the backlog may take, if the wait of its parts is unknown.
    private static let backlogTime = Duration.seconds(1)
}

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
