import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// ` 2x  14:02:10  ━━━━━━━━──────────  14:30:00`
struct SeekBar {
    private let status: PlaybackStatus
    private let utcOffsetSeconds: Int

    init(_ status: PlaybackStatus, utcOffsetSeconds: Int) {
        self.status = status
        self.utcOffsetSeconds = utcOffsetSeconds
    }

    /// `REPLAY 2x`, `SLOW 0.5x, 12s behind`, `BEHIND by 12s`, `CATCHING UP 2x, 12s behind`.
    var headline: SafeText {
        let speed = SafeText(ours: self.status.speedText)
        guard self.status.span != nil else {
            let lag = SafeText(ours: Figures.duration(self.status.lag))
            if self.status.isPaused { return "STOPPED \(lag) ago" }
            if self.status.speed == 1 { return "BEHIND by \(lag)" }
            let word: SafeText = self.status.speed < 1 ? "SLOW" : "CATCHING UP"
            return "\(word) \(speed), \(lag) behind"
        }
        if self.status.isAtEnd { return "REPLAY ended" }
        return self.status.isPaused ? "REPLAY stopped" : "REPLAY \(speed)"
    }

    func draw(on canvas: inout Canvas) {
        guard let span = self.status.span else { return }
        let shown = self.time(self.status.shown)
        let end = self.time(span.end)
        var x = 1
        x += canvas.put(self.symbol, x: x, y: 0, role: .flashInfo) + 2
        x += canvas.put(shown, x: x, y: 0, role: .text) + 2
        let width = canvas.width - x - end.width - 3
        guard width >= 8 else { return }
        self.drawBar(on: &canvas, x: x, width: width, span)
        canvas.put(end, x: x + width + 2, y: 0, role: .muted)
    }

    private var symbol: SafeText {
        if self.status.isAtEnd { return "end" }
        return self.status.isPaused ? "stopped" : SafeText(ours: self.status.speedText)
    }

    private func drawBar(
        on canvas: inout Canvas, x: Int, width: Int, _ span: PlaybackStatus.Span
    ) {
        let filled = Int((span.share(of: self.status.shown) * Double(width)).rounded(.down))
        for cell in 0..<width {
            let isBefore = cell < filled
            canvas.put(
                glyph: isBefore ? canvas.glyphs.thumb : canvas.glyphs.track, x: x + cell, y: 0,
                role: isBefore ? .flashInfo : .muted)
        }
    }

    private func time(_ time: ChannelsTimestamp) -> SafeText {
        SafeText(ours: Figures.timeOfDay(time, utcOffsetSeconds: self.utcOffsetSeconds))
    }
}
