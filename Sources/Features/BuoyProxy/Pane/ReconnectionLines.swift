import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

struct ReconnectionLines {
    private let row: ClientsOverview.Row
    private let now: ChannelsTimestamp
    private let clock: (ChannelsTimestamp) -> String

    init(
        _ row: ClientsOverview.Row, now: ChannelsTimestamp,
        clock: @escaping (ChannelsTimestamp) -> String
    ) {
        self.row = row
        self.now = now
        self.clock = clock
    }

    func draw(on canvas: inout Canvas) -> Int {
        guard canvas.height > 0 else { return 0 }
        canvas.put(self.heading, x: 1, y: 0, maxWidth: max(canvas.width - 2, 0))
        guard let outage = self.row.outages.last else { return 1 }
        var y = 1
        // The timeline takes six lines; what is left is for earlier outages.
        let earlier = self.row.outages.dropLast().suffix(max(canvas.height - 8, 0))
        for outage in earlier {
            canvas.put(
                self.line(of: outage), x: 1, y: y, maxWidth: max(canvas.width - 2, 0))
            y += 1
        }
        canvas.put(self.line(of: outage), x: 1, y: y, maxWidth: max(canvas.width - 2, 0))
        y += 1
        guard canvas.height - y >= 3 else { return y }
        y += self.drawChart(of: outage, y: y, on: &canvas)
        for line in self.attemptLines(of: outage, limit: max(canvas.height - y, 0)) {
            canvas.put(line, x: 1, y: y, maxWidth: max(canvas.width - 2, 0))
            y += 1
        }
        return y
    }

    // MARK: Sentences

    private var heading: StyledLine {
        var line = StyledLine("Reconnection of ", .muted)
        line.append(SafeText(sanitizing: self.row.title, limit: 100), .title)
        let policy =
            self.row.policy.isEmpty
            ? "unknown library" : "expected: policy \(self.row.policy)"
        line.append(SafeText(ours: "  \(policy)"), .muted)
        if self.row.traffic.changed > 0 {
            let count = Figures.counted(self.row.traffic.changed, "message")
            line.append(SafeText(ours: "  \(count) changed by buoy"), .muted)
        }
        if self.row.outages.isEmpty {
            line.append("  no connection lost yet", .muted)
        } else if self.row.attemptPeak > 1 {
            line.append(
                SafeText(ours: "  at most \(self.row.attemptPeak) attempts per second"), .muted)
        }
        return line
    }

    /// `14:01:24  4200 please reconnect: back after 1.2s, attempt 2; 3 of 5 channels came back`
    private func line(of outage: ReconnectionRecord.Outage) -> StyledLine {
        var line = StyledLine(SafeText(ours: "\(self.clock(outage.start))  "), .eventTime)
        let cause = outage.cause.hasSuffix(".") ? String(outage.cause.dropLast()) : outage.cause
        line.append(SafeText(sanitizing: cause, limit: 120), .text)
        let tries = Figures.counted(outage.attemptCount, "attempt")
        if let end = outage.end {
            let time = Figures.preciseDuration(end.duration(since: outage.start))
            if outage.isUnexpected {
                line.append(": expected to stop trying", .text)
                line.append(SafeText(ours: "; came back after \(time), \(tries)"), .flashWarn)
            } else {
                line.append(SafeText(ours: ": back after \(time), \(tries)"), .text)
            }
        } else if outage.isWanted, outage.attemptCount == 0 {
            line.append(": closed on purpose", .muted)
        } else {
            let time = Figures.preciseDuration(self.now.duration(since: outage.start))
            line.append(SafeText(ours: ": away for \(time), \(tries)"), .flashWarn)
        }
        guard let sentence = outage.channelSentence else { return line }
        let isWhole = outage.returned.count == outage.channels.count
        line.append("; ", .text)
        line.append(
            SafeText(ours: sentence),
            isWhole ? .flashOk : outage.isSettled ? .flashError : .flashWarn)
        return line
    }

    /// `attempt 2  at 16.0s, as expected   connection refused`, the latest last.
    private func attemptLines(
        of outage: ReconnectionRecord.Outage, limit: Int
    ) -> [StyledLine] {
        var lines = outage.attempts.map { attempt in
            let at = Figures.preciseDuration(attempt.start.duration(since: outage.start))
            var line = StyledLine(SafeText(ours: "attempt \(attempt.number)  at \(at)"), .text)
            switch attempt.deviation(since: outage.start) {
            case .asExpected: line.append(", as expected", .flashOk)
            case .early(let time):
                line.append(
                    SafeText(ours: ", \(Figures.preciseDuration(time)) earlier than expected"),
                    .flashWarn)
            case .late(let time):
                line.append(
                    SafeText(ours: ", \(Figures.preciseDuration(time)) later than expected"),
                    .flashWarn)
            case .unexpected: line.append(", not expected", .flashWarn)
            case .unknown: break
            }
            if let failure = attempt.failure {
                line.append("  ", .muted)
                line.append(SafeText(sanitizing: failure, limit: 200), .muted)
            } else if outage.end != nil {
                line.append("  connected", .flashOk)
            }
            return line
        }
        if let next = self.nextLine(of: outage) { lines.append(next) }
        lines += outage.missingLines.map {
            StyledLine(SafeText(sanitizing: $0, limit: 200), .flashError)
        }
        return lines.suffix(limit)
    }

