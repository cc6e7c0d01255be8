import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// States, attempts, authorizations, subscriptions and errors without the events, and what services
/// report, such as webhooks. Separate from Events, so that a flood of events does not
/// displace them.
struct ConnectionLog: Hashable, Sendable {
    var rows = LogRows(limit: Self.limit, byteLimit: Self.byteLimit)
    var isWrapped = false

    /// Enough for days of a usual connection.
    private static let limit = 5000
    private static let byteLimit = 4 << 20

    mutating func handle(_ event: ClientReport) {
        if event.words.connectionLog == .entry { self.rows.add(.report(event)) }
    }

    mutating func append(_ note: LogNote) { self.rows.add(.note(note)) }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        guard self.rows.count > 0 else {
            canvas.drawEmpty(["Nothing logged yet."], in: canvas.bounds)
            return
        }
        self.drawRows(on: &canvas, frame, times)
    }

    var selection: PaneSelection? {
        switch self.rows.selected {
        case .report(let event)?: .event(event)
        case .note(let note)?: .note(note)
        case nil: nil
        }
    }

    func stateLine(_ glyphs: GlyphSet) -> StyledLine {
        guard self.rows.isHeld else { return StyledLine("\(glyph: glyphs.newest)", .muted) }
        let count = self.rows.newCount
        return StyledLine(
            "\(glyph: glyphs.newest) \(count) new", count > 0 ? .eventNew : .muted)
    }

    private func drawRows(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        let size = ScreenSize(columns: canvas.width, rows: canvas.height)
        var (index, y) = (self.top(size: size, times), 0)
        while y < canvas.height, let row = self.rows.row(at: index) {
            let lines = self.lines(row, size: size, times)
            let previous = self.rows.row(at: index - 1)
            self.draw(row, lines, after: previous, y: y, on: &canvas, times)
            if self.rows.isHeld, self.rows.selectedIndex == index {
                let rect = Rect(x: 0, y: y, width: canvas.width, height: lines.count)
                canvas.markSelection(y: y, frame)
                canvas.overlay(frame.selectionRole, in: rect)
            }
            index += 1
            y += lines.count
        }
    }

    /// `14:01:24.010 ! 4201 no pong came: connected -> connecting`
    private func draw(
        _ row: LogRow, _ lines: [SafeText], after previous: LogRow?, y: Int,
        on canvas: inout Canvas, _ times: EventTimes
    ) {
        let width = Self.timeWidth(width: canvas.width, times)
        canvas.put(
            times.text(of: row.time, after: previous?.time, Self.precision(canvas.width)),
            endX: 1 + width, y: y, maxWidth: max(width, 0), role: .eventTime)
        let outcome = row.outcome
        if let glyph = outcome.glyph(canvas.glyphs.marks) {
            canvas.put(glyph: glyph, x: width + 2, y: y, role: outcome.role)
        }
        for (line, text) in lines.enumerated() {
            canvas.put(text, x: width + 4, y: y + line, role: outcome.textRole)
        }
    }

    private func lines(_ row: LogRow, size: ScreenSize, _ times: EventTimes) -> [SafeText] {
        let room = max(size.columns - Self.textColumn(width: size.columns, times), 2)
        let most = self.isWrapped ? max(size.rows / 2, 1) : 1
        let limit = most * room * 4
        let text = SafeText(sanitizing: row.text, limit: limit)
        guard most > 1 else { return [text] }
        return Array(text.rows(first: room, width: room, atSpaces: true).prefix(most))
    }

    private static func textColumn(width: Int, _ times: EventTimes) -> Int {
        self.timeWidth(width: width, times) + 4
    }

    private static func timeWidth(width: Int, _ times: EventTimes) -> Int {
        width < 24 ? -1 : times.width(Self.precision(width))
    }

    private static func precision(_ width: Int) -> EventTimes.Precision {
        width >= 50 ? .milliseconds : .seconds
    }

    private func top(size: ScreenSize, _ times: EventTimes) -> Int {
        let least = self.rows.topIndex(height: size.rows)
        guard self.isWrapped else { return least }
        var (index, room) = (self.rows.selectedIndex, size.rows)
        while index >= least, let row = self.rows.row(at: index) {
            room -= self.lines(row, size: size, times).count
            if room < 0 { break }
            index -= 1
        }
        return min(index + 1, max(self.rows.selectedIndex, 0))
    }

    mutating func click(row y: Int, size: ScreenSize, _ times: EventTimes) -> Bool? {
        let first = self.rows.topIndex(height: size.rows)
        var (index, left) = (self.top(size: size, times), y)
        while let row = self.rows.row(at: index) {
            left -= self.lines(row, size: size, times).count
            if left < 0 { return self.rows.select(line: index - first, height: size.rows) }
            index += 1
        }
        return nil
    }
}

extension EventDescription.Outcome {
    func glyph(_ marks: GlyphSet.Marks) -> Unicode.Scalar? {
        switch self {
        case .good: marks.ok
        case .bad: marks.error
        case .warning: marks.warning
        case .neutral: nil
        }
    }

    var role: Role {
        switch self {
        case .good: .flashOk
        case .bad: .eventError
        case .warning: .flashWarn
        case .neutral: .text
        }
    }

    var textRole: Role {
        switch self {
        case .good, .warning: .text
        case .bad: .eventError
        case .neutral: .eventInternal
        }
    }
}
