package import ChannelsProtocol

extension ClientReport {
    /// For a row which says that events are or may be missing here; longest first.
    /// - Parameter missed: what is known of the missed events, longest first.
    package func gapTexts(missed: [String] = [], _ time: (ChannelsTimestamp) -> String) -> [String]?
    {
        switch self.kind {
        case .gap(let gap):
            let size = gap.size.words
            let span = "\(time(gap.lastReceived)) to \(time(gap.end))"
            let cost = missed.isEmpty ? gap.doubts : missed
            return cost.prefix(1).map { "gap \(size), \(span): \($0)" }
                + cost.map { "gap \(size): \($0)" } + ["gap \(size)", "gap"]
        case .suspended(let duration):
            let size = Figures.preciseDuration(duration)
            return [
                "suspended for \(size) before \(time(self.time))",
                "suspended for \(size)", "suspended",
            ]
        case .skipped(let skipped):
            let words = skipped.words("show", Figures.counted)
            return [
                "skipped: \(words), before \(time(self.time))", words,
                "\(Figures.count(skipped.events.addingClamped(skipped.folded))) skipped", "skipped",
            ]
        default: return nil
        }
    }
}

package struct GapSize: Hashable, Sendable {
    package var downtime: Duration
    /// Includes the silence before the loss, in which events may be missing too.
    package var longest: Duration

    package init(downtime: Duration, longest: Duration) {
        self.downtime = downtime
        self.longest = longest
    }

    /// `1.0s`, or `up to 1m36s (at least 1.0s)` if the silence matters.
    package var words: String {
        let least = Figures.preciseDuration(self.downtime)
        guard self.hasSilence else { return Figures.preciseDuration(self.longest) }
        return "up to \(Figures.preciseDuration(self.longest)) (at least \(least))"
    }

    var hasSilence: Bool { self.longest - self.downtime >= .milliseconds(100) }
}

extension ConnectionGap {
    var size: GapSize { GapSize(downtime: self.downtime, longest: self.duration) }

    fileprivate var doubts: [String] {
        guard !self.channels.isEmpty else { return ["no channels were subscribed"] }
        let missing = self.missingChannels.count
        let rest = missing > 0 ? ", \(missing) not subscribed again" : ""
        let channels = Figures.counted(self.channels.count, "channel")
        return ["events may have been missed on \(channels)\(rest)", "events may be missing"]
    }
}
