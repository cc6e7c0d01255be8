import ChannelsProtocol

/// One client of the proxy. What it sends and receives goes through the state machine of buoy's
/// own client, which only watches, so the dashboard shows both alike.
struct ProxiedClient: Sendable {
    let number: ClientNumber
    private(set) var request: ProxiedRequest
    private(set) var history: ReconnectionRecord
    var frames = FrameMemory()
    var traffic = ProxiedTraffic()
    /// The connection through the proxy that is open or being opened; `nil` for none.
    private(set) var link: Int?

    private(set) var lastAttempt = Timestamp.zero

    private(set) var goneSince: Timestamp?

    private var machine: ClientStateMachine
    private var reader = EventReader()
    private var socket: SocketNumber?
    private var authentication: AuthenticationRequest?
    /// The running timers: those that tell of time that has passed, not those that act.
    private var timers: [TimerID: Timestamp] = [:]
    private var unavailableTimer: TimerID?
    private var retryDelay = Duration.zero
    private var wasOpened = false
    /// When a subscription that the client has not sent again counts as lost.
    private var lossDue: Timestamp?
    var heldMessages: [HeldMessage] = []
    var heldNotes: [HeldNote] = []
    private var lastNumber = 0
    private var reports: [ClientReport] = []

    /// How long it may be gone before it is forgotten.
    static let longestAbsence = Duration.seconds(600)

    /// How long no attempt may succeed before it counts as unavailable.
    private static let unavailableTimeout = Duration.seconds(10)

    /// How long after a reconnection a channel may be missing before it counts as lost.
    static let patience = Duration.seconds(10)

    init(
        _ number: ClientNumber, _ request: ProxiedRequest, upstream: String, usesTLS: Bool
    ) {
        self.number = number
        self.request = request
        let library = request.library
        self.history = ReconnectionRecord(library)
        var options = ClientMachineOptions(
            address: upstream, usesTLS: usesTLS, activityTimeout: library.activityTimeout,
            pongTimeout: library.pongTimeout, policy: library.policy ?? .unknown)
        options.unavailableTimeout = Self.unavailableTimeout
        options.isObserving = true
        options.clientEventLimit = nil
        self.machine = ClientStateMachine(options)
    }

    mutating func shrinkFrames(to bytes: Int) { self.frames.shrink(to: bytes) }

    // MARK: State

    var state: ConnectionState { self.machine.state }

    var socketID: SocketID? { self.machine.establishment?.socketID }

    var channelCounts: (wanted: Int, subscribed: Int) {
        let all = self.machine.subscriptions
        return (all.count, all.count { $0.state == .subscribed })
    }

    var nextTimer: Timestamp? {
        (self.timers.values + [self.lossDue].compactMap(\.self)).min()
    }

    mutating func takeReports() -> [ClientReport] {
        defer { self.reports = [] }
        return self.reports
    }

    // MARK: What happens to its connections

    mutating func attempted(_ request: ProxiedRequest, link: Int, at time: Timestamp) {
        // The client has left a connection whose end has not come through yet.
        if self.link != nil { self.ended(.clientLost(isReset: false), at: time) }
        self.request = request
        self.link = link
        self.goneSince = nil
        self.traffic.connections += 1
        self.lastAttempt = time
        self.history.attempted(at: time)
        self.perform(self.machine.connect(at: time), at: time)
        if request.library.isPatientAfterLoss, self.wasOpened, let timer = self.unavailableTimer {
            self.timers[timer] = time.advanced(by: Self.unavailableTimeout)
            self.perform(self.machine.observedConnectingAnew(at: time), at: time)
        }
        self.wasOpened = false
    }

    /// The client tries TLS, which the port does not have, beside its attempts without.
    mutating func triedTLS(at time: Timestamp) {
        self.traffic.connections += 1
        self.lastAttempt = time
        self.history.triedTLS(at: time)
        self.frames.add(.note(ReconnectionRecord.noTLSHere), isSent: true, at: time)
    }

    mutating func upgraded(at time: Timestamp) {
        self.wasOpened = true
        guard let socket = self.socket else { return }
        self.perform(self.machine.opened(socket, at: time), at: time)
    }

