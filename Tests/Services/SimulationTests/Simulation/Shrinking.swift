extension Script {
    /// The shortest script found that breaks the same invariant: steps are left out, times and
    /// numbers made smaller, as long as it still does.
    ///
    /// - Parameter fails: whether a script still breaks it.
    func shrunk(_ fails: (Script) -> Bool) -> Script {
        var script = self
        var before = script
        repeat {
            before = script
            script.leaveOutSteps(fails)
            script.simplifySteps(fails)
            script.simplifySettings(fails)
        } while script != before
        return script
    }

    /// Leaves out runs of steps, long ones first.
    private mutating func leaveOutSteps(_ fails: (Script) -> Bool) {
        var length = max(1, self.steps.count / 2)
        while true {
            var start = 0
            while start < self.steps.count {
                var shorter = self
                let end = min(start + length, self.steps.count)
                let passed = self.steps[start..<end].reduce(0) { $0 + $1.delay }
                shorter.steps.removeSubrange(start..<end)
                // The steps behind may have to happen at the same time as before.
                var later = shorter
                if start < later.steps.count { later.steps[start].delay += passed }
                if fails(shorter) {
                    self = shorter
                } else if later != shorter, fails(later) {
                    self = later
                } else {
                    start += length
                }
            }
            guard length > 1 else { return }
            length /= 2
        }
    }

    private mutating func simplifySteps(_ fails: (Script) -> Bool) {
        for index in self.steps.indices {
            for simpler in self.steps[index].simpler {
                var script = self
                script.steps[index] = simpler
                guard fails(script) else { continue }
                self = script
                break
            }
        }
    }

    /// Goes back to the standard settings, all or one by one.
    private mutating func simplifySettings(_ fails: (Script) -> Bool) {
        let standard = Settings()
        self.change(fails) { $0 = standard }
        self.change(fails) { $0.shuffles = standard.shuffles }
        self.change(fails) { $0.pausingEvents = standard.pausingEvents }
        self.change(fails) { ($0.activity, $0.pong) = (standard.activity, standard.pong) }
        self.change(fails) { $0.policy = standard.policy }
        self.change(fails) { $0.slowEvents = standard.slowEvents }
    }

    /// Changes the settings if it still fails then.
    private mutating func change(
        _ fails: (Script) -> Bool, _ change: (inout Settings) -> Void
    ) {
        var script = self
        change(&script.settings)
        if script != self, fails(script) { self = script }
    }
}

extension Script.Step {
    /// The same step, with smaller times and numbers, the smallest first.
    fileprivate var simpler: [Script.Step] {
        let sooner = [0, 1, 10, 100, 1000, 10_000, self.delay / 2].filter { $0 < self.delay }
        return sooner.map { Script.Step(delay: $0, action: self.action) }
            + self.action.simpler.map { Script.Step(delay: self.delay, action: $0) }
    }
}

extension Script.Action {
    fileprivate var simpler: [Script.Action] {
        switch self {
        case .publish(let place, let count, let bytes):
            [
                .publish(place, count: 1, bytes: 0), .publish(place, count: 1, bytes: bytes),
                .publish(place, count: count, bytes: 0),
                .publish(place, count: count / 2, bytes: bytes),
            ]
            .filter { $0 != self && count > 1 || $0 != self && bytes > 0 }
        case .subscribe(let place) where place != .news: [.subscribe(.news)]
        case .stop(let time) where time > 10_000: [.stop(for: 10_000)]
        case .suspend(let time): [.stop(for: time)]
        case .stall(let time) where time > 500: [.stall(500), .stall(5000)].filter { $0 != self }
        case .restart(let down) where down > 0: [.restart(down: 0), .reset]
        case .restart: [.reset]
        case .end: [.reset]
        case .errorThenClose(let code): [.close(code), .reset]
        case .close: [.reset]
        case .garbage(let garbage) where garbage != .text: [.garbage(.text)]
        default: []
        }
    }
}
