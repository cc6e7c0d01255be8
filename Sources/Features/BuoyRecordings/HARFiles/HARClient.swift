import BuoyRecording
import ChannelsProtocol

/// The client of a HAR file. Its messages go through the state machine of buoy's own client,
/// which only watches. No retries, pings or time limits are expected of the browser's library.
struct HARClient {
    private var machine: ClientStateMachine
    private var socket: SocketNumber?
    private var authentication: AuthenticationRequest?
    private var timers: [TimerID: Timestamp] = [:]
    private var now: Timestamp
    private var lastNumber = 0
    private var reports: [ClientReport] = []
    private var auths: [String] = []

    private static let messageLimit = 4 << 20

    init(_ address: HARAddress, at time: Timestamp) {
        var options = ClientMachineOptions(address: address.host, usesTLS: address.usesTLS)
        options.isObserving = true
        options.clientEventLimit = nil
        self.machine = ClientStateMachine(options)
        self.now = time
    }

    mutating func takeReports() -> [ClientReport] {
        defer { self.reports = [] }
        return self.reports
    }

    /// The auth strings sent since the last call, which must not be recorded.
    mutating func takeAuths() -> [String] {
        defer { self.auths = [] }
        return self.auths
    }

    // MARK: What happens

    mutating func connects(at time: Timestamp) {
        self.pass(to: time)
        self.perform(self.machine.connect(at: time))
    }

    mutating func opened(at time: Timestamp) {
        self.pass(to: time)
        guard let socket = self.socket else { return }
        self.perform(self.machine.opened(socket, at: time))
    }

    mutating func ended(_ failure: ConnectFailure, at time: Timestamp) {
        self.pass(to: time)
        guard let socket = self.socket else { return }
        self.socket = nil
        var generator = SystemRandomNumberGenerator()
        self.perform(
            self.machine.closed(
                socket, code: nil, reason: "", failure: failure, at: time, using: &generator))
    }

    mutating func received(_ text: [UInt8], at time: Timestamp) {
        self.pass(to: time)
        guard self.isReadable(text) else { return }
        self.received(FrameCodec.readServerFrame(text))
    }

    mutating func receivedBinary(count: Int, at time: Timestamp) {
        self.pass(to: time)
        self.received(ReceivedFrame(.failure(.binary(count: count))))
    }

    private mutating func received(_ frame: ReceivedFrame) {
        guard let socket = self.socket else { return }
        var generator = SystemRandomNumberGenerator()
        self.perform(
            self.machine.received([frame], on: socket, at: self.now, using: &generator))
    }

    mutating func sent(_ text: [UInt8], at time: Timestamp) {
        self.pass(to: time)
        guard self.isReadable(text) else { return }
        let message: ClientMessage
        do throws(FrameError) { message = try FrameCodec.decodeClientMessage(text) } catch {
            return self.publish(
                .problem(
                    Problem(
                        kind: .malformedMessage, text: "Invalid message from the client: \(error)",
                        channel: error.channel)))
        }
        switch message {
        case .subscribe(_, let authorization?): self.auths.append(authorization.auth)
        case .signIn(let auth, let userData):
            self.auths.append(auth)
            self.signsIn(UserAuthentication(auth: auth, userData: userData))
        case .subscribe(_, nil), .unsubscribe, .ping, .pong, .event, .unknown: break
        }
        self.perform(self.machine.observed(message, at: time))
    }

    private mutating func signsIn(_ user: UserAuthentication) {
        self.perform(self.machine.signIn())
        guard let request = self.authentication else { return }
        self.authentication = nil
        self.perform(self.machine.authenticated(request, .success(user), at: self.now))
    }

    private mutating func isReadable(_ text: [UInt8]) -> Bool {
        guard text.count > Self.messageLimit else { return true }
        let words = "Ignored a message of \(text.count) bytes: the limit is 4 MiB."
        self.publish(.problem(Problem(kind: .malformedMessage, text: words)))
        return false
    }

    // MARK: Reports

    private mutating func pass(to time: Timestamp) {
        var generator = SystemRandomNumberGenerator()
        while let due = self.timers.filter({ $0.value <= time }).min(by: { $0.value < $1.value }) {
            self.timers[due.key] = nil
            self.now = max(self.now, due.value)
            self.perform(self.machine.timerFired(due.key, at: self.now, using: &generator))
        }
        self.now = max(self.now, time)
    }

    private mutating func perform(_ actions: [ClientAction]) {
        for action in actions {
            switch action {
            case .publish(.retryScheduled): break
            case .publish(let kind): self.publish(kind)
            case .publishForUser(let event): self.publish(.received(event))
            case .open(let socket, _): self.socket = socket
            case .authenticate(let request): self.authentication = request
            case .startTimer(let timer, let delay):
                switch timer.purpose {
                case .unavailable, .subscription, .signIn, .serverError:
                    self.timers[timer] = self.now.advanced(by: delay)
                case .attemptLimit, .retry, .liveness, .clientEvents, .messageLimit, .decryption:
                    break
                }
            case .close, .send, .authorize, .abandonAuthorizations, .forget: break
            }
        }
    }

    private mutating func publish(_ kind: ClientReport.Kind) {
        self.lastNumber += 1
        let kind = Self.withoutParts(kind)
        self.reports.append(ClientReport(number: self.lastNumber, time: self.now, kind: kind))
    }

    /// A file does not say how long the parts of an attempt took.
    private static func withoutParts(_ kind: ClientReport.Kind) -> ClientReport.Kind {
        switch kind {
        case .stateChanged(var change):
            guard case .established(var connection) = change.cause else { return kind }
            connection.parts = AttemptParts()
            change.cause = .established(connection)
            return .stateChanged(change)
        case .attemptFailed(let attempt, let end, _): return .attemptFailed(attempt: attempt, end)
        default: return kind
        }
    }
}
