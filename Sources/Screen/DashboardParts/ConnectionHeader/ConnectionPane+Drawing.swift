import Analysis
package import ChannelsProtocol
import EventWords
import Events
import Scripts
package import TextScreen

extension ConnectionPane {
    /// Draws the header: one row above tabs, two on a standard screen, three on a wide one, four on
    /// a large one, and additional rows for the cause of a lost connection.
    /// - Parameter size: the size of the whole screen.
    package func draw(
        on canvas: inout Canvas, _ labels: ConnectionLabels, now: Timestamp, size: ScreenSize
    ) {
        canvas.fill(canvas.bounds, role: .header)
        let extra = self.causeRows(size)
        let usual = canvas.height - extra
        self.drawLine(on: &canvas, labels, usual: usual, now: now)
        if extra > 0 { self.drawCause(on: &canvas, extra: extra, usual: usual, now: now) }
        guard usual > 1 else { return }
        let isWide = usual > 2
        let endX = canvas.width - 1
        let graphGlyphs = usual > 3 ? canvas.glyphs : nil
        let facts = self.facts(
            now: now, isWide: isWide, isRoomy: canvas.width >= 110, graphGlyphs: graphGlyphs)
        guard !isWide else {
            if extra == 0 { facts.draw(on: &canvas, x: 1, y: 1, endX: endX) }
            self.drawWideStrip(on: &canvas, y: 2 + extra, now: now)
            if usual > 3 { self.drawTimeline(on: &canvas, labels, y: 3 + extra, now: now) }
            return
        }
        // Without a connection, the reason is more important than the history.
        let strip = self.shownStripWidth(of: canvas.width)
        let rect = Rect(x: 1, y: 1, width: strip, height: 1)
        self.history.draw(on: &canvas, in: rect, now: now, secondsPerCell: 4)
        guard extra == 0 else { return }
        facts.draw(on: &canvas, x: strip == 0 ? 1 : strip + 2, y: 1, endX: endX)
    }

    /// The width of the strip in a row that it shares with facts.
    func shownStripWidth(of width: Int) -> Int {
        let wanted =
            switch self.state {
            case .initialized, .failed: 0
            case .connected, .disconnected: 36
            case .connecting, .unavailable: 20
            }
        let strip = min(wanted, width * 9 / 20)
        return self.causeNeedsStrip(of: strip, width: width) ? 0 : strip
    }

    /// Draws the first line: the state, and other facts as far as there is room.
    /// - Parameter usual: the number of rows of the header without those of the cause.
    private func drawLine(
        on canvas: inout Canvas, _ labels: ConnectionLabels, usual: Int, now: Timestamp
    ) {
        let isCompact = usual < 2
        let noAnswer = self.liveness.noAnswer(at: now)
        let x = self.drawState(on: &canvas, isCompact: isCompact, hasAnswer: noAnswer == nil)
        var line = FactLine()
        if labels.isNamed {
            line.add(SafeText(sanitizing: labels.server, limit: 40), importance: 98)
        }
        if labels.isReadOnly { line.add("read-only", importance: 97) }
        for mark in self.marks {
            line.add(mark.text, mark.role, importance: mark.importance)
        }
        self.addFaults(to: &line, now: now)
        if let noAnswer { self.add(noAnswer, to: &line, canvas.glyphs) }
        self.addState(to: &line, labels, canvas.glyphs, isCompact: isCompact, now: now)
        if usual > 3 { self.addLargeState(to: &line, canvas.glyphs, now: now) }
        line.draw(on: &canvas, x: x, y: 0, endX: canvas.width - 1)
        if let role = labels.line { canvas.colorLine(role, from: x - 1) }
    }

    /// Draws the word for the state, behind the name of the program where there is room.
    /// - Returns: the column at which the facts begin.
    private func drawState(on canvas: inout Canvas, isCompact: Bool, hasAnswer: Bool) -> Int {
        let states = canvas.glyphs.states
        let glyph = hasAnswer ? self.state.glyph(states) : states.unavailable
        let state = hasAnswer ? self.state.rawValue.uppercased() : "NO ANSWER"
        let role = hasAnswer ? self.state.role : .stateUnavailable
        let word = "\(glyph: glyph) \(state)" as SafeText
        var x = 1
        if !isCompact { x += canvas.put("buoy ", x: x, y: 0, role: .title) }
        x += canvas.put(word, x: x, y: 0, maxWidth: max(canvas.width - x, 0), role: role)
        return x + 2
    }

