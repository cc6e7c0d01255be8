import ChannelsProtocol

@testable import BuoyServers

/// What was wrong in a simulation.
struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The invariant that was broken.
    var invariant: String
    var text: String
    /// The step after which it was broken.
    var step: Int
    /// When, in milliseconds.
    var time: Int64

    var description: String {
        "\(self.invariant), after step \(self.step) at \(self.time) ms: \(self.text)"
    }
}

/// Keeps the account of what the client must report, from what it could know, and compares.
struct Oracle {
    let settings: Script.Settings
    private(set) var violation: Violation?
    var step = 0
    /// Whether a listener has ever paused reading: then it is not known what the client has read.
    var isPausing = false

    // What the client has reported.
    var lastNumber = 0
    var lastTime = ChannelsTimestamp.zero
    var state = ConnectionState.initialized
    var stateSince = Int64(0)
    var current: ConnectionID?
    /// How many events of the current connection were reported.
    var reported = 0
    /// All reported events, in order.
    var received: [Int] = []
    var triggered: [Int] = []
    var subscriptions: [ChannelName: SubscriptionState] = [:]
    var waits: [ChannelName: Int64] = [:]
    /// When something has to have happened.
    var deadlines: [Deadline: Int64] = [:]
    var isUnanswered = false

    // Gaps.
    var pending: [ChannelName: Loss] = [:]
    var expectedGaps: [ExpectedGap] = []
    var reportedGaps: [ReportedGap] = []
    /// From when until when each channel had to be followed.
    var duties: [ChannelName: [Duty]] = [:]

    // What the client could know.
    var readings: [ConnectionID: Reading] = [:]
    var lastSleep: (begin: Int64, end: Int64)?

    enum Deadline: String, Hashable {
        case attempt, retry, unavailable
    }

    /// What was read on a connection.
    struct Reading {
        /// The last frame, and when it was read.
        var frame: SentFrame
        var time: Int64
        var frames = 0
        /// When the last byte that was read with it had arrived, which may be of what follows: that
        /// is what a kernel says.
        var arrival: Int64
        /// The same before the last sleep.
        var beforeSleep: Int64?
        /// Whether the server has answered since.
        var isProven = true
        /// The events that were read.
        var events: [Int] = []
    }

    /// A loss of the connection: when a gap may start.
    struct Loss: Hashable {
        var noticed: Int64
        var earliest: Int64
        var latest: Int64
    }

    struct ExpectedGap: Hashable {
        var channel: ChannelName
        var loss: Loss
        var end: Int64
    }

    struct ReportedGap: Hashable {
        var channel: ChannelName
        var begin: Int64
        var noticed: Int64
        var end: Int64
    }

    struct Duty: Hashable {
        var begin: Int64
        var end = Int64.max
    }

    init(_ settings: Script.Settings) { self.settings = settings }

    /// Only the first counts.
    mutating func fail(_ invariant: String, _ text: String, at time: Int64? = nil) {
        guard self.violation == nil else { return }
        self.violation = Violation(
            invariant: invariant, text: text, step: self.step,
            time: (time ?? self.lastTime.monotonicNanoseconds) / .millisecond)
    }

    // MARK: What the client could know

    /// Frames were read.
    ///
    /// - Parameters:
    ///   - frames: all that were read on this connection so far.
    ///   - arrival: when the last byte that was read had arrived.
    mutating func read(
        _ frames: ArraySlice<SentFrame>, of id: ConnectionID, at time: Int64, arrival: Int64
    ) {
        guard let last = frames.last else { return }
        var reading = self.readings[id] ?? Reading(frame: last, time: time, arrival: arrival)
        guard frames.count > reading.frames else { return }
        for frame in frames[reading.frames...] {
            if let event = frame.event { reading.events.append(event) }
            if frame.isPong, frame.sent >= self.lastSleep?.end ?? 0 { reading.isProven = true }
        }
        reading.frames = frames.count
        reading.frame = last
        reading.arrival = max(arrival, last.arrival)
        reading.time = time
        self.readings[id] = reading
        if id == self.current { self.isUnanswered = false }
    }

    /// The end of a connection was read, after everything that its server had sent. When it arrived
    /// in a sleep nobody knows.
    mutating func readEnd(of id: ConnectionID, at time: Int64) {
        self.readings[id]?.time = time
        self.readings[id]?.arrival = time
    }

