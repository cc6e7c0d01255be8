/// What the server says.
extension ClientStateMachine {
    /// Messages arrived: all that came with one read, in order. An empty batch tells that something
    /// came which was no message: the peer lives.
    package mutating func received(
        _ messages: [Result<ServerMessage, FrameError>], on socket: SocketNumber,
        at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        guard self.connection.socket == socket else { return [] }
        var actions: [ClientAction] = []
        actions.reserveCapacity(messages.count)
        var isEstablished = self.establishment != nil
        if isEstablished, case .startTimer(let timer, let delay) = self.liveness.received(at: time)
        {
            actions.append(.startTimer(timer, after: delay))
        }
        for message in messages {
            if isEstablished {
                self.handle(message, on: socket, at: time, into: &actions)
            } else {
                actions += self.handleFirst(message, on: socket, at: time, using: &generator)
                // It may have ended the attempt: the rest is for nobody.
                guard self.connection.socket == socket else { return actions }
                isEstablished = self.establishment != nil
            }
        }
        return actions
    }

    /// Before the connection is established, the server may establish it, or refuse with an error
    /// and close. Another message changes nothing: the limit of the attempt runs on. What cannot be
    /// read does not come from a server of the protocol.
    private mutating func handleFirst(
        _ message: Result<ServerMessage, FrameError>, on socket: SocketNumber,
        at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        switch message {
        case .success(.connectionEstablished(let id, let activityTimeout)):
            return self.established(socket, id, activityTimeout, at: time)
        case .success(.error(let error)):
            self.connection.errorReceived(error, at: time)
            return [.problem(error)]
        case .success(.ping):
            return [.send(.pong, socket)]
        case .success:
            return [
                .unexpected("The server spoke before it had sent pusher:connection_established.")
            ]
        case .failure(let error):
            let violation = "The first message could not be read: \(error)"
            let onEnded = self.connection.violated(socket, violation, at: time, using: &generator)
            return self.actions(for: onEnded, at: time)
        }
    }

    private mutating func handle(
        _ message: Result<ServerMessage, FrameError>, on socket: SocketNumber,
        at time: Timestamp, into actions: inout [ClientAction]
    ) {
        switch message {
        case .success(.event(let event)), .success(.unknown(let event)):
            self.connection.otherReceived()
            actions.append(.publish(.received(event)))
        case .success(.error(let error)):
            self.connection.errorReceived(error, at: time)
            let start = actions.count
            self.channels.errorReceived(error, into: &actions)
            self.noteSending(actions[start...], at: time)
        case .success(let message):
            self.connection.otherReceived()
            let start = actions.count
            self.handleProtocol(message, on: socket, at: time, into: &actions)
            self.noteSending(actions[start...], at: time)
        case .failure(let error):
            self.connection.otherReceived()
            let problem = Problem(kind: .malformedMessage, text: error.description)
            actions.append(.publish(.problem(problem)))
        }
    }

    private mutating func handleProtocol(
        _ message: ServerMessage, on socket: SocketNumber, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        switch message {
        case .connectionEstablished(let id, _):
            let text =
                "The server established the connection again, with the socket id \(id): the first "
                + "one stays in use."
            actions.append(.unexpected(text))
        case .ping:
            actions.append(.send(.pong, socket))
        case .pong:
            self.ponged(at: time, into: &actions)
        case .subscriptionSucceeded(let channel, let roster):
            self.channels.succeeded(channel, roster: roster, into: &actions)
        case .subscriptionError(let channel, let type, let text, let status):
            self.channels.refused(
                channel, type: type, text: text, status: status, into: &actions)
        case .memberAdded(let channel, let member):
            self.channels.memberAdded(channel, member, into: &actions)
        case .memberRemoved(let channel, let id):
            self.channels.memberRemoved(channel, id, into: &actions)
        case .subscriptionCount(let channel, let count):
            self.channels.counted(channel, count, into: &actions)
        case .cacheMiss(let channel):
            self.channels.cacheMissed(channel, into: &actions)
        case .signInSucceeded:
            actions.append(.unexpected("The server confirmed a sign-in that was not asked for."))
        case .watchlist:
            actions.append(.unexpected("The server sent watchlist events without a sign-in."))
        case .error, .event, .unknown:
            break  // Handled by the caller.
        }
    }

    private mutating func ponged(at time: Timestamp, into actions: inout [ClientAction]) {
        switch self.liveness.ponged(at: time) {
        case .roundTrip(let duration):
            actions.append(.publish(.pongReceived(roundTrip: duration)))
        case .unexpected:
            actions.append(.unexpected("The server sent a pong without having been pinged."))
        }
    }
}
