import BuoyTestBasics
import ChannelsProtocol

extension ChannelsTimestamp {
    /// A moment, in seconds from the start of both clocks.
    static func at(_ seconds: Double) -> ChannelsTimestamp {
        .zero.advanced(by: .nanoseconds(Int64((seconds * 1e9).rounded())))
    }

    var seconds: Double { self.duration(since: .zero).inSeconds }
}

extension ChannelName {
    static let a = ChannelName(wire: "a")
    static let b = ChannelName(wire: "b")
    static let c = ChannelName(wire: "c")
    static let ghost = ChannelName(wire: "ghost")
    static let privateA = ChannelName(wire: "private-a")
    static let privateB = ChannelName(wire: "private-b")
    static let privateC = ChannelName(wire: "private-c")
    static let presenceA = ChannelName(wire: "presence-a")
    static let presenceC = ChannelName(wire: "presence-c")
    static let cacheA = ChannelName(wire: "cache-a")
    static let encryptedA = ChannelName(wire: "private-encrypted-a")
}

extension SocketID {
    /// `number.1`
    static func numbered(_ number: Int) -> SocketID? { SocketID("\(number).1") }
}

/// A client's machine with a clock that is moved by hand: keeps the timers that it starts, and
/// what it answers.
struct MachineScene {
    private struct RunningTimer {
        var due: ChannelsTimestamp
        var id: TimerID
    }

    var machine: ClientStateMachine
    var now = ChannelsTimestamp.zero
    /// When nothing ran any more, until something does.
    var fellAsleep: ChannelsTimestamp?
    var generator: Dice
    /// All that was published, with the time.
    var published: [(time: ChannelsTimestamp, kind: ClientReport.Kind)] = []
    var sent: [(socket: SocketNumber, message: ClientMessage)] = []
    var requests: [AuthorizationRequest] = []
    var authentications: [AuthenticationRequest] = []
    var opened: [SocketNumber] = []
    var closed: [SocketNumber] = []
    var eventsForUser: [ChannelsEvent] = []
    /// How often what was asked for a connection was to be abandoned.
    var abandonments = 0
    /// Channels that are gone from the list.
    var forgotten: [ChannelName] = []
    /// When each attempt started, in seconds.
    var starts: [Double] = []
    private var timers: [RunningTimer] = []

    init(
        _ options: ClientMachineOptions = ClientMachineOptions(address: "host:80"), seed: UInt64 = 1
    ) {
        self.machine = ClientStateMachine(options)
        self.generator = Dice(seed: seed)
    }

    /// The socket of the last attempt.
    var socket: SocketNumber { self.opened.last ?? 0 }

    var kinds: [ClientReport.Kind] { self.published.map(\.kind) }

    var changes: [StateChange] {
        self.kinds.compactMap { if case .stateChanged(let change) = $0 { change } else { nil } }
    }

    var delays: [Duration] {
        self.kinds.compactMap {
            if case .retryScheduled(let retry) = $0 { retry.delay } else { nil }
        }
    }

    var problems: [ReportedProblem] {
        self.kinds.compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
    }

    /// Whether the last report is that of a ping.
    var hasJustPinged: Bool {
        if case .pingSent? = self.kinds.last { true } else { false }
    }

