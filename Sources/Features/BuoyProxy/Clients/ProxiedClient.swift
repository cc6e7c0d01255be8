import BuoySessions
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

    private(set) var lastAttempt = ChannelsTimestamp.zero

    private(set) var goneSince: ChannelsTimestamp?

    private var client: ObservedClient
    private var reader = EventReader()
    private var wasOpened = false
    /// When a subscription that the client has not sent again counts as lost.
    private var lossDue: ChannelsTimestamp?
    var heldMessages: [HeldMessage] = []
    var heldNotes: [HeldNote] = []
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
        self.client = ObservedClient(options)
    }

    mutating func shrinkFrames(to bytes: Int) { self.frames.shrink(to: bytes) }

    // MARK: State

    var state: ConnectionState { self.client.machine.state }

    var socketID: SocketID? { self.client.machine.establishment?.socketID }

    var channelCounts: (wanted: Int, subscribed: Int) {
        let all = self.client.machine.subscriptions
        return (all.count, all.count { $0.state == .subscribed })
    }

    var nextTimer: ChannelsTimestamp? {
        [self.client.nextTimer, self.lossDue].compactMap(\.self).min()
    }

    mutating func takeReports() -> [ClientReport] {
        defer { self.reports = [] }
        return self.reports
    }

    // MARK: What happens to its connections

    mutating func attempted(_ request: ProxiedRequest, link: Int, at time: ChannelsTimestamp) {
        // The client has left a connection whose end has not come through yet.
        if self.link != nil { self.ended(.clientLost(isReset: false), at: time) }
        self.request = request
        self.link = link
        self.goneSince = nil
        self.traffic.connections += 1
        self.lastAttempt = time
        self.history.attempted(at: time)
        self.client.hasKnownPolicy = request.library.policy != nil
        self.client.waitsForAttempt = false
        self.perform(self.client.machine.connect(at: time), at: time)
        if request.library.isPatientAfterLoss, self.wasOpened {
            self.client.restartUnavailability(after: Self.unavailableTimeout, at: time)
            self.perform(self.client.machine.observedConnectingAnew(at: time), at: time)
        }
        self.wasOpened = false
    }

    /// The client tries TLS, which the port does not have, beside its attempts without.
    mutating func triedTLS(at time: ChannelsTimestamp) {
        self.traffic.connections += 1
        self.lastAttempt = time
        self.history.triedTLS(at: time)
        self.frames.add(.note(ReconnectionRecord.noTLSHere), isSent: true, at: time)
    }

    mutating func upgraded(at time: ChannelsTimestamp) {
        self.wasOpened = true
        guard let socket = self.client.socket else { return }
        self.perform(self.client.machine.opened(socket, at: time), at: time)
    }

    mutating func ended(_ end: LinkEnd, at time: ChannelsTimestamp) {
        self.link = nil
        self.goneSince = time
        for message in self.heldMessages { self.settled(message.id, .lost, at: time) }
        self.lossDue = nil
        self.frames.add(.note(end.words), isSent: end.isByClient, at: time)
        self.client.waitsForAttempt = self.request.library.isPatientAfterLoss
        guard let socket = self.client.socket else { return }
        var middle = MiddleGenerator()
        let isAwaitingPong = self.client.machine.isAwaitingPong
        // A close code arrives in a WebSocket that is open.
        if end.isCoded, !self.wasOpened { self.upgraded(at: time) }
        let actions: [ClientAction]
        let ended = end.connectionEnd
        switch ended?.kind {
        case nil:
            actions = self.client.machine.observedLeaving(at: time, using: &middle)
        case .closed(let code, let reason), .refused(let code, let reason):
            actions = self.client.machine.closed(
                socket, code: code, reason: reason, failure: nil,
                isInjected: ended?.isInjected == true, at: time, using: &middle)
        // The client left because its own ping was not answered.
        case .failed where end.isByClient && isAwaitingPong:
            actions = self.client.machine.observedLeaving(at: time, using: &middle)
        case .failed(let failure):
            actions = self.client.machine.closed(
                socket, code: nil, reason: "", failure: failure,
                isInjected: ended?.isInjected == true, endForClient: end.endForClient, at: time,
                using: &middle)
        case .timedOut, .pongMissing, .reconnectAsked: actions = []
        }
        self.client.socket = nil
        self.perform(actions, at: time)
        if end.isWithheld, isAwaitingPong { self.history.blameFault(at: time) }
    }

    // MARK: Messages

    /// - Parameter text: several messages of one read, at `places`, each in valid UTF-8.
    mutating func received(
        _ text: [UInt8], _ places: [Range<UInt32>], at time: ChannelsTimestamp
    ) {
        self.traffic.received += places.count
        self.traffic.receivedBytes += text.count
        self.frames.add(text, places, isSent: false, at: time)
        guard let socket = self.client.socket else { return }
        if self.reader.isFull { self.reader = EventReader() }
        var next = 0
        while next < places.count {
            if let actions = self.client.machine.receivedEvents(on: socket, at: time) {
                self.perform(actions, at: time)
                next = self.readEvents(text, places, from: next, at: time)
            }
            guard next < places.count else { return }
            let place = Range(
                uncheckedBounds: (Int(places[next].lowerBound), Int(places[next].upperBound)))
            let frame = FrameCodec.readServerFrame(Array(text[place.clamped(to: 0..<text.count)]))
            self.received([frame], at: time)
            next += 1
        }
    }

    private mutating func readEvents(
        _ text: [UInt8], _ places: [Range<UInt32>], from first: Int, at time: ChannelsTimestamp
    ) -> Int {
        var output = EventReader.Output(lastNumber: self.client.lastNumber, time: time)
        output.events.reserveCapacity(places.count - first)
        let (next, _) = self.reader.read(text, places, from: first, into: &output)
        self.client.lastNumber = output.lastNumber
        if self.reports.isEmpty {
            self.reports = output.events
        } else {
            self.reports += output.events
        }
        return next
    }

    private mutating func received(_ frames: [ReceivedFrame], at time: ChannelsTimestamp) {
        self.client.received(frames, at: time)
        self.note()
    }

    mutating func receivedBinary(count: Int, at time: ChannelsTimestamp) {
        self.frames.add(.note("a binary message of \(count) bytes"), isSent: false, at: time)
        self.received([ReceivedFrame(.failure(.binary(count: count)))], at: time)
    }

    mutating func passedControl(isPing: Bool, isSent: Bool, at time: ChannelsTimestamp) {
        self.frames.add(
            .note(isPing ? "a control ping" : "a control pong"), isSent: isSent, at: time)
        if !isSent { self.received([], at: time) }
    }

    mutating func sent(_ text: [UInt8], at time: ChannelsTimestamp) {
        self.traffic.sent += 1
        self.traffic.sentBytes += text.count
        self.frames.add(text, isSent: true, at: time)
        self.client.sent(text, at: time)
        self.note()
    }

    mutating func passedUnreadable(_ text: String, at time: ChannelsTimestamp) {
        self.publish(.problem(ReportedProblem(kind: .malformedMessage, text: text)), at: time)
    }

    mutating func skipped(_ count: Int, at time: ChannelsTimestamp) {
        self.traffic.unread += count
        self.publish(.skipped(SkippedEvents(events: count, folded: 0)), at: time)
    }

    // MARK: Time

    mutating func passed(until time: ChannelsTimestamp) {
        let earliest = self.reports.last?.time ?? .zero
        self.client.passed(until: time, notBefore: earliest)
        self.note()
        guard let loss = self.lossDue, loss <= time else { return }
        self.lossDue = nil
        let missing = self.client.machine.subscriptions.filter { $0.state == .requested }.map(
            \.channel)
        let what = "not requested again within \(Self.patience.components.seconds)s"
        let failure = SubscriptionFailure(phase: .notRequested, what: what)
        self.perform(self.client.machine.observedMissing(missing, failure, at: time), at: time)
    }

    // MARK: Authorizations

    mutating func passed(_ authorization: PassedAuthorization, at time: ChannelsTimestamp) {
        guard let answer = authorization.answer else {
            guard let channel = authorization.channel else { return }
            return self.perform(
                self.client.machine.observedAuthorizing(channel, at: time), at: time)
        }
        var report = AuthorizationReport(
            subject: self.subject(of: authorization), duration: answer.duration, attempts: 1,
            status: answer.status, isGranted: answer.isGranted)
        report.socketID = authorization.socketID
        report.requests = [.init(status: answer.status, duration: answer.duration)]
        self.perform([self.client.machine.answered(report)], at: time)
        guard !answer.isGranted, let channel = authorization.channel else { return }
        let what =
            answer.status.map { "the authorization endpoint returned HTTP \($0)" }
            ?? "the authorization endpoint did not answer"
        let failure = SubscriptionFailure(
            phase: .authorization, status: answer.status, what: what)
        self.perform(self.client.machine.observedMissing([channel], failure, at: time), at: time)
    }

    private func subject(of authorization: PassedAuthorization) -> AuthorizationReport.Subject {
        guard let channel = authorization.channel else { return .user }
        return self.client.machine.subscription(to: channel) == .subscribed
            ? .newKey(channel) : .channel(channel)
    }

    // MARK: Reports

    private mutating func perform(_ actions: [ClientAction], at time: ChannelsTimestamp) {
        self.client.perform(actions, at: time)
        self.note()
    }

    private mutating func publish(_ kind: ClientReport.Kind, at time: ChannelsTimestamp) {
        self.client.publish(kind, at: time)
        self.note()
    }

    private mutating func note() {
        for report in self.client.takeReports() {
            self.history.note(report)
            if case .stateChanged(let change) = report.kind, change.current == .connected {
                self.lossDue = report.time.advanced(by: Self.patience)
            }
            self.reports.append(report)
        }
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
