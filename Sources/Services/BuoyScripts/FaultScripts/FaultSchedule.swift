import ChannelsBasics
package import ChannelsProtocol

/// Decides when faults start and end. It reads no clock: times are arguments.
package struct FaultSchedule: Hashable, Sendable {
    package struct InForce: Hashable, Sendable {
        package let fault: Fault
        package let start: ChannelsTimestamp
        /// When it ends; `nil` if it has to be ended explicitly.
        package let end: ChannelsTimestamp?

        package init(fault: Fault, start: ChannelsTimestamp, end: ChannelsTimestamp?) {
            self.fault = fault
            self.start = start
            self.end = end
        }
    }

    package struct Planned: Hashable, Sendable {
        package let fault: Fault
        package let start: ChannelsTimestamp
        /// The time span in which a momentary fault happens at random; `nil` for a fixed time.
        package let within: Duration?

        package init(fault: Fault, start: ChannelsTimestamp, within: Duration? = nil) {
            self.fault = fault
            self.start = start
            self.within = within
        }
    }

    package enum Change: Hashable, Sendable {
        case strike(Fault)
        case begin(InForce)
        case end(InForce)
    }

    private struct Pending: Hashable {
        var step: FaultScript.Step
        var start: ChannelsTimestamp
        /// When it strikes or starts, within the duration of a momentary fault.
        var moment: ChannelsTimestamp
        /// The number of remaining repetitions including this one; `nil` for no limit.
        var left: Int?
    }

    package private(set) var inForce: [InForce] = []
    private var pending: [Pending] = []

    package init() {}

    package var next: ChannelsTimestamp? {
        (self.pending.map(\.moment) + self.inForce.compactMap(\.end)).min()
    }

    package var planned: [Planned] {
        self.pending.sorted { $0.moment < $1.moment }.map { pending in
            let fault = pending.step.fault
            return Planned(
                fault: fault, start: pending.moment,
                within: fault.isMomentary ? pending.step.duration : nil)
        }
    }

    /// Times count from now.
    ///
    /// - Parameter chance: from 0 to 1: where a momentary fault with a duration strikes within it.
    package mutating func plan(
        _ steps: [FaultScript.Step], at now: ChannelsTimestamp, chance: Double = 0.5
    ) {
        for step in steps {
            self.add(step, start: now.advanced(by: step.start), left: step.repetitions, chance)
        }
    }

    package mutating func endAll() -> [Change] {
        defer { (self.inForce, self.pending) = ([], []) }
        return self.inForce.map { .end($0) }
    }

    package mutating func due(at now: ChannelsTimestamp, chance: Double = 0.5) -> [Change] {
        var changes: [Change] = []
        while let moment = self.next, moment <= now {
            if let index = self.inForce.firstIndex(where: { $0.end == moment }) {
                changes.append(.end(self.inForce.remove(at: index)))
            } else if let index = self.pending.firstIndex(where: { $0.moment == moment }) {
                changes += self.begin(self.pending.remove(at: index), chance)
            }
        }
        return changes
    }

    private mutating func begin(_ pending: Pending, _ chance: Double) -> [Change] {
        let step = pending.step
        let left = pending.left.map { $0 - 1 }
        if let period = step.period, left != 0 {
            self.add(step, start: pending.start.advanced(by: period), left: left, chance)
        }
        guard !step.fault.isMomentary else { return [.strike(step.fault)] }
        // A fault replaces one of the same kind with other arguments.
        let replaced = self.inForce.filter { $0.fault.kind == step.fault.kind }
        self.inForce.removeAll { $0.fault.kind == step.fault.kind }
        let begun = InForce(
            fault: step.fault, start: pending.start,
            end: step.duration.map { pending.start.advanced(by: $0) })
        self.inForce.append(begun)
        return replaced.map { .end($0) } + [.begin(begun)]
    }

    private mutating func add(
        _ step: FaultScript.Step, start: ChannelsTimestamp, left: Int?, _ chance: Double
    ) {
        let offset = step.fault.isMomentary ? step.offset(chance: chance) : .zero
        self.pending.append(
            Pending(
                step: step, start: start, moment: start.advanced(by: offset), left: left))
    }
}

extension [FaultSchedule.InForce] {
    /// The fault that applies to attempts to connect: the one that started last.
    package var ofAttempts: Fault? { self.last { $0.fault.concernsAttempts }?.fault }
}

extension FaultSchedule.Change {
    /// The end of a sentence that starts with `fault`: `silence for 30s`, `silence is over after
    /// 30s`.
    package var sentence: String {
        switch self {
        case .strike(let fault): return fault.words
        case .begin(let begun):
            let time = begun.end.map { " for \($0.duration(since: begun.start).typed)" } ?? ""
            return "\(begun.fault.words) starts\(time)"
        case .end(let ended): return "\(ended.fault.words) is over"
        }
    }
}
