package import ChannelsProtocol

package struct StagePlay: Hashable, Sendable {
    package let act: StageAct
    /// The index of the next cue; the number of cues after the last one.
    private(set) var position = 0
    private var rest: ArraySlice<StageStep> = []
    private var pause: Pause?

    private enum Pause: Hashable, Sendable {
        case until(ChannelsTimestamp)
        case members(Int)
    }

    package init(_ act: StageAct) { self.act = act }

    package var isWaiting: Bool { self.pause != nil }

    var isOver: Bool {
        !self.act.cues.indices.contains(self.position) && self.rest.isEmpty
    }

    /// The line that says what is next: `2 of 5  Ana's phone dies`.
    package var announcement: String {
        guard self.act.cues.indices.contains(self.position) else {
            return self.waitingWords ?? "\(self.act.title) is over; use :cue 1 to restart"
        }
        return
            "\(self.position + 1) of \(self.act.cues.count)  \(self.act.cues[self.position].name)"
            + (self.waitingWords.map { "; \($0)" } ?? "")
    }

    private var waitingWords: String? {
        if case .members(let count) = self.pause { "waiting for \(count) members" } else { nil }
    }

    /// Pending steps of the current cue run first, at once.
    package mutating func next(at now: ChannelsTimestamp) -> [StageStep] {
        let rest = self.rest.filter { !$0.isPause }
        (self.rest, self.pause) = ([], nil)
        guard self.act.cues.indices.contains(self.position) else { return rest }
        self.rest = self.act.cues[self.position].steps[...]
        self.position += 1
        return rest + self.proceed(at: now)
    }

    mutating func go(to number: Int) throws(StageRefusal) {
        guard self.act.cues.indices.contains(number - 1) else {
            throw StageRefusal("the cue must be between 1 and \(self.act.cues.count)")
        }
        (self.rest, self.pause) = ([], nil)
        self.position = number - 1
    }

    /// - Parameter members: how many are here.
    package mutating func due(at now: ChannelsTimestamp, members: Int = 0) -> [StageStep] {
        switch self.pause {
        case .until(let moment) where moment <= now: break
        case .members(let count) where count <= members: break
        case .until, .members, nil: return []
        }
        self.pause = nil
        return self.proceed(at: now)
    }

    private mutating func proceed(at now: ChannelsTimestamp) -> [StageStep] {
        var steps: [StageStep] = []
        while let step = self.rest.popFirst() {
            switch step {
            case .wait(let time): self.pause = .until(now.advanced(by: time))
            case .waitForMembers(let count): self.pause = .members(count)
            case .bot, .say, .typing, .fault, .reconnect, .room: steps.append(step)
            }
            if self.isWaiting { break }
        }
        return steps
    }
}

extension StageStep {
    fileprivate var isPause: Bool {
        switch self {
        case .wait, .waitForMembers: true
        case .bot, .say, .typing, .fault, .reconnect, .room: false
        }
    }
}
