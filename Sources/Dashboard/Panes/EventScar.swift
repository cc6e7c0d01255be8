import ChannelsProtocol
import TextScreen

extension ClientEvent {
    /// What a row says that is a scar over the whole width: events are missing here, or may be. The
    /// longest form first; `nil` for other rows.
    /// - Parameter times: how times are written; without them the texts have none.
    func scarTexts(_ times: EventTimes?) -> [String]? {
        let time = { (time: Timestamp) in times?.timeOfDay(time) ?? "" }
        switch self.kind {
        case .gap(let gap):
            let start = time(gap.start)
            let size = Figures.preciseDuration(gap.duration)
            let channels = ConnectionWords.counted(gap.channels, "channel")
            return [
                "gap: events since \(start) may have been missed: \(size) on \(channels)",
                "gap: events since \(start) may have been missed",
                "gap since \(start): \(size)", "gap of \(size)", "gap",
            ]
        case .suspended(let duration):
            let size = Figures.preciseDuration(duration)
            return [
                "suspended: nothing ran here for \(size) before \(time(self.time))",
                "nothing ran here for \(size)", "suspended",
            ]
        case .skipped(let skipped):
            let count = ConnectionWords.counted(skipped.events, "event")
            return [
                "skipped: \(count) came too fast to show, before \(time(self.time))",
                "\(count) came too fast to show", "\(Figures.count(skipped.events)) skipped",
                "skipped",
            ]
        default: return nil
        }
    }
}

extension Canvas {
    /// Draws a row that says over the whole width that something is missing.
    /// - Parameter texts: the longest that fits is taken.
    mutating func drawScar(_ texts: [String], y: Int) {
        let room = self.width - 6
        let text = SafeText(ours: texts.first { $0.count <= room } ?? texts.last ?? "")
        let start = max((self.width - text.width) / 2 | 1, 3)
        self.fill(Rect(x: 0, y: y, width: self.width, height: 1), role: .gap)
        // Dashes at every second cell, so that both sides look alike.
        for x in stride(from: 3, to: start - 1, by: 2) {
            self.put(glyph: "-", x: x, y: y, role: .gap)
        }
        let end = start + self.put(text, x: start, y: y, role: .gap)
        for x in stride(from: end + 1, to: self.width - 1, by: 2) {
            self.put(glyph: "-", x: x, y: y, role: .gap)
        }
    }
}
