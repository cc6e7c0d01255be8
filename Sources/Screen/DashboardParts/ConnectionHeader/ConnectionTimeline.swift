import ChannelsProtocol
import DequeModule
import EventWords
import TextScreen

/// The history of the connection in words, step by step: the newest steps, with their durations.
struct ConnectionTimeline: Hashable, Sendable {
    private struct Step: Hashable, Sendable {
        let time: Timestamp
        /// The text. Parts of it may come from a peer.
        let text: String
        let role: Role
        /// Whether it ended a good period, so that its time of day matters.
        let isDrop: Bool
    }

    /// More than any line can show.
    private static let limit = 32

    private var steps: Deque<Step> = []

    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged(let change): self.changed(change, at: event.time)
        case .attemptFailed(let attempt, let end, _):
            let word = ConnectionWords.code(of: end)
            let reason = word.isEmpty ? ConnectionWords.summary(of: end) : word
            self.add("try \(attempt): \(reason)", .flashWarn, at: event.time)
        default: break
        }
    }

    private mutating func changed(_ change: StateChange, at time: Timestamp) {
        let isDrop = change.previous == .connected
        switch change.cause {
        case .established: self.add("connected", .stateConnected, at: time)
        case .ended(.reconnectAsked): self.add("you reconnected", .header, at: time)
        case .ended(let end) where isDrop || change.current == .failed:
            let role: Role = change.current == .failed ? .stateFailed : .gap
            self.add(ConnectionWords.summary(of: end), role, at: time, isDrop: isDrop)
        case .ended: break
        case .gaveUp(let attempts, _):
            let text = "gave up after \(Figures.counted(attempts, "attempt"))"
            self.add(text, .stateFailed, at: time, isDrop: isDrop)
        case .unavailable: self.add("unavailable", .stateUnavailable, at: time)
        case .asked:
            let isConnecting = change.current == .connecting
            let role: Role = isConnecting ? .stateConnecting : .stateDisconnected
            self.add(isConnecting ? "connecting" : "disconnected", role, at: time)
        }
    }

    private mutating func add(
        _ text: String, _ role: Role, at time: Timestamp, isDrop: Bool = false
    ) {
        self.steps.append(Step(time: time, text: text, role: role, isDrop: isDrop))
        if self.steps.count > Self.limit { self.steps.removeFirst() }
    }

    /// Draws the newest steps that fit, the newest at the end.
    func draw(on canvas: inout Canvas, in rect: Rect, now: Timestamp, utcOffsetSeconds: Int) {
        var pieces: [StyledLine] = []
        var left = rect.width
        for index in self.steps.indices.reversed() {
            let end = index + 1 < self.steps.count ? self.steps[index + 1].time : now
            let lasted = end.duration(since: self.steps[index].time)
            let hasClock = self.steps[index].isDrop || index == self.steps.startIndex
            let time =
                hasClock
                ? Figures.timeOfDay(
                    self.steps[index].time, utcOffsetSeconds: utcOffsetSeconds) : nil
            let piece = Self.piece(self.steps[index], time, lasted, canvas.glyphs)
            left -= piece.width + 1
            guard left >= 0 || pieces.isEmpty else { break }
            pieces.append(piece)
        }
        var x = rect.x
        for piece in pieces.reversed() {
            x += 1 + canvas.put(piece, x: x, y: rect.y, maxWidth: max(rect.endX - x, 0))
        }
    }

    /// `15:02:09 4201 a pong did not arrive 0.4s ▸`
    private static func piece(
        _ step: Step, _ time: String?, _ lasted: Duration, _ glyphs: GlyphSet
    ) -> StyledLine {
        var piece = StyledLine()
        if let time { piece.append("\(time) ", .muted) }
        piece.append(SafeText(sanitizing: step.text, limit: 160), step.role)
        let isShort = lasted < .seconds(10)
        let duration = isShort ? Figures.preciseDuration(lasted) : Figures.duration(lasted)
        piece.append(" \(duration) ", .header)
        piece.append(SafeText(glyph: glyphs.strip.now), .muted)
        return piece
    }
}
