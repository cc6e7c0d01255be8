import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension ConnectionDetailsPane {
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        let right = self.view == .log ? self.log.stateLine(canvas.glyphs) : StyledLine()
        let content = canvas.drawTitle(
            frame, facts: self.facts(context, width: canvas.width), right: right,
            keepsRight: true)
        canvas.draw(in: content) { canvas in
            let sentence = self.drawSentence(on: &canvas, context)
            canvas.draw(in: canvas.bounds.split(top: sentence).rest) { canvas in
                switch self.view {
                case .why, .liveness: self.drawTexts(on: &canvas, context)
                case .timeline: self.drawSteps(on: &canvas, frame, context)
                case .gaps: self.drawGaps(on: &canvas, frame, context)
                case .subscriptions: self.drawLedger(on: &canvas, frame, context)
                case .log: self.log.draw(on: &canvas, frame, context.times)
                }
            }
        }
    }

    private func facts(_ context: PaneContext, width: Int) -> StyledLine {
        let record = context.connection.record
        var line = StyledLine()
        for view in View.allCases {
            let isShown = view == self.view
            guard isShown || width >= 76 else { continue }
            let count: Int? =
                switch view {
                case .timeline: record.steps.count
                case .gaps: record.gaps.total
                case .subscriptions: self.ledger.count
                case .why, .liveness, .log: nil
                }
            let text = view.rawValue + (count.map { " \(Figures.count($0))" } ?? "")
            if line.width > 0 { line.append("  ", .muted) }
            line.append(SafeText(ours: isShown ? "[\(text)]" : text), isShown ? .text : .muted)
        }
        let stuck = self.ledger.stuckCount
        if stuck > 0 { line.append(SafeText(ours: "  \(stuck) stuck"), .flashWarn) }
        return line
    }

    func sentenceRows(height: Int) -> Int {
        switch self.view {
        case .why, .liveness, .log: 0
        case .timeline, .gaps, .subscriptions: height >= 5 ? 1 : 0
        }
    }

    private func drawSentence(on canvas: inout Canvas, _ context: PaneContext) -> Int {
        let rows = self.sentenceRows(height: canvas.height)
        guard rows > 0 else { return 0 }
        let text = SafeText(sanitizing: self.explanation(context).sentence, limit: 1000)
        canvas.put(
            text, x: 1, y: 0, maxWidth: max(canvas.width - 2, 0),
            role: context.connection.state.textRole)
        return rows
    }

    func explanation(_ context: PaneContext) -> ConnectionExplanation {
        let failures = context.channels.failures
        // Nobody refuses a channel that the client of a proxy does not ask for again.
        let lost =
            context.connection.isPassedOn
            ? failures.count { $0.code == nil && $0.status == nil } : 0
        return ConnectionExplanation(
            context.connection.record,
            ConnectionExplanation.Surroundings(
                now: context.now, wanted: context.channels.rows.count,
                subscribed: context.channels.subscribedCount(
                    isConnected: context.connection.state == .connected),
                refused: failures.count - lost, lost: lost,
                clock: { context.times.timeOfDay($0) }))
    }

    // MARK: Strings

    func texts(width: Int, _ context: PaneContext) -> [StyledLine] {
        switch self.view {
        case .why: self.explanationLines(width: width, context) + self.frameLines(context)
        case .liveness: self.livenessLines(width: width, context)
        case .timeline, .gaps, .subscriptions, .log: []
        }
    }

    private func drawTexts(on canvas: inout Canvas, _ context: PaneContext) {
        let lines = self.texts(width: canvas.width, context)
        let last = Self.lastTop(count: lines.count, height: canvas.height)
        let window = ListWindow(
            top: min(self.top, last), lines: last > 0 ? max(canvas.height - 1, 1) : canvas.height,
            count: lines.count)
        for (y, index) in window.rows.enumerated() {
            canvas.put(lines[index], x: 1, y: y, maxWidth: max(canvas.width - 2, 0))
        }
        canvas.drawMore(window)
    }

    static func lastTop(count: Int, height: Int) -> Int {
        count > height ? count - max(height - 1, 1) : 0
    }

    private func explanationLines(width: Int, _ context: PaneContext) -> [StyledLine] {
        let explanation = self.explanation(context)
        let role = context.connection.state.textRole
        var lines = SafeText.lines(of: explanation.sentence, width: width - 2, limit: 4)
            .map { StyledLine($0, role) }
        let isWide = width >= Self.wideWidth && !explanation.forecast.isEmpty
        let left = isWide ? width * 3 / 5 : width
        let facts = explanation.facts.flatMap { Self.lines($0.label, $0.value, width: left) }
        guard !explanation.forecast.isEmpty else { return lines + facts }
        var forecast = [StyledLine(SafeText(ours: explanation.forecastCondition), .muted)]
        forecast += explanation.forecast.flatMap {
            Self.lines($0.label, $0.value, width: isWide ? width - left : width)
        }
        guard isWide else { return lines + facts + forecast }
        for row in 0..<max(facts.count, forecast.count) {
            var line = row < facts.count ? facts[row] : StyledLine()
            guard row < forecast.count else {
                lines.append(line)
                continue
            }
            line.append(Self.blank(max(left - line.width, 1)))
            line.append(forecast[row])
            lines.append(line)
        }
        return lines
    }

    private func frameLines(_ context: PaneContext) -> [StyledLine] {
        guard let loss = context.connection.record.gaps.latest?.lossNoticed else { return [] }
        let frames = self.lossFrames.before(loss)
        guard !frames.isEmpty else { return [] }
        return [StyledLine("Last frames before the loss:", .muted)]
            + frames.map { $0.line(context.times) }
    }

    private static let wideWidth = 100

    private static func blank(_ cells: Int) -> SafeText {
        SafeText(ours: String(repeating: " ", count: cells))
    }

    private static let labelWidth = 12

    static func lines(
        _ label: String, _ value: String, _ role: Role = .text, width: Int
    ) -> [StyledLine] {
        let label = SafeText(sanitizing: label, limit: 80)
        let room = max(width - 2 - self.labelWidth, 8)
        return SafeText.lines(of: value, width: room, limit: 3).enumerated().map { row, text in
            var line = StyledLine(row == 0 ? label : .empty, .muted)
            line.append(self.blank(max(self.labelWidth - line.width, 1)), .muted)
            line.append(text, role)
            return line
        }
    }

    // MARK: Timeline

    /// `14:01:24.010   0.4s ! 4201 a pong did not arrive in time: connected -> connecting`
    private func drawSteps(
        on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext
    ) {
        let record = context.connection.record
        guard !self.steps.order.isEmpty else {
            canvas.drawEmpty(
                ["Nothing has happened yet."] + context.advising(["Press r to connect."]),
                in: canvas.bounds)
            return
        }
        self.drawList(self.steps, on: &canvas, frame) { number, y, canvas in
            guard let step = record.steps[number] else { return }
            let outcome = step.outcome
            Self.drawRow(
                Row(
                    time: step.time, previous: record.steps[number - 1]?.time,
                    duration: record.steps.duration(of: number, at: context.now),
                    mark: outcome.glyph(canvas.glyphs.marks), markRole: outcome.role,
                    text: step.rowText, role: outcome.textRole),
                y: y, on: &canvas, context)
        }
    }

    // MARK: Gaps

    /// `14:01:24.010  58.2s ! 4201 a pong did not arrive in time; 3 of 3 channels resubscribed`
    private func drawGaps(
        on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext
    ) {
        let record = context.connection.record
        guard !self.gaps.order.isEmpty else {
            canvas.drawEmpty(["No losses yet."], in: canvas.bounds)
            return
        }
        self.drawList(self.gaps, on: &canvas, frame) { number, y, canvas in
            guard let gap = record.gaps[number] else { return }
            Self.drawRow(
                Row(
                    time: gap.lastReceived, previous: record.gaps[number - 1]?.lastReceived,
                    duration: gap.duration(at: context.now),
                    text: (gap.isOpen ? "ongoing: " : "") + gap.summary,
                    role: gap.isOpen ? .flashWarn : .text),
                y: y, on: &canvas, context)
        }
    }

    // MARK: Rows

    struct Row {
        let time: ChannelsTimestamp
        let previous: ChannelsTimestamp?
        let duration: Duration
        var mark: Unicode.Scalar?
        var markRole = Role.text
        let text: String
        let role: Role
    }

    static func drawRow(
        _ row: Row, y: Int, on canvas: inout Canvas, _ context: PaneContext
    ) {
        let precision: EventTimes.Precision = canvas.width >= 60 ? .milliseconds : .seconds
        let width = context.times.width(precision)
        let time = context.times.text(of: row.time, after: row.previous, precision)
        canvas.put(time, endX: 1 + width, y: y, maxWidth: width, role: .eventTime)
        canvas.put(
            SafeText(ours: Figures.preciseDuration(row.duration)), endX: width + 8, y: y,
            maxWidth: 6, role: .muted)
        let x = width + 9
        if let mark = row.mark { canvas.put(glyph: mark, x: x, y: y, role: row.markRole) }
        canvas.put(
            SafeText(sanitizing: row.text, limit: 1000), x: x + 2, y: y,
            maxWidth: max(canvas.width - x - 3, 0), role: row.role)
    }

    func drawList(
        _ list: ListCursor<Int>, on canvas: inout Canvas, _ frame: PaneFrame,
        row: (_ number: Int, _ y: Int, _ canvas: inout Canvas) -> Void
    ) {
        let window = list.window(height: canvas.height)
        for (y, index) in window.rows.enumerated() {
            row(list.order[index], y, &canvas)
            if index == list.index, list.selected != nil || frame.isFocused {
                canvas.markSelection(y: y, frame)
            }
        }
        canvas.drawMore(window)
    }
}
