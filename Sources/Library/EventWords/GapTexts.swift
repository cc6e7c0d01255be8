package import ChannelsProtocol

extension ClientReport {
    /// The texts of a full-width row which says that events are or may be missing here, longest
    /// first; `nil` for other rows.
    /// - Parameter time: formats a time of day.
    package func gapTexts(_ time: (Timestamp) -> String) -> [String]? {
        switch self.kind {
        case .gap(let gap):
            let start = time(gap.lastReceived)
            let size = Figures.preciseDuration(gap.duration)
            let channels = Figures.counted(gap.channels.count, "channel")
            let span = "gap: events from \(start) to \(time(gap.end)) may have been missed"
            let noticed =
                gap.suspended.map { "nothing ran here for \(Figures.preciseDuration($0))" }
                ?? "loss noticed at \(time(gap.lossNoticed))"
            return [
                "\(span): \(size) on \(channels), \(noticed)",
                "\(span): \(size) on \(channels)", span,
                "gap since \(start): \(size)", "gap of \(size)", "gap",
            ]
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
