import ChannelsProtocol

/// One client of the proxy, as what passes through shows it.
///
/// What it sends and receives goes through the same state machine that buoy's own client uses,
/// which only watches here. The reports are those of a client of buoy, so the dashboard shows both
/// alike.
struct ProxiedClient: Sendable {
    /// Its number among the clients of the proxy.
    let number: ClientNumber
    /// Its latest request to connect.
    private(set) var request: ProxiedRequest
    /// How it reconnects.
    private(set) var history: ReconnectionRecord
    /// Its latest frames, in both directions.
    var frames = FrameMemory()
    /// How much has passed.
    var traffic = ProxiedTraffic()
    /// The connection through the proxy that is open or being opened; `nil` for none.
    private(set) var link: Int?

    /// When its last attempt started, with TLS on a port without it or without.
    private(set) var lastAttempt = Timestamp.zero

    /// When its last connection or attempt ended; `nil` while there is one.
    private(set) var goneSince: Timestamp?

    private var machine: ClientStateMachine
    private var reader = EventReader()
    private var socket: SocketNumber?
    private var authentication: AuthenticationRequest?
    /// The running timers: those that tell of time that has passed, not those that act.
    private var timers: [TimerID: Timestamp] = [:]
    /// The timer until it counts as unavailable; `nil` before the first.
    private var unavailableTimer: TimerID?
    /// How long the client waits until it tries again, as far as that is known.
    private var retryDelay = Duration.zero
    /// Whether its present or last attempt reached a WebSocket.
    private var wasOpened = false
    /// When a subscription that the client has not sent again counts as lost.
    private var lossDue: Timestamp?
    /// The messages that wait until somebody decides, in the order in which they came.
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

    /// - Parameters:
    ///   - upstream: the server's `host:port`, for display.
    ///   - usesTLS: whether the proxy connects to the server with TLS.
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

    /// Drops the oldest frames until the others take so many bytes.
    mutating func shrinkFrames(to bytes: Int) { self.frames.shrink(to: bytes) }

    // MARK: State

    var state: ConnectionState { self.machine.state }

    /// The id of its connection; `nil` without one.
    var socketID: SocketID? { self.machine.establishment?.socketID }

    /// The channels that it wants, and how many of those the server has confirmed.
    var channelCounts: (wanted: Int, subscribed: Int) {
        let all = self.machine.subscriptions
        return (all.count, all.count { $0.state == .subscribed })
    }

    /// When `passed` has something to do; `nil` for never.
    var nextTimer: Timestamp? {
        (self.timers.values + [self.lossDue].compactMap(\.self)).min()
    }

    /// The reports since the last call.
    mutating func takeReports() -> [ClientReport] {
        defer { self.reports = [] }
        return self.reports
    }

    // MARK: What happens to its connections

    /// The client connects.
    /// - Parameter link: the number of the new connection.
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

    /// The server has accepted the WebSocket.
    mutating func upgraded(at time: Timestamp) {
        self.wasOpened = true
        guard let socket = self.socket else { return }
        self.perform(self.machine.opened(socket, at: time), at: time)
    }

    /// The connection or the attempt has ended.
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
            // After its own ping has not been answered, the client has left because of that.
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

    /// The server has sent text messages, which came in one read.
    /// - Parameters:
    ///   - text: contains messages, each in valid UTF-8.
    ///   - places: where the messages are.
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

    /// The server has sent a binary message.
    mutating func receivedBinary(count: Int, at time: Timestamp) {
        self.frames.add(.note("a binary message of \(count) bytes"), isSent: false, at: time)
        self.received([ReceivedFrame(.failure(.binary(count: count)))], at: time)
    }

    /// A control frame has passed: a ping or a pong.
    mutating func passedControl(isPing: Bool, isSent: Bool, at time: Timestamp) {
        self.frames.add(
            .note(isPing ? "a control ping" : "a control pong"), isSent: isSent, at: time)
        if !isSent { self.received([], at: time) }
    }

    /// The client has sent a string message.
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

    /// Something that cannot be read has passed, as a sentence says.
    mutating func passedUnreadable(_ text: String, at time: Timestamp) {
        self.publish(.problem(Problem(kind: .malformedMessage, text: text)), at: time)
    }

    /// This many messages passed unread, because they arrived too fast.
    mutating func skipped(_ count: Int, at time: Timestamp) {
        self.traffic.unread += count
        self.publish(.skipped(SkippedEvents(events: count, folded: 0)), at: time)
    }

    // MARK: Time

    mutating func passed(until time: Timestamp) {
        var middle = MiddleGenerator()
        while let due = self.timers.filter({ $0.value <= time }).min(by: { $0.value < $1.value }) {
            self.timers[due.key] = nil
            // Time is looked at now and then; the client was exact.
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

    /// The client asks an endpoint for an authorization, or has its answer.
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
            // Of a library that is not known, nothing is expected.
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
                // What the client does when these fire is seen when it does it.
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

/// How much has passed between a client and the server.
struct ProxiedTraffic: Hashable, Sendable {
    /// How often the client has connected.
    var connections = 0
    /// Text messages of the server, and their bytes.
    var received = 0
    var receivedBytes = 0
    /// Text messages of the client, and their bytes.
    var sent = 0
    var sentBytes = 0
    /// Messages that passed without being read, because they arrived too fast.
    var unread = 0
    /// Messages that were changed, dropped or sent twice by hand.
    var changed = 0
}

/// Random numbers that are not: delays with jitter are the middle ones, because the client's own
/// are not known.
private struct MiddleGenerator: RandomNumberGenerator {
    // `Double.random(in: 0..<1)` uses the lower 53 bits.
    mutating func next() -> UInt64 { 1 << 52 }
}