    private func nextLine(of outage: ReconnectionRecord.Outage) -> StyledLine? {
        guard outage.end == nil else { return nil }
        guard let next = outage.nextExpected else {
            return outage.expectsEnd
                ? StyledLine("its library is expected to stop trying", .flashWarn) : nil
        }
        let left = next.duration(since: self.now)
        if left > .zero {
            let time = Figures.preciseDuration(left)
            return StyledLine(SafeText(ours: "next attempt expected in \(time)"), .muted)
        }
        let time = Figures.preciseDuration(.zero - left)
        var line = StyledLine(SafeText(ours: "an attempt was expected \(time) ago"), .flashWarn)
        if !self.row.remark.isEmpty { line.append(SafeText(ours: ". \(self.row.remark)"), .muted) }
        return line
    }

    // MARK: Timeline

    /// ```
    /// client    L─────×──────────×─────●
    /// expected  L─────○──────────○─────○
    ///           0s         10s       16.2s
    /// ```
    private func drawChart(
        of outage: ReconnectionRecord.Outage, y: Int, on canvas: inout Canvas
    ) -> Int {
        let scale = Scale(outage, now: self.now, width: canvas.width - Self.labelWidth - 9)
        // Nothing is expected of an unknown library.
        let labels = self.row.policy.isEmpty ? ["client"] : ["client", "expected"]
        for (row, label) in labels.enumerated() {
            canvas.put(SafeText(ours: label), x: 1, y: y + row, role: .muted)
            for x in 0...scale.width {
                canvas.put(
                    glyph: canvas.glyphs.lines.rule, x: Self.labelWidth + x, y: y + row,
                    role: .graphAxis)
            }
            canvas.put(glyph: "|", x: Self.labelWidth, y: y + row, role: .stateFailed)
        }
        self.drawExpected(of: outage, scale, y: y + 1, on: &canvas)
        self.drawAttempts(of: outage, scale, y: y, on: &canvas)
        self.drawAxis(scale, y: y + labels.count, on: &canvas)
        return labels.count + 1
    }

    /// Attempts expected after the client was back are not on the timeline.
    private func drawExpected(
        of outage: ReconnectionRecord.Outage, _ scale: Scale, y: Int, on canvas: inout Canvas
    ) {
        let glyph: Unicode.Scalar = canvas.glyphs.alphabet == .ascii ? "o" : "○"
        let expected = outage.attempts.map(\.expected) + [outage.nextExpected]
        for time in expected.compactMap(\.self) where time <= scale.end {
            canvas.put(
                glyph: glyph, x: Self.labelWidth + scale.column(time), y: y, role: .accent2)
        }
    }

    private func drawAttempts(
        of outage: ReconnectionRecord.Outage, _ scale: Scale, y: Int, on canvas: inout Canvas
    ) {
        let isASCII = canvas.glyphs.alphabet == .ascii
        var (last, lastColumn) = (0, 0)
        for attempt in outage.attempts {
            let column = scale.column(attempt.start)
            // Those in between were too many to keep.
            for x in attempt.number > last + 1 ? lastColumn...column : column...column {
                canvas.put(
                    glyph: isASCII ? "x" : "×", x: Self.labelWidth + x, y: y,
                    role: .stateUnavailable)
            }
            (last, lastColumn) = (attempt.number, column)
        }
        if let end = outage.end {
            canvas.put(
                glyph: isASCII ? "*" : "●", x: Self.labelWidth + scale.column(end), y: y,
                role: .stateConnected)
        }
    }

    private func drawAxis(_ scale: Scale, y: Int, on canvas: inout Canvas) {
        canvas.put("lost", x: Self.labelWidth, y: y, role: .muted)
        let middle = Figures.preciseDuration(scale.length / 2)
        if scale.width > 30 {
            canvas.put(
                SafeText(ours: middle), x: Self.labelWidth + scale.width / 2, y: y, role: .muted)
        }
        canvas.put(
            SafeText(ours: Figures.preciseDuration(scale.length)),
            x: Self.labelWidth + scale.width, y: y, role: .muted)
    }

    private static let labelWidth = 11

    private struct Scale {
        let start: ChannelsTimestamp
        let end: ChannelsTimestamp
        let length: Duration
        let width: Int

        init(_ outage: ReconnectionRecord.Outage, now: ChannelsTimestamp, width: Int) {
            let end = [outage.end ?? now, outage.nextExpected].compactMap(\.self).max() ?? now
            (self.start, self.end) = (outage.start, end)
            self.length = max(end.duration(since: outage.start), .milliseconds(100))
            self.width = max(width, 1)
        }

        func column(_ time: ChannelsTimestamp) -> Int {
            let share = time.duration(since: self.start).inSeconds / self.length.inSeconds
            return Int((min(max(share, 0), 1) * Double(self.width)).rounded())
        }
    }
}
