/// The encrypted channels that were authorized on the present connection, each with its machine and
/// its key: routes events and answers to the right one, and keeps the number of requests for keys
/// that run at a time small.
///
/// Events of other channels have no business here: whoever receives them looks at
/// `ChannelKind.isEncrypted` first.
///
/// Requests for keys have numbers of their own: their purpose tells them from those of
/// subscriptions.
package struct EncryptedChannels: Sendable {
    private let opener: EventOpener
    private let timeLimit: Duration
    private var entries: [ChannelName: EncryptedChannelStateMachine] = [:]
    /// The connection that keys are asked for; `nil` without one.
    private var socketID: SocketID?
    /// Channels that were ever given up on this connection: their late events are no surprise.
    private var departed: Set<ChannelName> = []
    /// Channels that wait for their turn to ask for a key.
    private var queue: [ChannelName] = []
    private var running: Set<Int> = []
    private var requests = 0
    /// Whose wait a timer ends. One that nobody cares about any more leaves when it fires.
    private var timers: [Int: ChannelName] = [:]
    private var lastTimer = 0

    /// The most requests for keys that run at a time, those for a connection of earlier included.
    package static let requestLimit = 2

    package init(_ options: ClientMachineOptions) {
        self.opener = options.opener
        self.timeLimit = options.decryptionTimeLimit
    }

    // MARK: What happens to the connection

    /// The server established a connection.
    package mutating func connected(as socketID: SocketID) {
        self.socketID = socketID
    }

    /// The connection is gone. Keys are forgotten: new ones come with the next authorizations.
    package mutating func disconnected(into actions: inout [ClientAction]) {
        for channel in self.entries.filter(\.value.isWaiting).keys.sorted() {
            Self.publish(self.entries[channel]?.disconnected(), into: &actions)
        }
        self.socketID = nil
        self.entries = [:]
        self.departed = []
        self.queue = []
    }

    // MARK: What happens to a channel

    /// A subscription was authorized on the present connection, with this key or without any.
    package mutating func authorized(
        _ channel: ChannelName, sharedSecret: SharedSecret?, into actions: inout [ClientAction]
    ) {
        self.queue.removeAll { $0 == channel }
        if self.entries[channel] != nil {
            let settled = self.entries[channel]?.authorized(key: sharedSecret)
            Self.publish(settled, into: &actions)
        } else {
            self.entries[channel] = EncryptedChannelStateMachine(
                channel, key: sharedSecret, opener: self.opener, timeLimit: self.timeLimit)
        }
    }

    /// The user no longer wants the channel: nobody wants what waits.
    package mutating func unsubscribed(_ channel: ChannelName) {
        self.queue.removeAll { $0 == channel }
        guard self.entries.removeValue(forKey: channel) != nil else { return }
        self.departed.insert(channel)
    }

    /// An event came on an encrypted channel. The protocol's own events are never encrypted, and
    /// wait for nothing.
    package mutating func received(
        _ event: ChannelEvent, on channel: ChannelName, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        guard !event.name.isProtocolEvent else {
            return actions.append(.publish(.received(event)))
        }
        let timer = self.lastTimer + 1
        switch self.entries[channel]?.received(event, timer: timer, at: time) {
        case .settled(let settled):
            Self.publish(settled, into: &actions)
        case .wait:
            break
        case .queue:
            self.lastTimer = timer
            self.timers[timer] = channel
            actions.append(.startTimer(TimerID(.decryption, timer), after: self.timeLimit))
            self.queue.append(channel)
            self.startRequests(at: time, into: &actions)
        case nil:
            guard !self.departed.contains(channel) else { return }
            let failure = DecryptionFailure(
                channel: channel, event: event.name, reason: .notSubscribed)
            actions.append(.publish(.failedToDecrypt(failure)))
        }
    }

    // MARK: What the executor reports

    /// A request for a key was answered: also one for a connection of earlier, whose answer is of
    /// no use, must be reported.
    package mutating func answered(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        guard request.purpose == .newKey else { return }
        self.running.remove(request.number)
        // The machine knows the number, unless it is of an earlier connection or subscription.
        let settled = self.entries[request.channel]?.answered(
            request: request.number, result.map(\.sharedSecret))
        Self.publish(settled, into: &actions)
        self.startRequests(at: time, into: &actions)
    }

    /// A timer of the purpose `decryption` fired.
    package mutating func timerFired(_ timer: TimerID, into actions: inout [ClientAction]) {
        guard timer.purpose == .decryption,
            let channel = self.timers.removeValue(forKey: timer.number),
            let settled = self.entries[channel]?.timedOut(timer: timer.number), !settled.isEmpty
        else { return }
        self.queue.removeAll { $0 == channel }
        Self.publish(settled, into: &actions)
    }

    private mutating func startRequests(at time: Timestamp, into actions: inout [ClientAction]) {
        guard let socketID = self.socketID else { return }
        while self.running.count < Self.requestLimit, !self.queue.isEmpty {
            let channel = self.queue.removeFirst()
            let number = self.requests + 1
            guard self.entries[channel]?.turnCame(request: number, at: time) == .ask else {
                continue
            }
            self.requests = number
            self.running.insert(number)
            let request = AuthorizationRequest(
                channel: channel, socketID: socketID, number: number, purpose: .newKey)
            actions.append(.authorize(request))
        }
    }

    // MARK: Publishing

    private static func publish(
        _ settled: [EncryptedChannelStateMachine.Settled]?, into actions: inout [ClientAction]
    ) {
        for settled in settled ?? [] { Self.publish(settled, into: &actions) }
    }

    private static func publish(
        _ settled: EncryptedChannelStateMachine.Settled, into actions: inout [ClientAction]
    ) {
        switch settled {
        case .success(let event): actions.append(.publish(.received(event)))
        case .failure(let failure): actions.append(.publish(.failedToDecrypt(failure)))
        }
    }
}
