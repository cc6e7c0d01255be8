/// Encrypted channels of the current connection, each with its machine and key. Routes events
/// and answers, and limits simultaneous requests for keys.
///
/// The router passes only events of encrypted channels. Requests for keys are numbered apart
/// from those of subscriptions.
package struct EncryptedChannels: Sendable {
    /// Keys are forgotten with the connection: the next authorizations bring new ones.
    private struct Session: Sendable {
        var socketID: SocketID
        var entries: [ChannelName: EncryptedChannelStateMachine] = [:]
        var departed: Set<ChannelName> = []
        var queue: [ChannelName] = []
    }

    private let opener: EventOpener
    private let timeLimit: Duration
    private var session: Session?
    /// Unanswered requests, including those for earlier connections.
    private var running: Set<Int> = []
    private var requests = 0
    private var timers: [Int: ChannelName] = [:]
    private var lastTimer = 0

    package static let requestLimit = 2

    package init(_ options: ClientMachineOptions) {
        self.opener = options.opener
        self.timeLimit = options.decryptionTimeLimit
    }

    // MARK: Changes of the connection

    package mutating func connected(as socketID: SocketID) {
        self.session = Session(socketID: socketID)
    }

    package mutating func disconnected(into actions: inout [ClientAction]) {
        guard let session = self.session else { return }
        self.session = nil
        for (_, var machine) in session.entries.sorted(by: { $0.key < $1.key }) {
            actions.publish(machine.disconnected())
        }
    }

    // MARK: Changes of a channel

    package mutating func authorized(
        _ channel: ChannelName, sharedSecret: SharedSecret?, into actions: inout [ClientAction]
    ) {
        self.session?.queue.removeAll { $0 == channel }
        if let settled = self.session?.entries[channel]?.authorized(key: sharedSecret) {
            return actions.publish(settled)
        }
        self.session?.entries[channel] = EncryptedChannelStateMachine(
            channel, key: sharedSecret, opener: self.opener, timeLimit: self.timeLimit)
    }

    package mutating func unsubscribed(_ channel: ChannelName) {
        self.session?.queue.removeAll { $0 == channel }
        guard self.session?.entries.removeValue(forKey: channel) != nil else { return }
        self.session?.departed.insert(channel)
    }

    /// The protocol's own events are never encrypted and do not wait.
    package mutating func received(
        _ event: ChannelsEvent, on channel: ChannelName, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        guard !event.name.isProtocolEvent else { return actions.publish(.success(event)) }
        let timer = self.lastTimer + 1
        switch self.session?.entries[channel]?.received(event, timer: timer, at: time) {
        case .settled(let settled):
            actions.publish(settled)
        case .wait:
            break
        case .queue:
            self.lastTimer = timer
            self.timers[timer] = channel
            self.session?.queue.append(channel)
            actions.append(.startTimer(TimerID(.decryption, timer), after: self.timeLimit))
            actions.ask(self.startRequests(at: time))
        case nil:
            guard self.session?.departed.contains(channel) != true else { return }
            let failure = DecryptionFailure(
                channel: channel, event: event.name, reason: .notSubscribed)
            actions.publish(.failure(failure))
        }
    }

    // MARK: Reports of the executor

    package mutating func answered(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        guard request.purpose == .newKey else { return }
        self.running.remove(request.number)
        // The machine knows the number, unless it belongs to an earlier connection or subscription.
        let settled = self.session?.entries[request.channel]?.answered(
            request: request.number, result.map(\.sharedSecret))
        actions.publish(settled ?? [])
        actions.ask(self.startRequests(at: time))
    }

    package mutating func timerFired(_ timer: TimerID, into actions: inout [ClientAction]) {
        guard timer.purpose == .decryption,
            let channel = self.timers.removeValue(forKey: timer.number),
            let settled = self.session?.entries[channel]?.timedOut(timer: timer.number),
            !settled.isEmpty
        else { return }
        self.session?.queue.removeAll { $0 == channel }
        actions.publish(settled)
    }

    private mutating func startRequests(at time: ChannelsTimestamp) -> [AuthorizationRequest] {
        guard let socketID = self.session?.socketID else { return [] }
        var requests: [AuthorizationRequest] = []
        while self.running.count < Self.requestLimit, let channel = self.session?.queue.first {
            self.session?.queue.removeFirst()
            let number = self.requests + 1
            let turn = self.session?.entries[channel]?.turnCame(request: number, at: time)
            guard turn == .ask else { continue }
            self.requests = number
            self.running.insert(number)
            requests.append(
                AuthorizationRequest(
                    channel: channel, socketID: socketID, number: number, purpose: .newKey))
        }
        return requests
    }
}

extension [ClientAction] {
    fileprivate mutating func publish(_ settled: [EncryptedChannelStateMachine.Settled]) {
        for settled in settled { self.publish(settled) }
    }

    fileprivate mutating func publish(_ settled: EncryptedChannelStateMachine.Settled) {
        switch settled {
        case .success(let event): self.append(.publish(.received(event)))
        case .failure(let failure): self.append(.publish(.decryptionFailed(failure)))
        }
    }
}
