import ChannelsProtocol

/// The state machines of a real client, without a socket.
struct LabClient {
    enum Request {
        case start(StartedTimer)
        /// Open a socket, and start the timer of the attempt's limit.
        case open(SocketNumber, usesTLS: Bool, limit: StartedTimer)
        case waitForFallback(SocketNumber, LabProfile.Fallback)
        case openFallback(SocketNumber, LabProfile.Fallback)
        case ping(SocketNumber)
        case report(Report)
    }

    enum Report {
        indirect case changed(StateChange)
        case attempted
    }

    private var connection: ConnectionStateMachine
    private var liveness: LivenessStateMachine
    private var generator = Generator.middle
    private let habits: LabProfile.Habits
    /// The index of the client's profile in the fleet.
    let part: Int
    /// The socket of `connection`, kept here because reading it there copies the state machine.
    private(set) var socket: SocketNumber?
    /// The attempt that can still succeed, or whose time has not passed since it failed; `nil`
    /// between rounds.
    private(set) var round: SocketNumber?
    private(set) var establishedAt: ChannelsTimestamp?
    private var unavailable: (timer: StartedTimer, due: ChannelsTimestamp)?

    /// Random numbers, or none: then each delay is the middle one.
    private enum Generator: RandomNumberGenerator {
        case seeded(SeededGenerator)
        case middle

        mutating func next() -> UInt64 {
            switch self {
            case .middle:
                // `Double.random(in: 0..<1)` uses the lower 53 bits.
                return 1 << 52
            case .seeded(var generator):
                defer { self = .seeded(generator) }
                return generator.next()
            }
        }
    }

    init(_ profile: LabProfile, part: Int = 0) {
        self.connection = ConnectionStateMachine(
            ClientMachineOptions(
                address: "", activityTimeout: profile.activityTimeout,
                pongTimeout: profile.pongTimeout, policy: profile.policy))
        self.part = part
        self.liveness = LivenessStateMachine(pongTimeout: profile.pongTimeout)
        self.habits = profile.habits
    }

    /// Returns a copy with its own random delays, or with average delays if `seed` is `nil`.
    func seeded(_ seed: UInt64?) -> LabClient {
        var client = self
        client.generator = seed.map { .seeded(SeededGenerator(seed: $0)) } ?? .middle
        return client
    }

    private static let socketID = SocketID("1.1")

    var state: ConnectionState { self.connection.state }

    mutating func connect(at time: ChannelsTimestamp) -> [Request] {
        guard case .open(let opening, _) = self.connection.connect(at: time) else { return [] }
        if let timer = opening.unavailableTimer {
            self.unavailable = (timer, time.advanced(by: timer.after))
        }
        return self.requests(opening)
    }

    /// Opens a connection with another transport, if the attempt has not succeeded.
    func fallBack(_ socket: SocketNumber, _ fallback: LabProfile.Fallback) -> [Request] {
        self.round == socket ? [.report(.attempted), .openFallback(socket, fallback)] : []
    }

    /// Ends the connection, as the system or the WebSocket library does.
    mutating func linkFailed(_ socket: SocketNumber, at time: ChannelsTimestamp) -> [Request] {
        let lost = ConnectFailure(kind: .unreachable, what: "no packets got through")
        return self.ended(socket, .failed(lost), wasOpened: false, at: time)
    }

    mutating func opened(_ socket: SocketNumber, at time: ChannelsTimestamp) {
        _ = self.connection.opened(socket, at: time)
    }

    mutating func established(_ socket: SocketNumber, at time: ChannelsTimestamp) -> [Request] {
        guard let id = Self.socketID else { return [] }
        _ = self.connection.opened(socket, at: time)
        let answer = self.connection.established(
            socket, id, activityTimeout: .seconds(120), at: time)
        guard case .established(let establishment, let change) = answer else { return [] }
        self.round = nil
        self.establishedAt = time
        let watch = self.liveness.established(
            activityTimeout: establishment.activityTimeout, at: time)
        return [.report(.changed(change))] + (self.habits.pings ? [.start(watch)] : [])
    }

