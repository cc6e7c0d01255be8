package import BuoyDashboard
package import BuoyRecordingFiles
package import BuoyScripts
package import ChannelsProtocol

package enum ReplayStep: Hashable, Sendable {
    /// What leads to the state after a report; not what happened at that time.
    case standing([ClientReport], lastNumber: Int)
    case client([ClientReport])
    case frames([RecordedFrame])
    case fault(FaultReport)
}

/// Reads what is due and finds places in a recording. Keeps nothing but the place, so a recording
/// of any length needs the same memory.
package struct Replayer: Sendable {
    struct SeekOutcome: Hashable, Sendable {
        let startsAgain: Bool
        let steps: [ReplayStep]
    }

    private let file: RecordingFile
    private var cursor: RecordingCursor
    /// Read but not due yet, the next one last.
    private var waiting: [RecordingCursor.Entry] = []
    private var opening: RecordingCheckpoint?
    private var lastNumber = 0
    private(set) var span: PlaybackStatus.Span
    package var clock: PlaybackClock
    package private(set) var isAtEnd = false

    /// Lines shown at once, so that keys do not wait for a long recording.
    private static let limit = 2000

    package init(_ file: RecordingFile, at now: ChannelsTimestamp) {
        self.file = file
        self.cursor = RecordingCursor(file, at: file.start)
        let first = file.place(atOrAfter: file.start)?.line.time ?? file.header.time
        self.span = PlaybackStatus.Span(
            start: first, end: max(file.last?.line.time ?? first, first))
        self.clock = PlaybackClock(replayFrom: first, at: now)
        self.readOpening()
    }

    private mutating func readOpening() {
        while self.next() != nil, case .checkpoint(let checkpoint)? = self.waiting.last?.line {
            self.opening = checkpoint
            self.lastNumber = checkpoint.lastNumber
            self.waiting.removeLast()
        }
    }

    /// Does not run ahead of what is shown.
    mutating func screenClock() -> PlaybackClock {
        var clock = self.clock
        clock.ceiling = self.next()?.time ?? self.span.end
        return clock
    }

    mutating func status(at now: ChannelsTimestamp) -> PlaybackStatus {
        PlaybackStatus(
            span: self.span, shown: self.screenClock().shown(at: now),
            speed: self.clock.speed, isPaused: self.clock.isPaused, isAtEnd: self.isAtEnd)
    }

    var trouble: (count: Int, reason: String)? {
        self.cursor.firstFault.map { (self.cursor.unreadable, $0.reason) }
    }

    /// Nothing while time stands still, even if it stands at the time of what is next. If very much
    /// is due, a part of it; then time waits for the rest.
    package mutating func due(at now: ChannelsTimestamp) -> [ReplayStep] {
        let shown = self.clock.shown(at: now)
        var collector = StepCollector()
        var count = 0
        if let opening = self.opening { collector.restore(opening) }
        self.opening = nil
        while !self.clock.isPaused, count < Self.limit, let next = self.next(), next.time <= shown {
            self.take(into: &collector)
            count += 1
        }
        if count == Self.limit, let time = collector.lastTime {
            self.clock.jump(to: time, at: now)
        } else if let time = collector.lastTime {
            self.clock.align(with: time, at: now)
        }
        self.stopAtEnd(shown, at: now)
        return collector.take()
    }

    /// Shows what is due first; at the end, continues from the start.
    mutating func togglePause(at now: ChannelsTimestamp) -> SeekOutcome {
        if self.isAtEnd {
            let answer = self.seek(to: self.span.start, at: now)
            self.clock.setPaused(false, at: now)
            return answer
        }
        let steps = self.due(at: now)
        // The last due report may have been the end, where time stands still.
        if !self.isAtEnd { self.clock.setPaused(!self.clock.isPaused, at: now) }
        return SeekOutcome(startsAgain: false, steps: steps)
    }

    /// `nil` while time stands still.
    mutating func wait(at now: ChannelsTimestamp) -> Duration? {
        guard let next = self.next() else { return nil }
        return self.clock.wait(until: next.time, at: now)
    }

    private mutating func stopAtEnd(_ shown: ChannelsTimestamp, at now: ChannelsTimestamp) {
        guard self.next() == nil else { return }
        // A recording that is still being written may have grown.
        if let last = self.file.last?.line.time, last > self.span.end {
            self.span = PlaybackStatus.Span(start: self.span.start, end: last)
        }
        guard shown >= self.span.end else { return }
        self.isAtEnd = true
        self.clock.jump(to: self.span.end, at: now)
        self.clock.setPaused(true, at: now)
    }

    private mutating func next() -> (offset: Int, time: ChannelsTimestamp)? {
        while true {
            if self.waiting.isEmpty { self.waiting = self.cursor.next().reversed() }
            guard let entry = self.waiting.last else { return nil }
            if let time = entry.line.time { return (entry.offset, time) }
            self.waiting.removeLast()
        }
    }

    private mutating func take(into collector: inout StepCollector) {
        guard let line = self.waiting.popLast()?.line else { return }
        if case .event(let event) = line { self.lastNumber = event.number }
        collector.add(line)
    }

    mutating func seek(to time: ChannelsTimestamp, at now: ChannelsTimestamp) -> SeekOutcome {
        let place = self.file.firstPlace { $0.time <= time }
        let (answer, _) = self.go(to: place?.offset ?? self.file.size)
        self.clock.jump(to: time, at: now)
        return answer
    }

    mutating func stepForward(at now: ChannelsTimestamp) -> SeekOutcome {
        var collector = StepCollector()
        let before = self.lastNumber
        while self.next() != nil, self.lastNumber == before { self.take(into: &collector) }
        self.stand(at: collector.lastTime, now)
        self.stopAtEnd(self.clock.shown(at: now), at: now)
        return SeekOutcome(startsAgain: false, steps: collector.take())
    }

    mutating func stepBack(at now: ChannelsTimestamp) -> SeekOutcome {
        let last = self.lastNumber
        let place = self.file.firstPlace(isNumbered: true) { $0.number < last }
        let (answer, time) = self.go(to: place?.offset ?? self.file.start)
        self.stand(at: time ?? self.span.start, now)
        return answer
    }

    private mutating func stand(at time: ChannelsTimestamp?, _ now: ChannelsTimestamp) {
        if let time { self.clock.jump(to: time, at: now) }
        self.clock.setPaused(true, at: now)
    }

    /// Shows what is between here and there or, if that is behind or far away, what follows the
    /// last checkpoint before it.
    /// - Returns: what is shown, and the time of the last of it.
    private mutating func go(to offset: Int) -> (SeekOutcome, ChannelsTimestamp?) {
        self.isAtEnd = false
        var collector = StepCollector()
        if let opening = self.opening { collector.restore(opening) }
        self.opening = nil
        let here = self.next()?.offset ?? self.cursor.offset
        let checkpoint = self.file.checkpoint(before: offset)
        let start = checkpoint?.offset ?? self.file.start
        let startsAgain = offset < here || here < start
        if startsAgain {
            self.waiting = []
            self.lastNumber = 0
            self.cursor = RecordingCursor(self.file, at: start)
            collector = StepCollector()
            if let checkpoint { self.restore(checkpoint, into: &collector) }
        }
        while let next = self.next(), next.offset < offset { self.take(into: &collector) }
        return (SeekOutcome(startsAgain: startsAgain, steps: collector.take()), collector.lastTime)
    }

    private mutating func restore(
        _ place: RecordingFile.Place, into collector: inout StepCollector
    ) {
        var cursor = RecordingCursor(self.file, at: place.offset)
        guard case .checkpoint(let checkpoint)? = cursor.next().first?.line else { return }
        collector.restore(checkpoint)
        self.lastNumber = checkpoint.lastNumber
        self.cursor = RecordingCursor(self.file, at: place.end)
    }
}

