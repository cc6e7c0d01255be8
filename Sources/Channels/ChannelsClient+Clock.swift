internal import ChannelsProtocol

/// After a suspended machine, a stopped process, or a wall clock that was set.
extension ChannelsClient {
    /// Runs as a child task of `run()`: compares the clocks every few seconds.
    nonisolated func watchClock() async {
        guard self.watchesClock else { return }
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