    mutating func ended(_ end: LinkEnd, at time: Timestamp) {
        self.link = nil
        self.goneSince = time
        for message in self.heldMessages { self.settled(message.id, .lost, at: time) }
        self.lossDue = nil
        self.frames.add(.note(end.words), isSent: end.isByClient, at: time)
        guard let socket = self.socket else { return }
        var middle = MiddleGenerator()
        let endForClient = end.endForClient
        let isByFault = end.isWithheld && self.machine.isAwaitingPong
        // A close code arrives in a WebSocket that is open.
        if end.isCoded, !self.wasOpened { self.upgraded(at: time) }
        let actions: [ClientAction]
        let ended = end.connectionEnd
        switch ended?.kind {
        case nil: actions = self.machine.observedLeaving(at: time, using: &middle)
        case .closed(let code, let reason), .refused(let code, let reason):
            actions = self.machine.closed(
                socket, code: code, reason: reason, failure: nil,
                isInjected: ended?.isInjected == true, at: time, using: &middle)
        case .failed(let failure):
            // The client left because its own ping was not answered.
            actions =
                end.isByClient && self.machine.isAwaitingPong
                ? self.machine.observedLeaving(at: time, using: &middle)
                : self.machine.closed(
                    socket, code: nil, reason: "", failure: failure,
                    isInjected: ended?.isInjected == true, endForClient: endForClient, at: time,
                    using: &middle)
        case .timedOut, .pongMissing, .reconnectAsked: actions = []
        }
        self.socket = nil
        self.perform(actions, at: time)
        if isByFault { self.history.blameFault(at: time) }
    }

    // MARK: Messages

    /// - Parameter text: several messages of one read, at `places`, each in valid UTF-8.
    mutating func received(
        _ text: [UInt8], _ places: [Range<UInt32>], at time: Timestamp
    ) {
        self.traffic.received += places.count
        self.traffic.receivedBytes += text.count
        self.frames.add(text, places, isSent: false, at: time)
        guard let socket = self.socket else { return }
        if self.reader.isFull { self.reader = EventReader() }
        var next = 0
        while next < places.count {
            if let actions = self.machine.receivedEvents(on: socket, at: time) {
                self.perform(actions, at: time)
                next = self.readEvents(text, places, from: next, at: time)
            }
            guard next < places.count else { return }
            let place = Range(
                uncheckedBounds: (Int(places[next].lowerBound), Int(places[next].upperBound)))
            self.received(
                [FrameCodec.readServerFrame(Array(text[place.clamped(to: 0..<text.count)]))],
                at: time)
            next += 1
        }
    }

    private mutating func readEvents(
        _ text: [UInt8], _ places: [Range<UInt32>], from first: Int, at time: Timestamp
    ) -> Int {
        var output = EventReader.Output(lastNumber: self.lastNumber, time: time)
        output.events.reserveCapacity(places.count - first)
        let (next, _) = self.reader.read(text, places, from: first, into: &output)
        self.lastNumber = output.lastNumber
        if self.reports.isEmpty {
            self.reports = output.events
        } else {
            self.reports += output.events
        }
        return next
    }

    private mutating func received(_ frames: [ReceivedFrame], at time: Timestamp) {
        guard let socket = self.socket else { return }
        var middle = MiddleGenerator()
        self.perform(
            self.machine.received(frames, on: socket, at: time, using: &middle), at: time)
    }

    mutating func receivedBinary(count: Int, at time: Timestamp) {
        self.frames.add(.note("a binary message of \(count) bytes"), isSent: false, at: time)
        self.received([ReceivedFrame(.failure(.binary(count: count)))], at: time)
    }

    mutating func passedControl(isPing: Bool, isSent: Bool, at time: Timestamp) {
        self.frames.add(
            .note(isPing ? "a control ping" : "a control pong"), isSent: isSent, at: time)
        if !isSent { self.received([], at: time) }
    }

    mutating func sent(_ text: [UInt8], at time: Timestamp) {
        self.traffic.sent += 1
        self.traffic.sentBytes += text.count
        self.frames.add(text, isSent: true, at: time)
        let message: ClientMessage
        do throws(FrameError) { message = try FrameCodec.decodeClientMessage(text) } catch {
            let problem = Problem(
                kind: .malformedMessage, text: "Invalid message from the client: \(error)",
                channel: error.channel)
            return self.publish(.problem(problem), at: time)
        }
        if case .signIn(let auth, let userData) = message {
            self.signedIn(UserAuthentication(auth: auth, userData: userData), at: time)
        }
        self.perform(self.machine.observed(message, at: time), at: time)
    }

    private mutating func signedIn(_ user: UserAuthentication, at time: Timestamp) {
        self.perform(self.machine.signIn(), at: time)
        guard let request = self.authentication else { return }
        self.authentication = nil
        self.perform(self.machine.authenticated(request, .success(user), at: time), at: time)
    }

    mutating func passedUnreadable(_ text: String, at time: Timestamp) {
        self.publish(.problem(Problem(kind: .malformedMessage, text: text)), at: time)
    }

