import ChannelsBasics

extension ConnectionStateMachine {
    mutating func entered(
        _ part: AttemptParts.Name, address: String = "", isWithheld: Bool = false,
        _ socket: SocketNumber,
        at time: ChannelsTimestamp
    ) {
        guard case .opening(let outage, var attempt) = self.currentState, attempt.socket == socket
        else { return }
        attempt.address = address
        attempt.isWithheld = isWithheld
        attempt.parts.begin(part, at: time)
        self.currentState = .opening(outage, attempt)
    }

    package mutating func opened(_ socket: SocketNumber, at time: ChannelsTimestamp)
        -> OpeningOutcome
    {
        guard case .opening(let outage, var attempt) = self.currentState, attempt.socket == socket
        else {
            return self.socket == socket ? .none : .close(Closing(socket: socket, code: 1000))
        }
        attempt.isOpen = true
        (attempt.address, attempt.isWithheld) = ("", false)
        attempt.parts.begin(.hello, at: time)
        self.currentState = .opening(outage, attempt)
        return .none
    }

    package mutating func established(
        _ socket: SocketNumber, _ id: SocketID, activityTimeout: Duration?,
        at time: ChannelsTimestamp
    ) -> EstablishmentOutcome {
        switch self.currentState {
        case .opening(let outage, let attempt) where attempt.socket == socket:
            let before = self.shown
            let parts = attempt.parts.ended(at: time, succeeded: true)
            let establishment = self.establishment(id, activityTimeout, outage.tries, parts)
            self.currentState = .connected(
                Connected(
                    socket: socket, start: attempt.start, limit: attempt.limit, establishedAt: time,
                    establishment: establishment, tries: outage.tries))
            self.everConnected = true
            let change = self.change(from: before, because: .established(establishment), at: time)
            return .established(establishment, change)
        case .connected(let connected) where connected.socket == socket:
            return .again
        case .initialized, .opening, .waiting, .connected, .failed, .disconnected:
            return .none
        }
    }

    /// A last message that is an error may explain a close without a code.
    mutating func received(last error: ServerError?, at time: ChannelsTimestamp) {
        switch self.currentState {
        case .opening(let outage, var attempt):
            guard attempt.lastError.note(error, at: time) else { return }
            self.currentState = .opening(outage, attempt)
        case .connected(var connected):
            guard connected.lastError.note(error, at: time) else { return }
            self.currentState = .connected(connected)
        case .initialized, .waiting, .failed, .disconnected:
            break
        }
    }

    /// An error in place of a connection. A server that does not close is left soon, unless it
    /// establishes the connection after all.
    /// - Returns: the timer of the end, with the first error.
    mutating func refused(
        _ socket: SocketNumber, _ error: ServerError, at time: ChannelsTimestamp
    ) -> StartedTimer? {
        guard case .opening(let outage, var attempt) = self.currentState, attempt.socket == socket
        else { return nil }
        let isFirst = attempt.lastError.refusal == nil
        _ = attempt.lastError.note(error, at: time)
        var timer: StartedTimer?
        let left = attempt.limit - time.duration(since: attempt.start)
        if isFirst, left > Self.timeToClose {
            attempt.limitTimer = self.nextTimer(.attemptLimit)
            timer = StartedTimer(id: attempt.limitTimer, after: Self.timeToClose)
        }
        self.currentState = .opening(outage, attempt)
        return timer
    }

    private static let timeToClose = Duration.milliseconds(500)

    mutating func violated(
        _ socket: SocketNumber, _ text: String, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> EndOutcome {
        guard case .opening(let outage, let attempt) = self.currentState, attempt.socket == socket
        else { return .none }
        let end = ConnectionEnd.failed(
            ConnectFailure(
                kind: .protocolViolation,
                FailureParts(
                    "The first message could not be read", text, obstacle: .otherService)))
        let closing = Closing(socket: socket, code: 1002)
        return self.ended(end, of: Tried(outage, attempt), closing, at: time, using: &generator)
    }

    /// - Parameter endForClient: how it ended for a watched client, whose policy decides by that;
    ///   `nil` for the same end.
    package mutating func closed(
        _ socket: SocketNumber, _ end: ConnectionEnd, endForClient: ConnectionEnd? = nil,
        at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> EndOutcome {
        switch self.currentState {
        case .opening(let outage, let attempt) where attempt.socket == socket:
            let reading = attempt.lastError.reading(of: end, wasConnected: false, at: time)
            return self.ended(
                reading, endForClient: endForClient, of: Tried(outage, attempt), nil, at: time,
                using: &generator)
        case .connected(let connected) where connected.socket == socket:
            let reading = connected.lastError.reading(of: end, wasConnected: true, at: time)
            let tried = self.tried(connected, at: time)
            return self.ended(
                reading, endForClient: endForClient, of: tried, nil, at: time, using: &generator)
        case .initialized, .opening, .waiting, .connected, .failed, .disconnected:
            return .none
        }
    }

    /// Nothing can arrive on a socket any more, although it is open.
    mutating func lost(
        _ socket: SocketNumber, _ failure: ConnectFailure, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> EndOutcome {
        let tried: Tried
        switch self.currentState {
        case .opening(let outage, let attempt) where attempt.socket == socket:
            tried = Tried(outage, attempt)
        case .connected(let connected) where connected.socket == socket:
            tried = self.tried(connected, at: time)
        case .initialized, .opening, .waiting, .connected, .failed, .disconnected:
            return .none
        }
        let closing = Closing(socket: socket, code: nil)
        return self.ended(.failed(failure), of: tried, closing, at: time, using: &generator)
    }

    package mutating func pongMissing(
        after limit: Duration, at time: ChannelsTimestamp,
        using generator: inout some RandomNumberGenerator
    ) -> EndOutcome {
        guard case .connected(let connected) = self.currentState else { return .none }
        let closing = Closing(socket: connected.socket, code: nil)
        return self.ended(
            .pongMissing(after: limit), of: self.tried(connected, at: time), closing, at: time,
            using: &generator)
    }
}
