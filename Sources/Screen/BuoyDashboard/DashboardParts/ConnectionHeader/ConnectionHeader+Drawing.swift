import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

// The height depends on the size of the screen alone: the state and what happens next in the first
// row, the history and the reason in the second.
extension ConnectionHeader {
    func draw(on canvas: inout Canvas, _ labels: ConnectionLabels, now: ChannelsTimestamp) {
        canvas.fill(canvas.bounds, role: .header)
        let isCompact = canvas.height < 2
        self.drawState(on: &canvas, labels, isCompact: isCompact, now: now)
        if !isCompact { self.drawReason(on: &canvas, now: now) }
    }

    func drawForAudience(on canvas: inout Canvas, now: ChannelsTimestamp) {
        canvas.fill(canvas.bounds, role: .header)
        let noAnswer = self.liveness.noAnswer(at: now)
        let isCompact = canvas.height < 2
        let x = self.drawWord(on: &canvas, isCompact: isCompact, hasAnswer: noAnswer == nil)
        var line = FactLine()
        self.addFaults(to: &line, now: now)
        if let noAnswer {
            self.add(noAnswer, to: &line)
        } else {
            self.addNext(to: &line, canvas.glyphs, now: now)
        }
        _ = line.draw(on: &canvas, x: x, y: 0, endX: canvas.width - 1)
    }

    // MARK: The state

    private func drawState(
        on canvas: inout Canvas, _ labels: ConnectionLabels, isCompact: Bool, now: ChannelsTimestamp
    ) {
        let noAnswer = self.liveness.noAnswer(at: now)
        let x = self.drawWord(on: &canvas, isCompact: isCompact, hasAnswer: noAnswer == nil)
        var line = FactLine()
        if labels.isNamed {
            line.add(SafeText(sanitizing: labels.server, limit: 40), importance: 98)
        }
        if labels.isReadOnly { line.add("read-only", importance: 97) }
        // The name of another program is the first thing to know of its connection.
        if self.isPassedOn, self.state != .initialized, !labels.isNamed {
            line.add(SafeText(sanitizing: labels.server, limit: 120), importance: 80)
        }
        for mark in self.marks {
            line.add(mark.text, mark.role, importance: mark.importance)
        }
        self.addFaults(to: &line, now: now)
        if isCompact { line.add(self.code, self.reasonRole, importance: 96) }
        if let noAnswer {
            self.add(noAnswer, to: &line)
        } else {
            self.addNext(to: &line, canvas.glyphs, now: now)
        }
        let endX = canvas.width - 1
        var rest = FactLine()
        if self.state == .connected, noAnswer == nil {
            self.addPlace(to: &line, labels)
            self.addFigures(to: &rest, now: now)
        } else {
            self.addPlace(to: &rest, labels)
        }
        let hasFigures = self.state == .connected && noAnswer == nil && !isCompact
        let figures = hasFigures ? min(20, canvas.width / 4) : 0
        let end = line.draw(on: &canvas, x: x, y: 0, endX: endX - figures)
        rest.drawAtEnd(on: &canvas, x: end, y: 0, endX: endX)
        if let role = labels.line { canvas.colorLine(role, from: x - 1) }
    }

    private func drawWord(on canvas: inout Canvas, isCompact: Bool, hasAnswer: Bool) -> Int {
        let states = canvas.glyphs.states
        let glyph = hasAnswer ? self.state.glyph(states) : states.unavailable
        let role = hasAnswer ? self.state.role : .stateUnavailable
        let word = "\(glyph: glyph) \(hasAnswer ? self.stateWord : "NO ANSWER")" as SafeText
        var x = 1
        if !isCompact { x += canvas.put("buoy ", x: x, y: 0, role: .title) }
        x += canvas.put(word, x: x, y: 0, maxWidth: max(canvas.width - x, 0), role: role)
        return x + 2
    }

    /// In the words of Pusher's clients. An attempt after a loss or a failure is a retry.
    private var stateWord: SafeText {
        let isRetrying = self.state == .connecting && self.lastEnd != nil
        return isRetrying ? "RETRYING" : SafeText(ours: self.state.rawValue.uppercased())
    }