    mutating func skipped(_ count: Int, at time: Timestamp) {
        self.traffic.unread += count
        self.publish(.skipped(SkippedEvents(events: count, folded: 0)), at: time)
    }

    // MARK: Time

    mutating func passed(until time: Timestamp) {
        var middle = MiddleGenerator()
        while let due = self.timers.filter({ $0.value <= time }).min(by: { $0.value < $1.value }) {
            self.timers[due.key] = nil
            // Timers are only checked now and then, but the client was exact.
            let fired = max(due.value, self.reports.last?.time ?? due.value)
            self.perform(
                self.machine.timerFired(due.key, at: fired, using: &middle), at: fired)
        }
        guard let loss = self.lossDue, loss <= time else { return }
        self.lossDue = nil
        let missing = self.machine.subscriptions.filter { $0.state == .requested }.map(\.channel)
        let what = "not requested again within \(Self.patience.components.seconds)s"
        let failure = SubscriptionFailure(phase: .notRequested, what: what)
        self.perform(self.machine.observedMissing(missing, failure, at: time), at: time)
    }

    // MARK: Authorizations

    mutating func passed(_ authorization: PassedAuthorization, at time: Timestamp) {
        guard let answer = authorization.answer else {
            guard let channel = authorization.channel else { return }
            return self.perform(self.machine.observedAuthorizing(channel, at: time), at: time)
        }
        var report = AuthorizationReport(
            subject: self.subject(of: authorization), duration: answer.duration, attempts: 1,
            status: answer.status, isGranted: answer.isGranted)
        report.socketID = authorization.socketID
        report.requests = [.init(status: answer.status, duration: answer.duration)]
        self.perform([self.machine.answered(report)], at: time)
        guard !answer.isGranted, let channel = authorization.channel else { return }
        let what =
            answer.status.map { "the authorization endpoint returned HTTP \($0)" }
            ?? "the authorization endpoint did not answer"
        let failure = SubscriptionFailure(
            phase: .authorization, status: answer.status, what: what)
        self.perform(self.machine.observedMissing([channel], failure, at: time), at: time)
    }

    private func subject(of authorization: PassedAuthorization) -> AuthorizationReport.Subject {
        guard let channel = authorization.channel else { return .user }
        return self.machine.subscription(to: channel) == .subscribed
            ? .newKey(channel) : .channel(channel)
    }

    // MARK: Reports

    private mutating func perform(_ actions: [ClientAction], at time: Timestamp) {
        for action in actions {
            switch action {
            // Nothing is expected of an unknown library.
            case .publish(.retryScheduled) where self.request.library.policy == nil: break
            case .publish(let kind):
                if case .retryScheduled(let retry) = kind { self.retryDelay = retry.delay }
                self.publish(kind, at: time)
            case .publishForUser(let event): self.publish(.received(event), at: time)
            case .open(let socket, _): self.socket = socket
            case .authenticate(let request): self.authentication = request
            case .startTimer(let timer, let delay):
                switch timer.purpose {
                case .unavailable:
                    self.unavailableTimer = timer
                    let wait = self.link == nil && self.request.library.isPatientAfterLoss
                    self.timers[timer] = time.advanced(
                        by: delay + (wait ? self.retryDelay : .zero))
                case .subscription, .signIn, .serverError:
                    self.timers[timer] = time.advanced(by: delay)
                // What the client does when these fire shows in what it sends.
                case .attemptLimit, .retry, .liveness, .clientEvents, .messageLimit, .decryption:
                    break
                }
            case .close, .send, .authorize, .abandonAuthorizations, .forget: break
            }
        }
    }

    private mutating func publish(_ kind: ClientReport.Kind, at time: Timestamp) {
        self.lastNumber += 1
        let event = ClientReport(number: self.lastNumber, time: time, kind: kind)
        self.history.note(event)
        if case .stateChanged(let change) = kind, change.current == .connected {
            self.lossDue = time.advanced(by: Self.patience)
        }
        self.reports.append(event)
    }
}

struct ProxiedTraffic: Hashable, Sendable {
    var connections = 0
    var received = 0
    var receivedBytes = 0
    var sent = 0
    var sentBytes = 0
    /// Passed without being read, because they arrived too fast.
    var unread = 0
    /// Changed, dropped or sent twice by hand.
    var changed = 0
}

/// Not random: delays with jitter are the middle ones, because the client's own are not known.
private struct MiddleGenerator: RandomNumberGenerator {
    // `Double.random(in: 0..<1)` uses the lower 53 bits.
    mutating func next() -> UInt64 { 1 << 52 }
}
