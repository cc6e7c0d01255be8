import ChannelsProtocol
import ChannelsTransport
import Synchronization

extension ChannelsClient {
    nonisolated func watchClock() async {
        guard self.watchesSystem else { return }
        var now = self.time.now()
        self.clockWatch.withLock { $0.started(at: now, asleep: self.time.timeSuspended()) }
        while (try? await self.time.sleep(until: now.advanced(by: ClockWatch.period))) != nil {
            now = self.time.now()
            if !self.beatsInTime(at: now) { await self.clockLeapt() }
        }
    }

    /// `false` if there is something to report. Then the watch is left as it was, so that it is
    /// reported before anything that is read meanwhile.
    private nonisolated func beatsInTime(at time: ChannelsTimestamp) -> Bool {
        let asleep = self.time.timeSuspended()
        return self.clockWatch.withLock { watch in
            var beaten = watch
            guard beaten.beat(at: time, asleep: asleep) == ClockWatch.BeatOutcome() else {
                return false
            }
            watch = beaten
            return true
        }
    }

    nonisolated func watchNetwork() async {
        guard self.watchesSystem, self.options.watchesNetwork else { return }
        var pauses = NetworkPauses()
        while !Task.isCancelled {
            for await change in RouteChanges() {
                await self.networkChanged(change)
                await self.pause(&pauses)
            }
            // The kernel ends the subscription if changes arrive faster than they are read.
            await self.pause(&pauses)
        }
    }

    private nonisolated func pause(_ pauses: inout NetworkPauses) async {
        let now = self.time.now()
        try? await self.time.sleep(until: now.advanced(by: pauses.pause(after: now)))
    }

    /// A connection whose address is gone is lost; the system would notice that only many seconds
    /// after something is sent.
    func networkChanged(_ change: RouteChanges.Change) {
        guard !self.isOver else { return }
        if let socket = self.machine.socket,
            let address = self.sockets[socket]?.connection?.details.localAddress,
            !self.hasAddress(address)
        {
            self.perform(
                self.machine.addressGone(
                    address, socket, at: self.time.now(), using: &self.random))
        } else if change.isGain {
            self.networkBecameReachable()
        }
    }

    private func clockLeapt() {
        let (now, asleep) = (self.time.now(), self.time.timeSuspended())
        self.report(self.clockWatch.withLock { $0.beat(at: now, asleep: asleep) })
    }

    /// After a suspension, reports that first: what is noticed now may have happened at any time in
    /// it.
    /// - Parameter isOver: whether it is the end of a connection, which needs no check any more.
    func noteActivity(isOver: Bool = false) {
        guard self.watchesSystem else { return }
        let now = self.time.now()
        self.report(
            self.clockWatch.withLock { $0.ran(at: now, asleep: self.time.timeSuspended()) },
            isOver: isOver)
    }

    private func report(_ found: ClockWatch.BeatOutcome, isOver: Bool = false) {
        var actions: [ClientAction] = []
        if let step = found.stepped { actions.append(.publish(.clockStepped(by: step))) }
        if let suspension = found.suspended {
            actions += self.machine.suspended(suspension)
            if !isOver { actions += self.machine.resumed(at: self.time.now()) }
        }
        self.perform(actions)
    }

    func waited(_ socket: SocketNumber) -> Duration? {
        guard self.machine.isWaking else { return nil }
        return self.sockets[socket]?.connection?.timeSinceArrival
    }
}