    /// Adds what is important in this state, and what can be done.
    private func addState(
        to line: inout FactLine, _ labels: ConnectionLabels, _ glyphs: GlyphSet, isCompact: Bool,
        now: Timestamp
    ) {
        switch self.state {
        case .connected: self.addConnected(to: &line, labels, isCompact: isCompact, now: now)
        case .connecting, .unavailable: self.addAttempt(to: &line, labels, glyphs, now: now)
        case .initialized where self.isPassedOn:
            let address = SafeText(sanitizing: self.listeningAddress, limit: 120)
            line.add("waiting for a client at \(address)", importance: 50)
        case .failed, .disconnected, .initialized:
            if self.canConnect {
                line.add(
                    self.state == .failed ? "r tries again" : "r connects", importance: 50)
            }
        }
        if self.state != .connected {
            self.addPlace(to: &line, labels)
            if let id = self.lastSocketID, !isCompact {
                line.add("was \(id.text)", .muted, importance: 10)
            }
            if isCompact, self.state == .disconnected { self.addReason(to: &line) }
        }
    }

    /// `FAULT silence 23s left, delay 200ms`, where there is no room `FAULT silence, delay 200ms`
    /// or `2 FAULTS`; or else the next one that is planned.
    private func addFaults(to line: inout FactLine, now: Timestamp) {
        let ofServer = self.serverFaults.map { "\($0) of the server" }
        let names = self.faults.map(\.fault.words) + ofServer
        let texts =
            self.faults.map { begun in
                guard let end = begun.end else { return begun.fault.words }
                return "\(begun.fault.words) \(Figures.duration(end.duration(since: now))) left"
            } + ofServer
        if !names.isEmpty {
            let count: SafeText = names.count == 1 ? "FAULT" : "\(names.count) FAULTS"
            let forms: [SafeText] = [
                "FAULT \(SafeText(sanitizing: texts.joined(separator: ", "), limit: 200))",
                "FAULT \(SafeText(sanitizing: names.joined(separator: ", "), limit: 200))", count,
            ]
            line.add(anyOf: forms.map { StyledLine($0, .flashWarn) }, importance: 99)
        }
        if let next = self.plannedFaults.first {
            let wait = Figures.duration(max(next.start.duration(since: now), .zero))
            line.add(
                SafeText(ours: "fault \(next.fault.words) in \(wait)"), .flashWarn,
                importance: 65)
        }
    }

    /// `ping sent 4s ago · dropped in 2s   last frame 9s ago`
    private func add(
        _ noAnswer: UnansweredPings.NoAnswer, to line: inout FactLine, _ glyphs: GlyphSet
    ) {
        var ping = StyledLine(
            "ping sent \(Figures.duration(noAnswer.pingAge)) ago", .stateUnavailable)
        if let left = noAnswer.timeLeft {
            ping.append(
                " \(glyph: glyphs.separator) dropped in \(Figures.duration(left))",
                .stateUnavailable)
        }
        line.add(ping, importance: 100)
        line.add(
            "last frame \(Figures.duration(noAnswer.lastFrameAge)) ago", .stateUnavailable,
            importance: 90)
    }

    private func addConnected(
        to line: inout FactLine, _ labels: ConnectionLabels, isCompact: Bool, now: Timestamp
    ) {
        self.addPlace(to: &line, labels)
        if let id = self.socketID { line.add("id \(id.text)", importance: 50) }
        if let last = self.liveness.latest(1).last {
            line.add("rtt \(Figures.roundTrip(last))", importance: 45)
        }
        if isCompact {
            line.add(self.rateText(now: now), importance: 44)
            line.add("up \(Figures.duration(now.duration(since: self.since)))", importance: 40)
        }
    }