    /// The client's machine sleeps.
    mutating func slept(at time: Int64, for duration: Int64) {
        self.lastSleep = (time, time + duration)
    }

    /// The client's machine is awake again.
    mutating func woke(at time: Int64) {
        for id in self.readings.keys {
            let time = self.readings[id]?.time
            self.readings[id]?.beforeSleep = time
            self.readings[id]?.isProven = false
        }
    }

    /// The loss of a connection, noticed now: a gap starts with what was read last. What has waited
    /// over a sleep proves nothing about the time after it was sent.
    private func loss(of id: ConnectionID, at time: Int64) -> Loss {
        guard let reading = self.readings[id] else {
            return Loss(noticed: time, earliest: time, latest: time)
        }
        var loss = Loss(noticed: time, earliest: reading.time, latest: reading.time)
        if self.isPausing {
            loss.earliest = 0
            loss.latest = time
        }
        guard let sleep = self.lastSleep, let before = reading.beforeSleep, !reading.isProven,
            reading.time >= sleep.end
        else { return loss }
        loss.earliest = min(loss.earliest, before)
        // A short sleep is nothing that a client can notice.
        let isLong = sleep.end - sleep.begin >= 5 * .second
        if isLong, reading.arrival < sleep.end {
            loss.latest = max(before, reading.arrival)
        }
        return loss
    }

    // MARK: What the client reports

    mutating func note(_ events: [ClientReport], _ simulation: Simulation) {
        for event in events {
            if event.number != self.lastNumber + 1 {
                self.fail("numbers", "report \(event.number) follows \(self.lastNumber)")
            }
            if event.time < self.lastTime {
                self.fail("times", "a report is earlier than the last")
            }
            self.lastNumber = event.number
            self.lastTime = event.time
            self.note(event.kind, at: event.time.monotonicNanoseconds, simulation)
        }
    }

    private mutating func note(
        _ kind: ClientReport.Kind, at time: Int64, _ simulation: Simulation
    ) {
        switch kind {
        case .stateChanged(let change): self.note(change, at: time)
        case .attemptStarted(let attempt):
            self.deadlines[.retry] = nil
            self.deadlines[.attempt] = time + attempt.timeLimit.nanoseconds
            if attempt.isAsked { self.deadlines[.unavailable] = time + 10 * .second }
        case .attemptFailed: self.deadlines[.attempt] = nil
        case .retryScheduled(let retry):
            self.deadlines[.attempt] = nil
            self.deadlines[.retry] = time + retry.delay.nanoseconds
        case .pingSent: self.isUnanswered = true
        case .subscriptionChanged(let channel, let state): self.note(channel, state, at: time)
        case .subscriptionStuck(let channel, _): self.waits[channel] = nil
        case .gap(let gap): self.note(gap)
        case .received(let event): self.note(event, simulation)
        case .triggered(let event): self.triggered.append(SimulatedServer.number(of: event) ?? -1)
        default: break
        }
    }

    private mutating func note(_ change: StateChange, at time: Int64) {
        if change.previous != self.state {
            self.fail("states", "\(change.previous) follows \(self.state)")
        }
        self.state = change.current
        self.stateSince = time
        if change.previous == .connected { self.noteEnd(change, at: time) }
        self.deadlines[.unavailable] = nil
        switch change.current {
        case .connected:
            self.deadlines = [:]
            self.isUnanswered = false
            self.reported = 0
            self.current = change.socketID.flatMap(Self.connection)
        case .connecting: self.deadlines[.unavailable] = time + 10 * .second
        case .unavailable: break
        case .failed, .disconnected, .initialized:
            self.deadlines = [:]
            if change.current == .disconnected { self.dropPending() }
        }
    }

    /// The user disconnected: what was missed since a loss is not owed.
    private mutating func dropPending() {
        for (channel, loss) in self.pending { self.endDuty(channel, at: loss.earliest) }
        self.pending = [:]
    }

    /// The server's number of a connection, which is the second part of its socket id.
    private static func connection(_ id: SocketID) -> ConnectionID? {
        id.text.split(separator: ".").last.flatMap { Int($0) }.map(ConnectionID.init)
    }

