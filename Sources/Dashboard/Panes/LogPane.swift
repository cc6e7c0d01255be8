import ChannelsProtocol
import EventWords
import ScreenParts
import TextScreen

/// The log of the connection: its states, attempts, authorizations, subscriptions and errors, without
/// the events. Its rows are kept apart from those of the event log, so that a flood of events does
/// not push them out.
struct LogPane: Hashable, Sendable {
    var rows = EventRows(limit: Self.limit, byteLimit: Self.byteLimit)

    /// Days of an ordinary connection.
    private static let limit = 5000
    private static let byteLimit = 4 << 20

    /// Keeps a report, if it is one for this log.
    mutating func handle(_ event: ClientEvent, isUnbound: Bool) {
        if event.words.connectionLog == .entry { self.rows.append(event) }
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        let isWide = canvas.width >= 60
        let dot = canvas.glyphs.separator
        let facts =
            isWide
            ? StyledLine("\(glyph: dot) connection, authorizations, errors", .muted)
            : StyledLine()
        let content = canvas.drawTitle(
            frame, facts: facts, right: self.stateLine(canvas.glyphs), keepsRight: true)
        canvas.draw(in: content) { canvas in
            guard self.rows.count > 0 else {
                canvas.drawEmpty(["Nothing logged yet."], in: canvas.bounds)
                return
            }
            self.drawRows(on: &canvas, frame, times)
        }
    }

    private func stateLine(_ glyphs: GlyphSet) -> StyledLine {
        guard self.rows.isHeld else { return StyledLine("\(glyph: glyphs.newest)", .muted) }
        let count = self.rows.newCount
        return StyledLine(
            "\(glyph: glyphs.newest) \(count) new", count > 0 ? .eventNew : .muted)
    }

    private func drawRows(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        let top = self.rows.topIndex(height: canvas.height)
        for y in 0..<canvas.height {
            guard let event = self.rows.event(at: top + y) else { return }
            let previous = self.rows.event(at: top + y - 1)
            self.draw(event, after: previous, y: y, on: &canvas, times)
            if self.rows.isHeld, self.rows.selectedIndex == top + y {
                canvas.markSelection(y: y, frame)
            }
        }
    }

    /// `14:01:24.010 ! connected -> connecting: closed with 4201`.
    private func draw(
        _ event: ClientEvent, after previous: ClientEvent?, y: Int, on canvas: inout Canvas,
        _ times: EventTimes
    ) {
        let hasMilliseconds = canvas.width >= 50
        let width = times.width(hasMilliseconds: hasMilliseconds)
        canvas.put(
            times.text(of: event.time, after: previous?.time, hasMilliseconds: hasMilliseconds),
            endX: 1 + width, y: y, maxWidth: width, role: .eventTime)
        let outcome = event.words.outcome
        if let glyph = outcome.glyph(canvas.glyphs.marks) {
            canvas.put(glyph: glyph, x: width + 2, y: y, role: outcome.role)
        }
        canvas.put(
            Self.sentence(event, canvas.width), x: width + 4, y: y, role: outcome.textRole)
    }

    private static func sentence(_ event: ClientEvent, _ width: Int) -> SafeText {
        let limit = max(width, 0) * 4
        let words = event.words
        let detail = SafeText(sanitizing: words.detail(limit: limit), limit: limit)
        let channel: SafeText =
            words.channel == nil ? "" : "\(SafeText(sanitizing: words.channelLabel, limit: limit)) "
        if words.isSelfExplaining { return channel + detail }
        let name = SafeText(sanitizing: words.name, limit: limit)
        return detail.isEmpty ? channel + name : "\(channel)\(name) \(detail)"
    }
}

/// How a report is to be taken, as a sign before it.
extension EventDescription.Outcome {
    fileprivate func glyph(_ marks: GlyphSet.Marks) -> Unicode.Scalar? {
        switch self {
        case .good: marks.ok
        case .bad: marks.error
        case .warning: marks.warning
        case .neutral: nil
        }
    }

    fileprivate var role: Role {
        switch self {
        case .good: .flashOk
        case .bad: .eventError
        case .warning: .flashWarn
        case .neutral: .text
        }
    }

    fileprivate var textRole: Role {
        switch self {
        case .good, .warning: .text
        case .bad: .eventError
        case .neutral: .eventInternal
        }
    }
}