    /// Adds the server, its address and the app key, as far as there is room.
    private func addPlace(to line: inout FactLine, _ labels: ConnectionLabels) {
        if !labels.isNamed {
            // The name of another program is the first thing to know of its connection.
            let name = SafeText(sanitizing: labels.server, limit: 120)
            line.add(name, importance: self.isPassedOn && self.state != .initialized ? 80 : 30)
            line.add(SafeText(sanitizing: labels.peer, limit: 120), importance: 11)
        }
        line.add(SafeText(sanitizing: self.address, limit: 120), importance: 35)
        if !labels.appKey.isEmpty {
            line.add("app \(SafeText(sanitizing: labels.appKey, limit: 40))", importance: 15)
        }
        // The scheme contains this too, but a word is clearer.
        if !self.address.isEmpty {
            line.add(self.usesTLS ? "TLS" : "no TLS", .muted, importance: 12)
        }
    }

    private func addAttempt(
        to line: inout FactLine, _ labels: ConnectionLabels, _ glyphs: GlyphSet, now: Timestamp
    ) {
        if let waiting = self.waiting {
            let limit = waiting.retry.attemptLimit.map { " of \($0)" } ?? ""
            if let kept = waiting.retry.keptAfter {
                line.add(
                    "retry \(waiting.retry.attempt)\(limit) (back-off kept: up "
                        + "\(Figures.duration(kept)))", importance: 60)
            } else {
                line.add("attempt \(waiting.retry.attempt)\(limit)", importance: 60)
            }
            let left = waiting.due.duration(since: now)
            guard !self.isPassedOn else {
                let words =
                    left > .zero
                    ? "expected in \(Self.countdown(left))"
                    : "expected \(Figures.duration(.zero - left)) ago"
                line.add(SafeText(ours: words), .stateConnecting, importance: 70)
                return
            }
            line.add("next try in \(Self.countdown(left))", .stateConnecting, importance: 70)
            line.add(Self.bar(left, of: waiting.retry.delay, glyphs), importance: 20)
        } else if let attempt = self.attempt {
            line.add("attempt \(attempt.attempt.number)", importance: 60)
            let passed = Figures.duration(now.duration(since: attempt.since))
            let limit = Figures.duration(attempt.attempt.timeLimit)
            line.add("trying for \(passed) of \(limit)", .stateConnecting, importance: 55)
        } else if self.isPassedOn {
            line.add("waiting for the client to come back", .stateConnecting, importance: 55)
        }
    }

    /// Whole seconds, and tenths for the last five.
    private static func countdown(_ left: Duration) -> String {
        guard left < .seconds(5) else { return Figures.duration(left) }
        return left < .milliseconds(100) ? "0.0s" : Figures.preciseDuration(left)
    }

    private static func bar(_ left: Duration, of delay: Duration, _ glyphs: GlyphSet) -> StyledLine
    {
        let whole = delay.inSeconds
        guard whole > 0 else { return StyledLine() }
        let share = min(max(1 - left.inSeconds / whole, 0), 1)
        let filled = Int((share * 8).rounded(.down))
        var bar = StyledLine()
        for cell in 0..<8 {
            bar.append(
                SafeText(glyph: cell < filled ? glyphs.thumb : glyphs.track),
                cell < filled ? .stateConnecting : .muted)
        }
        return bar
    }

    /// The facts in the second line.
    ///
    /// - Parameter graphGlyphs: the symbols for also drawing rates as graphs; `nil` for none.
    private func facts(
        now: Timestamp, isWide: Bool, isRoomy: Bool, graphGlyphs: GlyphSet?
    ) -> FactLine {
        var facts = FactLine()
        switch self.state {
        case .connected:
            facts.add("up \(Figures.duration(now.duration(since: self.since)))", importance: 50)
            facts.add(self.rateLine(now: now, graphGlyphs), importance: 45)
            if isWide { self.addWideFacts(to: &facts, now: now, graphGlyphs) }
            if self.drops > 0 { facts.add("drops \(self.drops)", .flashWarn, importance: 40) }
            if let end = self.lastEnd {
                let words =
                    isRoomy ? ConnectionWords.summary(of: end) : ConnectionWords.code(of: end)
                if !words.isEmpty {
                    facts.add("last \(SafeText(sanitizing: words, limit: 160))", importance: 20)
                }
            }
        case .connecting, .unavailable, .failed, .disconnected:
            facts.add(self.timeText(now), importance: 30)
            self.addReason(to: &facts)
        case .initialized:
            facts.add(
                self.isPassedOn ? "no client has connected yet" : "not connected yet", .muted,
                importance: 30)
        }
        return facts
    }

