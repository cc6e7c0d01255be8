import Analysis
import ChannelsProtocol
import EventWords
import Events
import TextScreen

// Additional rows of a large screen.
extension ConnectionPane {
    /// Draws the last row: what happened, in words.
    func drawTimeline(
        on canvas: inout Canvas, _ labels: ConnectionLabels, y: Int, now: Timestamp
    ) {
        let row = Rect(x: 1, y: y, width: canvas.width - 2, height: 1)
        self.timeline.draw(
            on: &canvas, in: row, now: now, utcOffsetSeconds: labels.utcOffsetSeconds)
    }

    /// Adds facts to the first row of a large screen.
    func addLargeState(to line: inout FactLine, _ glyphs: GlyphSet, now: Timestamp) {
        guard self.state == .connected, let timeout = self.activityTimeout else { return }
        line.add("activity timeout \(Figures.duration(timeout))", .muted, importance: 8)
        if let ping = self.liveness.nextPing(at: now) {
            line.add("next ping \(Figures.duration(ping))", importance: 9)
        }
    }

    /// A rate over the last seconds as a small graph; received and sent events share a scale.
    func graph(_ counter: RateCounter, _ glyphs: GlyphSet, now: Timestamp) -> StyledLine {
        let counts = counter.history(16, before: now.second)
        let all = [self.incoming, self.outgoing].flatMap { $0.history(16, before: now.second) }
        let highest = Double(max(all.max() ?? 0, 3))
        var line = StyledLine()
        for count in counts {
            let level = glyphs.level(of: Double(count), highest: highest)
            line.append(SafeText(glyph: level), count == 0 ? .graphAxis : .graphLow)
        }
        return line
    }
}