    mutating func ended(
        _ socket: SocketNumber, _ end: ConnectionEnd, wasOpened: Bool, at time: ChannelsTimestamp
    ) -> [Request] {
        if wasOpened { _ = self.connection.opened(socket, at: time) }
        return self.requests(
            self.connection.closed(socket, end, at: time, using: &self.generator), at: time)
    }

    mutating func ponged(_ socket: SocketNumber, at time: ChannelsTimestamp) -> [Request] {
        guard self.socket == socket else { return [] }
        let watch = self.liveness.received(at: time)
        _ = self.liveness.ponged(at: time)
        return watch.map { [.start($0)] } ?? []
    }

    mutating func timerFired(_ timer: TimerID, at time: ChannelsTimestamp) -> [Request] {
        guard timer.purpose != .liveness else { return self.checkLiveness(timer, at: time) }
        if let unavailable, unavailable.timer.id == timer, time < unavailable.due {
            let wait = unavailable.due.duration(since: time)
            return [.start(StartedTimer(id: timer, after: wait))]
        }
        switch self.connection.timerFired(timer, at: time, using: &self.generator) {
        case .open(let opening):
            return self.requests(opening)
        case .ended(let ended, let change):
            return self.requests(ended, at: time) + (change.map { [.report(.changed($0))] } ?? [])
        case .none:
            return []
        }
    }

    private mutating func checkLiveness(_ timer: TimerID, at time: ChannelsTimestamp) -> [Request] {
        switch self.liveness.timerFired(timer, at: time) {
        case .startTimer(let timer, let delay), .pongOverdue(_, let timer, let delay):
            return [.start(StartedTimer(id: timer, after: delay))]
        case .ping(let timer, let delay):
            let ping = self.socket.map { [Request.ping($0)] } ?? []
            return ping + [.start(StartedTimer(id: timer, after: delay))]
        case .pongMissing(let limit):
            return self.requests(
                self.connection.pongMissing(after: limit, at: time, using: &self.generator),
                at: time)
        case .none:
            return []
        }
    }

    private mutating func requests(_ opening: Opening) -> [Request] {
        self.round = opening.socket
        self.socket = opening.socket
        var requests: [Request] = [
            .report(.attempted),
            .open(
                opening.socket, usesTLS: opening.attempt.usesTLS, limit: opening.limitTimer),
        ]
        if let timer = opening.unavailableTimer { requests.append(.start(timer)) }
        if let change = opening.change { requests.append(.report(.changed(change))) }
        let limit = opening.limitTimer.after
        guard limit != self.habits.cachedTimeLimit else { return requests }
        for fallback in self.habits.fallbacks where fallback.start < limit {
            requests.append(.waitForFallback(opening.socket, fallback))
        }
        return requests
    }

    private mutating func requests(
        _ ended: ConnectionStateMachine.EndOutcome, at time: ChannelsTimestamp
    ) -> [Request] {
        switch ended {
        case .retry(let retry):
            self.socket = nil
            self.liveness.ended()
            let wait = retry.timer.after + self.habits.attemptCost
            var requests: [Request] = [.start(StartedTimer(id: retry.timer.id, after: wait))]
            if let timer = retry.unavailableTimer {
                let after = timer.after + (self.habits.countsFromRound ? wait : .zero)
                self.unavailable = (timer, time.advanced(by: after))
                requests.append(.start(StartedTimer(id: timer.id, after: after)))
            }
            switch retry.report {
            case .changed(let change):
                requests.append(.report(.changed(change)))
            case .attemptFailed(_, let end, _):
                if end.endsRound { self.endRound(before: wait, at: time) }
            }
            return requests
        case .giveUp(_, let change):
            self.socket = nil
            self.round = nil
            self.liveness.ended()
            return [.report(.changed(change))]
        case .none:
            return []
        }
    }

    /// A library may restart its count with a round.
    private mutating func endRound(before wait: Duration, at time: ChannelsTimestamp) {
        self.round = nil
        guard self.habits.countsFromRound, let timer = self.unavailable?.timer else { return }
        self.unavailable = (timer, time.advanced(by: wait + timer.after))
    }
}

extension ConnectionEnd {
    fileprivate var endsRound: Bool {
        switch self.kind {
        case .closed, .refused: true
        case .failed, .timedOut, .pongMissing, .reconnectAsked: false
        }
    }
}