    private func addReason(to facts: inout FactLine) {
        if self.state == .disconnected {
            facts.add(
                self.isPassedOn ? "the client disconnected" : "you disconnected", importance: 40)
        } else if let end = self.lastEnd {
            let text = SafeText(sanitizing: ConnectionWords.summary(of: end), limit: 200)
            let advice = ConnectionWords.advice(of: end)
            let role: Role = self.state == .failed ? .stateFailed : .flashWarn
            facts.add(text, role, importance: 60)
            facts.add(SafeText(ours: advice.isEmpty ? "" : "(\(advice))"), importance: 20)
        }
    }

    private func rateText(now: Timestamp) -> SafeText {
        "in \(Figures.rate(self.incoming.perSecond(at: now.second)))/s"
    }

    private func rateLine(now: Timestamp, _ graphGlyphs: GlyphSet?) -> StyledLine {
        var line = StyledLine(self.rateText(now: now), .header)
        if let graphGlyphs {
            line.append(" ", .header)
            line.append(self.graph(self.incoming, graphGlyphs, now: now))
        }
        return line
    }

    private func addWideFacts(
        to facts: inout FactLine, now: Timestamp, _ graphGlyphs: GlyphSet?
    ) {
        let sent = Figures.rate(self.outgoing.perSecond(at: now.second))
        var rate = StyledLine("out \(sent)/s", .header)
        if let graphGlyphs {
            rate.append(" ", .header)
            rate.append(self.graph(self.outgoing, graphGlyphs, now: now))
        }
        facts.add(rate, importance: 42)
        facts.add("events \(Figures.grouped(self.incoming.total))", importance: 25)
        let roundTrips = self.liveness.latest()
        if let best = roundTrips.min(), let worst = roundTrips.max(), best < worst {
            facts.add(
                "rtt \(Figures.roundTrip(best)) to \(Figures.roundTrip(worst))", importance: 10)
        }
        if self.gaps.totalTime >= .milliseconds(100) {
            facts.add("gaps \(Figures.preciseDuration(self.gaps.totalTime))", importance: 24)
        }
    }

    private func drawWideStrip(on canvas: inout Canvas, y: Int, now: Timestamp) {
        let strip = canvas.glyphs.strip
        // Explains only what is visible, in the same colours.
        let entries: [(Unicode.Scalar, SafeText, Bool)] = [
            (strip.connected, "connected", self.history.has(.connected)),
            (
                strip.connecting, "connecting",
                self.history.has(.connecting) || self.history.has(.unavailable)
            ),
            (strip.drop, "drop", self.history.hasDrop),
            (strip.unknown, "unknown", self.history.hasSilence),
            (strip.disconnected, "disconnected", self.history.has(.disconnected)),
            (strip.failed, "failed", self.history.has(.failed)),
        ]
        var legend = StyledLine("1 cell = 2s", .muted)
        for (glyph, word, hasOccurred) in entries where hasOccurred {
            legend.append("  \(glyph: glyph) \(word)", .muted)
        }
        let width = max(canvas.width - legend.width - 4, 0)
        let rect = Rect(x: 1, y: y, width: width, height: 1)
        self.history.draw(on: &canvas, in: rect, now: now, secondsPerCell: 2)
        canvas.put(legend, x: canvas.width - legend.width - 1, y: y)
    }
}

extension Canvas {
    /// Colours the first line from a column on, but not what has a colour with a meaning.
    fileprivate mutating func colorLine(_ role: Role, from start: Int) {
        let plain: Set<Role> = [.header, .text, .muted, .title]
        for x in max(start, 0)..<self.width where plain.contains(self[x, 0].role) {
            self.overlay(role, in: Rect(x: x, y: 0, width: 1, height: 1))
        }
    }
}
