import ChannelsProtocol

/// One client of the laboratory: the state machines that a real client uses, without a socket.
struct LabClient {
    /// What a client asks for.
    enum Request {
        /// Start a timer.
        case start(StartedTimer)
        /// Open a socket, and start the timer of the attempt's limit.
        case open(SocketNumber, usesTLS: Bool, limit: StartedTimer)
        /// Send a ping on a socket.
        case ping(SocketNumber)
        /// It said something for the timeline.
        case report(Report)
    }

    /// What a timeline shows.
    enum Report {
        case changed(StateChange)
        case attempted(Int)
        case scheduled(ScheduledRetry)
    }

    private var connection: ConnectionStateMachine
    private var liveness: LivenessStateMachine
    private var generator: Generator
    private let isPatientAfterLoss: Bool

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

    /// - Parameter seed: the seed of its random numbers; `nil` for a client without jitter.
    init(_ profile: LabProfile, seed: UInt64?) {
        self.connection = ConnectionStateMachine(
            ClientMachineOptions(
                address: "", activityTimeout: profile.activityTimeout,
                pongTimeout: profile.pongTimeout, policy: profile.policy))
        self.liveness = LivenessStateMachine(pongTimeout: profile.pongTimeout)
        self.isPatientAfterLoss = profile.isPatientAfterLoss
        self.generator = seed.map { .seeded(SeededGenerator(seed: $0)) } ?? .middle
    }

    var state: ConnectionState { self.connection.state }

    /// The socket in use or being opened.
    var socket: SocketNumber? { self.connection.socket }

    mutating func connect(at time: Timestamp) -> [Request] {
        guard case .open(let opening, _) = self.connection.connect(at: time) else { return [] }
        return self.requests(opening)
    }

    /// The server established the connection.
    mutating func established(_ socket: SocketNumber, at time: Timestamp) -> [Request] {
        guard let id = SocketID("1.1") else { return [] }
        _ = self.connection.opened(socket, at: time)
        let answer = self.connection.established(
            socket, id, activityTimeout: .seconds(120), at: time)
        guard case .established(let establishment, let change) = answer else { return [] }
        let watch = self.liveness.established(
            activityTimeout: establishment.activityTimeout, at: time)
        return [.report(.changed(change)), .start(watch)]
    }

    /// The socket ended, or could not be opened.
    /// - Parameter wasOpened: whether the WebSocket was open, in an attempt.
    mutating func ended(
        _ socket: SocketNumber, _ end: ConnectionEnd, wasOpened: Bool, at time: Timestamp
    ) -> [Request] {
        if wasOpened { _ = self.connection.opened(socket, at: time) }
        return self.requests(
            self.connection.closed(socket, end, at: time, using: &self.generator))
    }

    /// A pong arrived.
    mutating func ponged(_ socket: SocketNumber, at time: Timestamp) -> [Request] {
        guard self.connection.socket == socket else { return [] }
        let watch = self.liveness.received(at: time)
        _ = self.liveness.ponged(at: time)
        return watch.map { [.start($0)] } ?? []
    }

    mutating func timerFired(_ timer: TimerID, at time: Timestamp) -> [Request] {
        guard timer.purpose != .liveness else { return self.checkLiveness(timer, at: time) }
        switch self.connection.timerFired(timer, at: time, using: &self.generator) {
        case .open(let opening):
            return self.requests(opening)
        case .ended(let ended, let change):
            return self.requests(ended) + (change.map { [.report(.changed($0))] } ?? [])
        case .none:
            return []
        }
    }

    private mutating func checkLiveness(_ timer: TimerID, at time: Timestamp) -> [Request] {
        switch self.liveness.timerFired(timer, at: time) {
        case .startTimer(let timer, let delay), .pongOverdue(_, let timer, let delay):
            return [.start(StartedTimer(id: timer, after: delay))]
        case .ping(let timer, let delay):
            let ping = self.connection.socket.map { [Request.ping($0)] } ?? []
            return ping + [.start(StartedTimer(id: timer, after: delay))]
        case .pongMissing(let limit):
            return self.requests(
                self.connection.pongMissing(after: limit, at: time, using: &self.generator))
        case .none:
            return []
        }
    }

    private func requests(_ opening: Opening) -> [Request] {
        var requests: [Request] = [
            .report(.attempted(opening.attempt.number)),
            .open(
                opening.socket, usesTLS: opening.attempt.usesTLS, limit: opening.limitTimer),
        ]
        if let timer = opening.unavailableTimer { requests.append(.start(timer)) }
        if let change = opening.change { requests.append(.report(.changed(change))) }
        return requests
    }

    private mutating func requests(_ ended: ConnectionStateMachine.EndOutcome) -> [Request] {
        switch ended {
        case .retry(let retry):
            self.liveness.ended()
            var requests: [Request] = [.start(retry.timer), .report(.scheduled(retry.scheduled))]
            if let timer = retry.unavailableTimer {
                let wait = self.isPatientAfterLoss ? retry.scheduled.delay : .zero
                requests.append(.start(StartedTimer(id: timer.id, after: timer.after + wait)))
            }
            if case .changed(let change) = retry.report {
                requests.append(.report(.changed(change)))
            }
            return requests
        case .giveUp(_, let change):
            self.liveness.ended()
            return [.report(.changed(change))]
        case .none:
            return []
        }
    }
}
