package import ChannelsProtocol

extension ClientReport {
    /// The texts of a full-width row which says that events are or may be missing here, longest
    /// first; `nil` for other rows.
    /// - Parameters:
    ///   - missed: what is known of the events of a gap, longest first; empty if nothing is.
    ///   - time: formats a time of day.
    package func gapTexts(missed: [String] = [], _ time: (Timestamp) -> String) -> [String]? {
        switch self.kind {
        case .gap(let gap):
            let size = Figures.preciseDuration(gap.duration)
            let span = "\(time(gap.lastReceived)) to \(time(gap.end))"
            let cost = missed.isEmpty ? gap.doubts : missed
            return cost.prefix(1).map { "gap \(size), \(span): \($0)" }
                + cost.map { "gap \(size): \($0)" } + ["gap \(size)", "gap"]
        case .suspended(let duration):
            let size = Figures.preciseDuration(duration)
            return [
                "suspended: nothing ran here for \(size) before \(time(self.time))",
                "nothing ran here for \(size)", "suspended",
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

extension Gap {
    /// What may have been missed, longest first, if no number is known.
    fileprivate var doubts: [String] {
        guard !self.channels.isEmpty else { return ["no channel was subscribed"] }
        let missing = self.missingChannels.count
        let rest = missing > 0 ? ", \(missing) not subscribed again" : ""
        let channels = Figures.counted(self.channels.count, "channel")
        return ["events may have been missed on \(channels)\(rest)", "events may be missing"]
    }
}
