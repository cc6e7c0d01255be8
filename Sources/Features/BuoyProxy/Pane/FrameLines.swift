import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension ClientsOverview {
    /// `14:01:24.010 ◀ {"event":"pusher:pong"}`, the newest last.
    func drawFrames(
        on canvas: inout Canvas, _ clock: (ChannelsTimestamp) -> String
    ) {
        guard canvas.height > 1 else { return }
        let isASCII = canvas.glyphs.alphabet == .ascii
        canvas.put(
            isASCII
                ? "Frames: < from the server, > from the client"
                : "Frames: ◀ from the server, ▶ from the client", x: 1, y: 0, role: .muted)
        for (index, frame) in self.frames.suffix(canvas.height - 1).enumerated() {
            let y = index + 1
            let time = SafeText(ours: clock(frame.time))
            canvas.put(time, x: 1, y: y, role: .eventTime)
            let x = 2 + time.width
            let arrow: Unicode.Scalar =
                frame.isSent ? (isASCII ? ">" : "▶") : (isASCII ? "<" : "◀")
            canvas.put(glyph: arrow, x: x, y: y, role: frame.isSent ? .accent1 : .accent3)
            canvas.put(
                SafeText(sanitizing: frame.text, limit: 1000), x: x + 2, y: y,
                maxWidth: max(canvas.width - x - 3, 0), role: .text)
        }
    }

    func drawAttempts(on canvas: inout Canvas, y: Int) {
        let words =
            self.stormSentence
            ?? "at most \(Figures.counted(self.attemptPeak, "attempt")) per second"
        let isStorm = self.stormSentence != nil
        let line = StyledLine(
            SafeText(ours: "All clients, last minute: \(words) "), isStorm ? .flashError : .muted)
        let width = canvas.put(line, x: 1, y: y, maxWidth: max(canvas.width - 2, 0))
        let room = canvas.width - width - 3
        guard room > 10 else { return }
        canvas.drawGraph(
            Array(self.attempts.suffix(min(room, 60))), x: width + 2, y: y,
            highest: self.attempts.max() ?? 0)
    }
}
