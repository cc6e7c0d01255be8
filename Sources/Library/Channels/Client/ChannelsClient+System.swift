import ChannelsProtocol
import Transport

/// Reports from the system: the process was suspended, the wall clock was set, the network changed.
extension ChannelsClient {
    /// Runs as a child task of `run()`: compares the clocks every few seconds.
    nonisolated func watchClock() async {
        guard self.watchesSystem else { return }
        var watch = ClockWatch()
        var now = self.time.now()
        watch.started(at: now)
        while (try? await self.time.sleep(until: now.advanced(by: ClockWatch.period))) != nil {
            now = self.time.now()
            let found = watch.beat(at: now)
            guard found.suspended != nil || found.stepped != nil else { continue }
            await self.clockLeapt(found)
        }
    }

    /// Runs as a child task of `run()`: watches the system's addresses and routes. They change
    /// often where containers start and stop, so at most one change in ten seconds is reported.
    nonisolated func watchNetwork() async {
        guard self.watchesSystem, self.options.watchesNetwork else { return }
        while !Task.isCancelled {
            for await _ in RouteChanges() {
                await self.networkBecameReachable()
                await self.restBetweenNews()
            }
            // The kernel ends the subscription if changes arrive faster than they are read.
            await self.restBetweenNews()
        }
    }

    private nonisolated func restBetweenNews() async {
        try? await self.time.sleep(until: self.time.now().advanced(by: .seconds(10)))
    }

    private func clockLeapt(_ found: ClockWatch.OnBeat) {
        var actions: [ClientAction] = []
        if let step = found.stepped { actions.append(.publish(.clockStepped(by: step))) }
        if let gap = found.suspended {
            actions.append(.publish(.suspended(for: gap)))
            actions += self.machine.resumed(at: self.time.now())
        }
        self.perform(actions)
    }
}
