/// Everything a client decides, behind one door: owns the machines of the connection, of its
/// liveness and of the subscriptions, and routes to them.
///
/// Whoever executes it tells it what happened, with the time, and carries out what it answers, in
/// order:
/// ```swift
/// perform(machine.connect(at: now))                    // open socket 1, start its timers
/// perform(machine.opened(1, at: now))                  // nothing: the server speaks first
/// perform(machine.received(messages, on: 1, at: now, using: &generator))
/// ```
/// Reports may come late, twice or for sockets of earlier: they are recognised by their numbers.
package struct ClientStateMachine: Sendable {
    var connection: ConnectionStateMachine
    var liveness: LivenessStateMachine
    var channels = Subscriptions()
    /// When the last connection was lost, and how many subscriptions with it.
    var lost: Loss?

    struct Loss: Hashable, Sendable {
        var time: Timestamp
        var channels: Int
    }

    package init(_ options: ClientMachineOptions) {
        self.connection = ConnectionStateMachine(options)
        self.liveness = LivenessStateMachine(pongTimeout: options.pongTimeout)
    }

    // MARK: What is known

    package var state: ConnectionState { self.connection.state }

    /// What the server established; `nil` without a connection.
    package var establishment: Establishment? { self.connection.establishment }

    /// Every wanted channel and its state, in the order in which they were asked for.
    package var subscriptions: [(channel: ChannelName, state: SubscriptionState)] {
        self.channels.states
    }

    /// The state of a channel; `nil` when it is not wanted.
    package func subscription(to channel: ChannelName) -> SubscriptionState? {
        self.channels.state(of: channel)
    }

    /// The members of a presence channel. They stay over a disconnection, until the next
    /// subscription brings the new list; `nil` before the first.
    package func members(of channel: ChannelName) -> Members? {
        self.channels.members(of: channel)
    }

    // MARK: What the user asks

    /// The user wants a connection. While the next attempt is waited for, it is made now.
    package mutating func connect(at time: Timestamp) -> [ClientAction] {
        switch self.connection.connect(at: time) {
        case .open(let opening, _): self.actions(for: opening)
        case .none: []
        }
    }

    /// The user wants no connection. That stands, in every phase, until they want one again.
    package mutating func disconnect(at time: Timestamp) -> [ClientAction] {
        switch self.connection.disconnect() {
        case .disconnect(let closing, let change):
            var actions: [ClientAction] = []
            actions.close(closing)
            self.publish(change, at: time, into: &actions)
            // What is missed while nobody wants a connection is no gap.
            self.lost = nil
            return actions
        case .none:
            return []
        }
    }

    /// The user wants a new connection at once, instead of the present one or of waiting.
    package mutating func reconnect(at time: Timestamp) -> [ClientAction] {
        switch self.connection.reconnect(at: time) {
        case .open(let opening, let abandoned):
            var actions: [ClientAction] = []
            actions.close(abandoned?.closing)
            if let abandoned, let attempt = abandoned.attempt {
                actions.append(.publish(.attemptFailed(attempt: attempt, abandoned.end)))
            }
            if let change = opening.change { self.publish(change, at: time, into: &actions) }
            actions.open(opening)
            return actions
        case .none:
            return []
        }
    }

    /// The user wants to know now whether the server answers. Nothing happens without a connection,
    /// or while a ping is under way.
    package mutating func ping(at time: Timestamp) -> [ClientAction] {
        guard let socket = self.connection.socket else { return [] }
        switch self.liveness.ping(at: time) {
        case .ping(let timer, let delay):
            return [.send(.ping, socket), .publish(.pingSent), .startTimer(timer, after: delay)]
        case .none:
            return []
        }
    }

    /// The user wants a channel. Wanting it twice is wanting it once; wanting one that failed tries
    /// it again.
    package mutating func subscribe(
        _ channel: ChannelName, at time: Timestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        self.channels.subscribe(channel, into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }

    /// The user no longer wants a channel.
    package mutating func unsubscribe(
        _ channel: ChannelName, at time: Timestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        self.channels.unsubscribe(channel, into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }

    package enum OnTrigger: Hashable, Sendable {
        case send([ClientAction])
        case refused(ClientEventRefusal)
    }

    /// The user wants to send a client event: it is sent, or the rule that it breaks is named.
    /// Whether the server takes it is not known before it refuses (4301).
    package mutating func trigger(_ event: ChannelEvent, at time: Timestamp) -> OnTrigger {
        switch self.link(forSending: event) {
        case .success(let link):
            self.liveness.sent(at: time)
            return .send([.send(.event(event), link.socket), .publish(.triggered(event))])
        case .failure(let refusal):
            return .refused(refusal)
        }
    }

    // MARK: What the executor reports

    /// An authorization was answered: also one for a connection of earlier, whose answer is of no
    /// use, must be reported.
    package mutating func authorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: Timestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        self.channels.authorized(request, result, into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }

    /// The opening of a socket has come to another phase: `TLS handshake`. It is remembered for the
    /// text of a time-out.
    package mutating func entered(_ phase: String, _ socket: SocketNumber) {
        self.connection.entered(phase, socket)
    }

    /// A socket is open, the upgrade is done.
    package mutating func opened(_ socket: SocketNumber, at time: Timestamp) -> [ClientAction] {
        switch self.connection.opened(socket) {
        case .close(let closing): [.close(closing.socket, code: closing.code)]
        case .none: []
        }
    }

    /// A socket could not be opened.
    package mutating func failed(
        _ socket: SocketNumber, _ failure: ConnectFailure, at time: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        let onEnded = self.connection.closed(socket, .failed(failure), at: time, using: &generator)
        return self.actions(for: onEnded, at: time)
    }

    /// An open socket closed or broke.
    /// - Parameters:
    ///   - code: of the peer's close frame; `nil` when there was none.
    ///   - failure: what broke it, when there was no close frame.
    package mutating func closed(
        _ socket: SocketNumber, code: CloseCode?, reason: String, failure: ConnectFailure?,
        at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        let end =
            code == nil ? failure.map(ConnectionEnd.failed) : nil
        let onEnded = self.connection.closed(
            socket, end ?? .closed(code, reason: reason), at: time, using: &generator)
        return self.actions(for: onEnded, at: time)
    }

    package mutating func timerFired(
        _ timer: TimerID, at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        guard timer.purpose != .liveness else {
            return self.livenessTimerFired(timer, at: time, using: &generator)
        }
        switch self.connection.timerFired(timer, at: time, using: &generator) {
        case .open(let opening):
            return self.actions(for: opening)
        case .ended(let onEnded, let change):
            let ended = self.actions(for: onEnded, at: time)
            return ended + (change.map { [.publish(.stateChanged($0))] } ?? [])
        case .none:
            return []
        }
    }
}
