internal import ChannelsProtocol
internal import Transport

/// What the client learns from the system: that it did not run, that the wall clock was set, that the
/// network came back.
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

    /// Runs as a child task of `run()`: listens to the system's news about addresses and routes.
    nonisolated func watchNetwork() async {
        guard self.watchesSystem, self.options.watchesNetwork else { return }
        for await _ in RouteChanges() { await self.networkBecameReachable() }
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