    private mutating func noteEnd(_ change: StateChange, at time: Int64) {
        defer { self.current = nil }
        guard let id = self.current else { return }
        let isAsked = change.cause.end == nil || change.cause.end == .reconnectAsked
        let isLoss = change.current != .disconnected && (!isAsked || self.isUnanswered)
        let loss = self.loss(of: id, at: time)
        // Who leaves on purpose does not hear what was under way, or lost without notice.
        let known = self.known(time)
        for (channel, state) in self.subscriptions where state == .subscribed {
            if isLoss { self.pending[channel] = loss } else { self.endDuty(channel, at: known) }
        }
    }

    /// Until when it is known what was sent.
    private func known(_ time: Int64) -> Int64 {
        // What a listener that pauses has not read is lost with the connection.
        if self.isPausing { return 0 }
        return min(time, self.current.flatMap { self.readings[$0]?.time } ?? time)
    }

    private mutating func endDuty(_ channel: ChannelName, at time: Int64) {
        guard let last = self.duties[channel]?.indices.last else { return }
        if self.duties[channel]?[last].end == .max { self.duties[channel]?[last].end = time }
    }

    private mutating func note(
        _ channel: ChannelName, _ state: SubscriptionState, at time: Int64
    ) {
        let before = self.subscriptions.updateValue(state, forKey: channel)
        self.waits[channel] = nil
        // The user wanted to leave, or to subscribe again: what comes meanwhile is not owed.
        if before == .subscribed, self.current != nil {
            self.endDuty(channel, at: self.known(time))
        }
        switch state {
        case .authorizing, .subscribing: self.waits[channel] = time
        case .subscribed:
            if let loss = self.pending.removeValue(forKey: channel) {
                self.expectedGaps.append(ExpectedGap(channel: channel, loss: loss, end: time))
            } else {
                self.duties[channel, default: []].append(Duty(begin: time))
            }
        case .unsubscribing, .unsubscribed:
            if let loss = self.pending.removeValue(forKey: channel) {
                self.endDuty(channel, at: loss.earliest)
            }
            if state == .unsubscribed { self.subscriptions[channel] = nil }
        case .requested, .failed: break
        }
    }

    private mutating func note(_ gap: ConnectionGap) {
        for channel in gap.channels {
            guard let end = channel.subscribedAgain else { continue }
            self.reportedGaps.append(
                ReportedGap(
                    channel: channel.name, begin: gap.lastReceived.monotonicNanoseconds,
                    noticed: gap.lossNoticed.monotonicNanoseconds,
                    end: end.monotonicNanoseconds))
        }
    }

    /// An event must be the next one that the server sent on this connection.
    private mutating func note(_ event: ChannelsEvent, _ simulation: Simulation) {
        guard let number = SimulatedServer.number(of: event) else { return }
        self.received.append(number)
        guard let id = self.current, let events = self.readings[id]?.events else {
            return self.fail("events", "event \(number) was reported without a connection")
        }
        guard self.reported < events.count, events[self.reported] == number else {
            let wanted =
                self.reported < events.count ? "\(events[self.reported]) was next" : "none was read"
            return self.fail("events", "event \(number) was reported, but \(wanted)")
        }
        self.reported += 1
    }

    // MARK: After each step

    /// Checks what must hold whenever the client waits.
    mutating func check(at time: Int64, _ simulation: Simulation) {
        for (deadline, due) in self.deadlines where due < time {
            self.fail("timers", "nothing happened at the end of: \(deadline)", at: time)
        }
        for (channel, start) in self.waits where time > start + 10 * .second {
            self.fail("timers", "\(channel) waits, and was not reported as stuck", at: time)
        }
        guard self.state == .connected, let id = self.current, let reading = self.readings[id],
            !self.isPausing
        else { return }
        if reading.events.count != self.reported {
            let missing = reading.events[min(self.reported, reading.events.count - 1)]
            self.fail("events", "event \(missing) was read, but not reported", at: time)
        }
        let limits = min(15_000, self.settings.activity) + self.settings.pong + 2000
        let since = max(reading.time, self.lastSleep.map { min($0.end, time) } ?? 0)
        if time > since + Int64(limits) * .millisecond {
            self.fail(
                "timers", "silence since \(since / .millisecond) ms was not noticed", at: time)
        }
    }
}