private struct StepCollector {
    private(set) var steps: [ReplayStep] = []
    private(set) var lastTime: ChannelsTimestamp?
    private var events: [ClientReport] = []
    private var frames: [RecordedFrame] = []

    mutating func add(_ line: RecordingLine) {
        if let time = line.time { self.lastTime = time }
        switch line {
        case .event(let event):
            self.endFrames()
            self.events.append(event)
        case .frame(let frame):
            self.endEvents()
            self.frames.append(frame)
        case .fault(let report):
            self.end()
            self.steps.append(.fault(report))
        // A replay that reaches it from an earlier place already knows what is in effect.
        case .checkpoint, .lost, .header, .unknown: break
        }
    }

    mutating func restore(_ checkpoint: RecordingCheckpoint) {
        self.lastTime = checkpoint.time
        self.steps.append(.standing(checkpoint.events, lastNumber: checkpoint.lastNumber))
        guard !checkpoint.faults.isEmpty else { return }
        let report = FaultReport(at: checkpoint.time, [], inForce: checkpoint.faults)
        self.steps.append(.fault(report))
    }

    mutating func take() -> [ReplayStep] {
        self.end()
        return self.steps
    }

    private mutating func end() {
        self.endEvents()
        self.endFrames()
    }

    private mutating func endEvents() {
        guard !self.events.isEmpty else { return }
        self.steps.append(.client(self.events))
        self.events = []
    }

    private mutating func endFrames() {
        guard !self.frames.isEmpty else { return }
        self.steps.append(.frames(self.frames))
        self.frames = []
    }
}
