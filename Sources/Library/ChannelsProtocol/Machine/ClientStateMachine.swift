/// Everything a client decides. Owns and connects the machines of connection, liveness,
/// subscriptions, client events, encrypted channels and sign-in; only here do their answers
/// become actions.
///
/// The executor reports what happened, with the time, and carries out the actions in order:
/// ```swift
/// perform(machine.connect(at: now))                    // open socket 1, start its timers
/// perform(machine.opened(1, at: now))                  // nothing: the server speaks first
/// perform(machine.received(messages, on: 1, at: now, using: &generator))
/// ```
/// Reports may come late, twice or for earlier sockets: they are recognised by their numbers.
package struct ClientStateMachine: Sendable {
    var connection: ConnectionStateMachine
    var liveness: LivenessStateMachine
    var channels: Subscriptions
    var messageLimit = MessageLimit()
    var clientEvents: ClientEventQueue
    var encrypted: EncryptedChannels
    var signing: SignInStateMachine
    var server: ServerRecognition {
        didSet { self.connection.server = self.server.profile.kind }
    }
    var heldError = HeldError()
    var gaps = GapRecorder()
    var tokens = RefusedTokens()
    var waking: Waking?
    /// Read when the end is published.
    var endedInOrder = false
    let isObserving: Bool
    let mask: SecretMask

    package init(_ options: ClientMachineOptions) {
        self.connection = ConnectionStateMachine(options)
        self.liveness = LivenessStateMachine(pongTimeout: options.pongTimeout)
        self.channels = Subscriptions(timeLimit: options.subscriptionTimeLimit)
        self.clientEvents = ClientEventQueue(limit: options.clientEventLimit)
        self.encrypted = EncryptedChannels(options)
        self.signing = SignInStateMachine(timeLimit: options.signInTimeLimit)
        self.server =
            options.knownServer.map(ServerRecognition.init(known:))
            ?? ServerRecognition(host: options.host)
        self.connection.server = self.server.profile.kind
        self.isObserving = options.isObserving
        self.mask = options.mask
        self.channels.mask = options.mask
    }

    // MARK: State

    package var state: ConnectionState { self.connection.state }

    package var intent: ConnectionIntent { self.connection.intent }

    package var socket: SocketNumber? { self.connection.socket }

    package var serverProfile: ServerProfile { self.server.profile }

    package var establishment: Establishment? { self.connection.establishment }

    package var subscriptions: [(channel: ChannelName, state: SubscriptionState)] {
        self.channels.all
    }

    package func subscription(to channel: ChannelName) -> SubscriptionState? {
        self.channels.state(of: channel)
    }

    /// Kept while disconnected, until the next subscription brings a new list.
    package func members(of channel: ChannelName) -> PresenceMembers? {
        self.channels.members(of: channel)
    }

    /// `nil` until the server reports it, and after the subscription was lost.
    package func subscriptionCount(of channel: ChannelName) -> Int? {
        self.channels.subscriptionCount(of: channel)
    }

    // MARK: Requests of the user

    package mutating func connect(at time: ChannelsTimestamp) -> [ClientAction] {
        switch self.connection.connect(at: time) {
        case .open(let opening, _): self.actions(for: opening)
        case .none: []
        }
    }

    package mutating func disconnect(at time: ChannelsTimestamp) -> [ClientAction] {
        switch self.connection.disconnect(at: time) {
        case .disconnect(let disconnection):
            var actions: [ClientAction] = []
            actions.publish(disconnection.intent)
            actions.close(disconnection.closing)
            actions.publish(self.gaps.disconnected())
            self.publish(disconnection.change, at: time, into: &actions)
            // Events missed while disconnected on request are not a gap.
            _ = self.gaps.disconnected()
            return actions
        case .none:
            return []
        }
    }

    package mutating func reconnect(at time: ChannelsTimestamp) -> [ClientAction] {
        switch self.connection.reconnect(at: time) {
        case .open(let opening, let abandoned):
            var actions: [ClientAction] = []
            actions.publish(opening.intent)
            actions.close(abandoned?.closing)
            let gaps = self.gaps
            let isSilent = self.liveness.isUnanswered
            if let abandoned, let attempt = abandoned.attempt {
                actions.append(.publish(.attemptFailed(attempt: attempt, abandoned.end)))
            }
            if let change = opening.change { self.publish(change, at: time, into: &actions) }
            // Leaving a connection on purpose is not a gap, unless it may have been dead already.
            // An earlier gap remains.
            if !isSilent { self.gaps = gaps }
            actions.open(opening)
            return actions
        case .none:
            return []
        }
    }

    /// A scheduled attempt is made now, even by a client that gave up, unless it was refused. An
    /// open connection is pinged, because it may be gone with the old network.
    package mutating func networkBecameReachable(at time: ChannelsTimestamp) -> [ClientAction] {
        let outcome = self.connection.networkBecameReachable(at: time)
        let actions = self.actions(for: outcome, at: time)
        return actions.isEmpty ? [] : [.publish(.networkChanged(.reachable))] + actions
    }

    /// The connection is lost, and the next attempt is made at once: another network may be there
    /// already.
    package mutating func addressGone(
        _ address: String, _ socket: SocketNumber, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        let failure = ConnectFailure(
            kind: .unreachable, what: "The connection was lost",
            cause: "this machine no longer has its address \(address)")
        let outcome = self.connection.lost(socket, failure, at: time, using: &generator)
        guard outcome != .none else { return [] }
        var actions: [ClientAction] = [.publish(.networkChanged(.addressGone(address)))]
        actions += self.actions(for: outcome, at: time)
        if case .retry = outcome {
            actions += self.actions(
                for: self.connection.networkBecameReachable(at: time), at: time)
        }
        return actions
    }

    package mutating func ping(at time: ChannelsTimestamp) -> [ClientAction] {
        self.actions(for: self.liveness.ping(at: time))
    }

    // MARK: Reports of the executor

    /// Also reports whether something was used that had been refused before.
    package mutating func answered(_ report: AuthorizationReport) -> ClientAction {
        var report = report
        self.tokens.answered(&report)
        return .publish(.authorizationAnswered(report))
    }

    /// Answers for an earlier connection are not used, but must be reported too.
    package mutating func authorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        let result = result.mapError(self.mask.failure)
        var actions: [ClientAction] = []
        switch request.purpose {
        case .subscription:
            self.subscriptionAuthorized(request, result, at: time, into: &actions)
        case .newKey:
            self.encrypted.answered(request, result, at: time, into: &actions)
        }
        return actions
    }

    package mutating func entered(
        _ part: AttemptParts.Name, address: String = "", isWithheld: Bool = false,
        _ socket: SocketNumber, at time: ChannelsTimestamp
    ) {
        self.connection.entered(
            part, address: address, isWithheld: isWithheld, socket, at: time)
    }

    package mutating func opened(
        _ socket: SocketNumber, software: String? = nil, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        switch self.connection.opened(socket, at: time) {
        case .close(let closing): [.close(closing.socket, code: closing.code)]
        case .none:
            self.server.opened(software: software.map(self.mask.text)).map {
                [.publish(.serverRecognized($0))]
            } ?? []
        }
    }

    package mutating func failed(
        _ socket: SocketNumber, _ failure: ConnectFailure, isInjected: Bool = false,
        at time: ChannelsTimestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        var end = ConnectionEnd.failed(self.mask.failure(failure))
        end.isInjected = isInjected
        let outcome = self.connection.closed(socket, end, at: time, using: &generator)
        return self.actions(for: outcome, at: time)
    }

    /// An open socket closed or broke.
    /// - Parameters:
    ///   - code: the code of the peer's close frame; `nil` if there wasn't one.
    ///   - failure: what broke the socket, if there was no close frame.
    ///   - isInjected: whether a deliberate fault closed or broke it.
    ///   - endedInOrder: whether the peer ended TCP after everything that it had sent, without a
    ///     close frame or with one that has no code.
    ///   - endForClient: how it ended for a client that is only watched, if that is something else.
    ///   - waited: for how long a close frame had waited to be read; `nil` if nobody knows.
    package mutating func closed(
        _ socket: SocketNumber, code: CloseCode?, reason: String, failure: ConnectFailure?,
        isInjected: Bool = false, endedInOrder: Bool = false, endForClient: ConnectionEnd? = nil,
        waited: Duration? = nil,
        at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        let failed = code == nil ? failure.map(ConnectionEnd.failed) : nil
        var seen = self.mask.end(failed ?? .closed(code, reason: reason))
        seen.isInjected = isInjected
        if !isInjected { seen = self.explainedByLimit(seen, at: time) }
        let outcome = self.connection.closed(
            socket, seen, endForClient: endForClient.map(self.mask.end), at: time,
            using: &generator)
        let recognized = outcome == .none ? nil : self.server.closed(code)
        if code != nil || endedInOrder, outcome != .none {
            let arrival = self.arrival(waited: waited, at: time)
            _ = self.liveness.received(at: time, arrived: arrival)
            self.endedInOrder = true
        }
        var actions = self.actions(for: outcome, at: time)
        if let recognized { actions.append(.publish(.serverRecognized(recognized))) }
        return actions
    }

    package mutating func timerFired(
        _ timer: TimerID, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        switch timer.purpose {
        case .attemptLimit, .unavailable, .retry:
            return self.connectionTimerFired(timer, at: time, using: &generator)
        case .liveness:
            return self.livenessTimerFired(timer, at: time, using: &generator)
        case .subscription:
            return self.subscriptionTimerFired(timer, at: time)
        case .clientEvents:
            return self.clientEventTimerFired(timer, at: time)
        case .messageLimit:
            return self.messageLimitTimerFired(timer, at: time)
        case .decryption:
            var actions: [ClientAction] = []
            self.encrypted.timerFired(timer, into: &actions)
            return actions
        case .signIn:
            return self.signInTimerFired(timer)
        case .serverError:
            return self.heldError.timerFired(timer)
        }
    }

    private mutating func connectionTimerFired(
        _ timer: TimerID, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        switch self.connection.timerFired(timer, at: time, using: &generator) {
        case .open(let opening):
            return self.actions(for: opening)
        case .ended(let outcome, let change):
            let ended = self.actions(for: outcome, at: time)
            return ended + (change.map { [.publish(.stateChanged($0))] } ?? [])
        case .none:
            return []
        }
    }
}
