package import ChannelsProtocol

/// A client of somebody else, whose messages a proxy sees or a file has. They go through the state
/// machine of buoy's own client, which only watches.
package struct ObservedClient: Sendable {
    package var machine: ClientStateMachine
    /// The connection that is open or being opened; `nil` for none.
    package var socket: SocketNumber?
    /// The number of the last report.
    package var lastNumber = 0
    /// Whether its reconnection policy is known, so that retries can be expected.
    package var hasKnownPolicy = false
    /// Whether the time until it counts as unavailable starts with its next attempt.
    package var waitsForAttempt = false

    private var authentication: AuthenticationRequest?
    /// The running timers: those that tell of time that has passed, not those that act.
    private var timers: [TimerID: ChannelsTimestamp] = [:]
    /// The timer until it counts as unavailable; `nil` before the first.
    private var unavailableTimer: TimerID?
    /// How long the client waits until it tries again, as far as that is known.
    private var retryDelay = Duration.zero
    private var reports: [ClientReport] = []

    package init(_ options: ClientMachineOptions) {
        var options = options
        options.isObserving = true
        options.clientEventLimit = nil
        self.machine = ClientStateMachine(options)
    }

    /// The reports since the last call.
    package mutating func takeReports() -> [ClientReport] {
        defer { self.reports = [] }
        return self.reports
    }

    // MARK: Messages

    package mutating func received(_ frames: [ReceivedFrame], at time: ChannelsTimestamp) {
        guard let socket = self.socket else { return }
        var middle = MiddleGenerator()
        self.perform(self.machine.received(frames, on: socket, at: time, using: &middle), at: time)
    }

    /// The client has sent a string message.
    /// - Returns: its contents; `nil` if it is invalid.
    @discardableResult
    package mutating func sent(_ text: [UInt8], at time: ChannelsTimestamp) -> ClientMessage? {
        let message: ClientMessage
        do throws(FrameError) { message = try FrameCodec.decodeClientMessage(text) } catch {
            let problem = ReportedProblem(
                kind: .malformedMessage,
                text: "Invalid message from the client: \(error.description)",
                channel: error.channel)
            self.publish(.problem(problem), at: time)
            return nil
        }
        if case .signIn(let auth, let userData) = message {
            self.signsIn(UserAuthentication(auth: auth, userData: userData), at: time)
        }
        self.perform(self.machine.observed(message, at: time), at: time)
        return message
    }

    private mutating func signsIn(_ user: UserAuthentication, at time: ChannelsTimestamp) {
        self.perform(self.machine.signIn(), at: time)
        guard let request = self.authentication else { return }
        self.authentication = nil
        self.perform(self.machine.authenticated(request, .success(user), at: time), at: time)
    }

    // MARK: Time

    /// When `passed` has something to do; `nil` for never.
    package var nextTimer: ChannelsTimestamp? { self.timers.values.min() }

    /// - Parameter earliest: the time of the last report. Time is looked at now and then; the
    ///   client was exact.
    package mutating func passed(
        until time: ChannelsTimestamp, notBefore earliest: ChannelsTimestamp
    ) {
        var middle = MiddleGenerator()
        while let due = self.timers.filter({ $0.value <= time }).min(by: { $0.value < $1.value }) {
            self.timers[due.key] = nil
            let fired = max(due.value, earliest)
            self.perform(self.machine.timerFired(due.key, at: fired, using: &middle), at: fired)
        }
    }

    /// From now on it counts as unavailable after this time.
    package mutating func restartUnavailability(after delay: Duration, at time: ChannelsTimestamp) {
        guard let timer = self.unavailableTimer else { return }
        self.timers[timer] = time.advanced(by: delay)
    }

    // MARK: Reports

    package mutating func perform(_ actions: [ClientAction], at time: ChannelsTimestamp) {
        for action in actions {
            switch action {
            // Of a policy that is not known, nothing is expected.
            case .publish(.retryScheduled) where !self.hasKnownPolicy: break
            case .publish(let kind):
                if case .retryScheduled(let retry) = kind { self.retryDelay = retry.delay }
                self.publish(kind, at: time)
            case .publishForUser(let event): self.publish(.received(event), at: time)
            case .open(let socket, _): self.socket = socket
            case .authenticate(let request): self.authentication = request
            case .startTimer(let timer, let delay): self.start(timer, delay, at: time)
            case .close, .send, .authorize, .abandonAuthorizations, .forget: break
            }
        }
    }

    private mutating func start(
        _ timer: TimerID, _ delay: Duration, at time: ChannelsTimestamp
    ) {
        switch timer.purpose {
        case .unavailable:
            self.unavailableTimer = timer
            let wait = self.waitsForAttempt ? self.retryDelay : .zero
            self.timers[timer] = time.advanced(by: delay + wait)
        case .subscription, .signIn, .serverError: self.timers[timer] = time.advanced(by: delay)
        // What the client does when these fire is seen when it does it.
        case .attemptLimit, .retry, .liveness, .clientEvents, .messageLimit, .decryption: break
        }
    }

    package mutating func publish(_ kind: ClientReport.Kind, at time: ChannelsTimestamp) {
        self.lastNumber += 1
        self.reports.append(ClientReport(number: self.lastNumber, time: time, kind: kind))
    }
}

/// Random numbers that are not: delays with jitter are the middle ones, because the client's own
/// are not known.
package struct MiddleGenerator: RandomNumberGenerator {
    package init() {}

    // `Double.random(in: 0..<1)` uses the lower 53 bits.
    package mutating func next() -> UInt64 { 1 << 52 }
}