    private func addNext(to line: inout FactLine, _ glyphs: GlyphSet, now: ChannelsTimestamp) {
        switch self.state {
        case .connected: break
        case .connecting, .unavailable: self.addAttempt(to: &line, glyphs, now: now)
        case .initialized where self.isPassedOn:
            let address = SafeText(sanitizing: self.listeningAddress, limit: 120)
            line.add("waiting for a client at \(address)", importance: 50)
        case .failed, .disconnected, .initialized:
            if self.canConnect {
                line.add(
                    self.state == .failed ? "r retries" : "r connects", importance: 50)
            }
        }
    }

    private func addAttempt(to line: inout FactLine, _ glyphs: GlyphSet, now: ChannelsTimestamp) {
        if let waiting = self.waiting {
            let limit = waiting.retry.attemptLimit.map { " of \($0)" } ?? ""
            let number = "attempt \(waiting.retry.attempt)\(limit)"
            let left = waiting.due.duration(since: now)
            guard !self.isPassedOn else {
                let words =
                    left > .zero
                    ? "expected in \(Self.countdown(left))"
                    : "expected \(Figures.duration(.zero - left)) ago"
                line.add(SafeText(ours: "\(number) \(words)"), importance: 70)
                return
            }
            line.add(SafeText(ours: "\(number) in \(Self.countdown(left))"), importance: 70)
            line.add(Self.bar(left, of: waiting.retry.delay, glyphs), importance: 20)
            if let kept = waiting.retry.keptAfter {
                line.add(
                    SafeText(ours: "back-off not reset: up only \(Figures.duration(kept))"), .muted,
                    importance: 18)
            }
        } else if let attempt = self.attempt {
            let passed = Figures.duration(now.duration(since: attempt.since))
            let limit = Figures.duration(attempt.attempt.timeLimit)
            line.add(
                anyOf: [
                    "attempt \(attempt.attempt.number), \(passed) of \(limit)",
                    "attempt \(attempt.attempt.number)",
                ].map { StyledLine(SafeText(ours: $0), .header) }, importance: 70)
        } else if self.isPassedOn {
            line.add("waiting for the client to reconnect", importance: 55)
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
                cell < filled ? .header : .muted)
        }
        return bar
    }

    /// `FAULT silence 23s left, delay 200ms`, where there is no room `FAULT silence, delay 200ms`
    /// or `2 FAULTS`; or else the next one that is planned.
    private func addFaults(to line: inout FactLine, now: ChannelsTimestamp) {
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
            line.add(anyOf: forms.map { StyledLine($0, .flashWarn) }, importance: 60)
        }
        if let next = self.plannedFaults.first {
            let wait = Figures.duration(max(next.start.duration(since: now), .zero))
            line.add(
                SafeText(ours: "fault \(next.fault.words) in \(wait)"), .flashWarn,
                importance: 45)
        }
    }

    /// `ping sent 4s ago, dropped in 26s`
    private func add(_ noAnswer: UnansweredPings.NoAnswer, to line: inout FactLine) {
        let sent = "ping sent \(Figures.duration(noAnswer.pingAge)) ago"
        let forms = [noAnswer.timeLeft.map { "\(sent), closed in \(Figures.duration($0))" }, sent]
        line.add(
            anyOf: forms.compactMap(\.self).map { StyledLine(SafeText(ours: $0), .header) },
            importance: 100)
    }

    // MARK: The place

    private func addPlace(to line: inout FactLine, _ labels: ConnectionLabels) {
        if !labels.isNamed, !self.isPassedOn || self.state == .initialized {
            line.add(SafeText(sanitizing: labels.server, limit: 120), .muted, importance: 30)
        }
        line.add(SafeText(sanitizing: labels.peer, limit: 120), .muted, importance: 11)
        line.add(SafeText(sanitizing: self.address, limit: 120), .muted, importance: 35)
    }

    private func addFigures(to line: inout FactLine, now: ChannelsTimestamp) {
        let rate = Figures.rate(self.incoming.perSecond(at: now.second))
        line.add("\(SafeText(ours: rate)) ev/s", importance: 44)
        if let last = self.liveness.latest(1).last {
            line.add("rtt \(SafeText(ours: Figures.roundTrip(last)))", .muted, importance: 33)
        }
    }

    // MARK: The history and the reason

    private func drawReason(on canvas: inout Canvas, now: ChannelsTimestamp) {
        let endX = canvas.width - 1
        let secondsPerCell: Int64 = canvas.width < 120 ? 4 : 2
        let noAnswer = self.liveness.noAnswer(at: now)
        guard self.state != .connected || noAnswer != nil else {
            var facts = FactLine()
            facts.add("up \(Figures.duration(now.duration(since: self.since)))", importance: 50)
            facts.add(self.lossText, self.drops > 0 ? .header : .muted, importance: 40)
            let start = facts.drawAtEnd(on: &canvas, x: 1, y: 1, endX: endX)
            let strip = Rect(x: 1, y: 1, width: max(start - 3, 0), height: 1)
            self.history.draw(on: &canvas, in: strip, now: now, secondsPerCell: secondsPerCell)
            return
        }
        let strip = Rect(x: 1, y: 1, width: min(20, canvas.width / 4), height: 1)
        self.history.draw(
            on: &canvas, in: strip, now: now, secondsPerCell: secondsPerCell,
            silentSince: noAnswer == nil ? nil : self.liveness.lastHeard)
        let x = strip.endX + 2
        if let noAnswer {
            let age = Figures.duration(noAnswer.lastFrameAge)
            canvas.put(SafeText(ours: "last heard \(age) ago"), x: x, y: 1, role: .header)
            return
        }
        canvas.put(self.timeText(now), x: x, y: 1, role: .header)
        let start = x + Self.timeRoom
        canvas.put(
            self.reason, x: start, y: 1, maxWidth: max(endX - start, 0), role: self.reasonRole)
    }

    /// Enough for `down 59m59s`, so that the reason does not move.
    private static let timeRoom = 12

    /// `no losses`, `2 losses, gaps 58.2s, 95 missed`, or `1 loss, gaps 1.0s, up to 1m36s`.
    private var lossText: SafeText {
        guard self.drops > 0 else { return "no losses" }
        let count = self.drops == 1 ? "1 loss" : "\(Figures.grouped(self.drops)) losses"
        let time = self.gaps.totalTime
        guard time.longest >= .milliseconds(100) else { return SafeText(ours: count) }
        let missed = self.gaps.missedEvents.map { ", \(Figures.grouped($0)) missed" } ?? ""
        return SafeText(ours: "\(count), gaps \(time.words)\(missed)")
    }

    /// `down 4s`, or `for 4s` if there was no connection before.
    private func timeText(_ now: ChannelsTimestamp) -> SafeText {
        // Before the first report, no time is known.
        guard self.since != .zero else { return .empty }
        let word = self.lostAt == nil ? "for" : "down"
        let time = Figures.duration(now.duration(since: self.lostAt ?? self.since))
        return SafeText(ours: "\(word) \(time)")
    }

    private var reason: SafeText {
        switch self.state {
        case .connecting, .unavailable, .failed:
            return SafeText(sanitizing: self.lastEnd?.words(.row) ?? "", limit: 300)
        case .disconnected:
            return self.isPassedOn ? "the client disconnected" : "you disconnected"
        case .initialized:
            return self.isPassedOn ? "no client has connected yet" : "not connected yet"
        case .connected: return .empty
        }
    }

    private var code: SafeText {
        switch self.state {
        case .connecting, .unavailable, .failed:
            let code = self.lastEnd?.words(.code) ?? ""
            return code.isEmpty ? self.reason : SafeText(sanitizing: code, limit: 40)
        case .disconnected: return self.reason
        case .connected, .initialized: return .empty
        }
    }

    private var reasonRole: Role {
        switch self.state {
        case .connecting, .unavailable: .flashWarn
        case .failed: .flashError
        case .connected, .disconnected, .initialized: .muted
        }
    }
}

extension Canvas {
    /// Not over what has a colour with a meaning.
    fileprivate mutating func colorLine(_ role: Role, from start: Int) {
        let plain: Set<Role> = [.header, .text, .muted, .title]
        for x in max(start, 0)..<self.width where plain.contains(self[x, 0].role) {
            self.overlay(role, in: Rect(x: x, y: 0, width: 1, height: 1))
        }
    }
}