    var gaps: [ConnectionGap] {
        self.kinds.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    /// The states that a channel went through.
    func states(of channel: ChannelName) -> [SubscriptionState] {
        self.kinds.compactMap {
            if case .subscriptionChanged(channel, let state) = $0 { state } else { nil }
        }
    }

    /// Carries out what the machine answered.
    mutating func perform(_ actions: [ClientAction]) {
        for action in actions {
            switch action {
            case .publish(let kind): self.published.append((self.now, kind))
            case .open(let socket, _):
                self.opened.append(socket)
                self.starts.append(self.now.seconds)
            case .close(let socket, _): self.closed.append(socket)
            case .send(let message, let socket): self.sent.append((socket, message))
            case .startTimer(let id, let delay):
                self.timers.append(RunningTimer(due: self.now.advanced(by: delay), id: id))
            case .authorize(let request): self.requests.append(request)
            case .authenticate(let request): self.authentications.append(request)
            case .publishForUser(let event):
                self.published.append((self.now, .received(event)))
                self.eventsForUser.append(event)
            case .abandonAuthorizations: self.abandonments += 1
            case .forget(let channel): self.forgotten.append(channel)
            }
        }
    }

    /// Lets time pass, and the timers fire that are due, in order.
    mutating func wait(_ seconds: Double) {
        let end = self.now.advanced(by: .nanoseconds(Int64((seconds * 1e9).rounded())))
        while let index = self.nextTimer, self.timers[index].due <= end {
            let timer = self.timers.remove(at: index)
            self.now = max(self.now, timer.due)
            self.perform(
                self.machine.timerFired(timer.id, at: self.now, using: &self.generator))
        }
        self.now = end
    }

    /// How many timers of a purpose run.
    func timers(_ purpose: TimerID.Purpose) -> Int {
        self.timers.count { $0.id.purpose == purpose }
    }

    private var nextTimer: Int? {
        self.timers.indices.min { self.timers[$0].due < self.timers[$1].due }
    }

    mutating func connect() { self.perform(self.machine.connect(at: self.now)) }
    mutating func disconnect() { self.perform(self.machine.disconnect(at: self.now)) }
    mutating func reconnect() { self.perform(self.machine.reconnect(at: self.now)) }

    mutating func subscribe(
        _ channel: ChannelName, authorization: ChannelAuthorization? = nil
    ) {
        self.perform(
            self.machine.subscribe(channel, authorization: authorization, at: self.now))
    }

    mutating func resubscribe(_ channel: ChannelName) {
        self.perform(self.machine.resubscribe(channel, at: self.now))
    }

    /// - Returns: what became of the event, or the rule that it breaks.
    @discardableResult
    mutating func trigger(_ event: ChannelsEvent) -> Result<TriggerOutcome, ChannelsError> {
        switch self.machine.trigger(event, at: self.now) {
        case .send(let actions):
            self.perform(actions)
            return .success(.sent)
        case .queue(let actions):
            self.perform(actions)
            return .success(.queued)
        case .refused(let refusal):
            return .failure(.clientEvent(refusal))
        }
    }

    mutating func unsubscribe(_ channel: ChannelName) {
        self.perform(self.machine.unsubscribe(channel, at: self.now))
    }

    mutating func open() { self.perform(self.machine.opened(self.socket, at: self.now)) }

    /// - Parameter waited: for how many seconds the messages had waited, if that is known.
    mutating func receive(
        _ messages: ServerMessage..., waited: Double? = nil, on socket: SocketNumber? = nil
    ) {
        self.perform(
            self.machine.received(
                messages.map { ReceivedFrame(.success($0)) }, on: socket ?? self.socket,
                waited: waited.map { ChannelsTimestamp.at($0).duration(since: .zero) },
                at: self.now,
                using: &self.generator))
    }

    /// Something arrives that is no message.
    mutating func receiveUnreadable() {
        self.perform(
            self.machine.received(
                [ReceivedFrame(.failure(.binary(count: 1)))], on: self.socket, at: self.now,
                using: &self.generator))
    }

    /// The server opens the socket and establishes the connection.
    mutating func establish(_ number: Int = 1, activityTimeout: Duration? = nil) {
        self.open()
        guard let id = SocketID.numbered(number) else { return }
        self.receive(.connectionEstablished(id, activityTimeout: activityTimeout))
    }

    mutating func close(
        _ code: CloseCode?, reason: String = "", failure: ConnectFailure? = nil,
        endedInOrder: Bool = false, waited: Double? = nil, on socket: SocketNumber? = nil
    ) {
        self.perform(
            self.machine.closed(
                socket ?? self.socket, code: code, reason: reason, failure: failure,
                endedInOrder: endedInOrder,
                waited: waited.map { ChannelsTimestamp.at($0).duration(since: .zero) },
                at: self.now,
                using: &self.generator))
    }

    mutating func fail(_ kind: ConnectFailure.Kind = .unreachable) {
        self.perform(
            self.machine.failed(
                self.socket, ConnectFailure(kind: kind, what: "It failed"), at: self.now,
                using: &self.generator))
    }

    mutating func authorize(
        _ request: AuthorizationRequest, user: String? = nil
    ) {
        let channelData = user.map { "{\"user_id\":\"\($0)\"}" }
        self.perform(
            self.machine.authorized(
                request, .success(ChannelAuthorization(auth: "k:s", channelData: channelData)),
                at: self.now))
    }

    mutating func refuse(_ request: AuthorizationRequest) {
        let failure = SubscriptionFailure(phase: .authorization, status: 403, what: "No")
        self.perform(self.machine.authorized(request, .failure(failure), at: self.now))
    }
}
