package import ChannelsProtocol

package struct StagePlay: Hashable, Sendable {
    package let act: StageAct
    /// The index of the next cue; the number of cues after the last one.
    private(set) var position = 0
    private var rest: ArraySlice<StageStep> = []
    private var resumesAt: ChannelsTimestamp?

    package init(_ act: StageAct) { self.act = act }

    package var isWaiting: Bool { self.resumesAt != nil }

    var isOver: Bool {
        !self.act.cues.indices.contains(self.position) && self.rest.isEmpty
    }

    /// The line that says what is next: `2 of 5  Ana's phone dies`.
    package var announcement: String {
        guard self.act.cues.indices.contains(self.position) else {
            return "\(self.act.title) is over; use :cue 1 to restart"
        }
        return
            "\(self.position + 1) of \(self.act.cues.count)  \(self.act.cues[self.position].name)"
    }

    /// Pending steps of the current cue run first, at once.
    package mutating func next(at now: ChannelsTimestamp) -> [StageStep] {
        let rest = self.rest.filter { if case .wait = $0 { false } else { true } }
        (self.rest, self.resumesAt) = ([], nil)
        guard self.act.cues.indices.contains(self.position) else { return rest }
        self.rest = self.act.cues[self.position].steps[...]
        self.position += 1
        return rest + self.proceed(at: now)
    }

    mutating func go(to number: Int) throws(StageRefusal) {
        guard self.act.cues.indices.contains(number - 1) else {
            throw StageRefusal("the cue must be between 1 and \(self.act.cues.count)")
        }
        (self.rest, self.resumesAt) = ([], nil)
        self.position = number - 1
    }

    package mutating func due(at now: ChannelsTimestamp) -> [StageStep] {
        guard let moment = self.resumesAt, moment <= now else { return [] }
        self.resumesAt = nil
        return self.proceed(at: now)
    }

    private mutating func proceed(at now: ChannelsTimestamp) -> [StageStep] {
        var steps: [StageStep] = []
        while let step = self.rest.popFirst() {
            if case .wait(let time) = step {
                self.resumesAt = now.advanced(by: time)
                break
            }
            steps.append(step)
        }
        return steps
    }
}
