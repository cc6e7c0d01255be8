/// What the server says.
extension ClientStateMachine {
    /// Messages arrived: all that came with one read, in order. An empty batch tells that something
    /// came which was no message: the peer lives.
    package mutating func received(
        _ frames: [ReceivedFrame], on socket: SocketNumber,
        at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        guard self.connection.socket == socket else { return [] }
        var actions: [ClientAction] = []
        actions.reserveCapacity(frames.count)
        var isEstablished = self.establishment != nil
        if isEstablished, case .startTimer(let timer, let delay) = self.liveness.received(at: time)
        {
            actions.append(.startTimer(timer, after: delay))
        }
        for frame in frames {
            if isEstablished {
                self.handle(frame, on: socket, at: time, into: &actions)
            } else {
                actions += self.handleFirst(frame, on: socket, at: time, using: &generator)
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
        _ frame: ReceivedFrame, on socket: SocketNumber,
        at time: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        var recognition: [ClientAction] = []
        self.recognize(frame, into: &recognition)
        switch frame.message {
        case .success(.connectionEstablished(let id, let activityTimeout)):
            return self.established(socket, id, activityTimeout, at: time) + recognition
        case .success(.error(let error)):
            self.connection.errorReceived(error, at: time)
            return [.problem(error, frame: frame)] + recognition
        case .success(.ping):
            return [.send(.pong, socket)] + recognition
        case .success:
            let text = "The server spoke before it had sent pusher:connection_established."
            return [.unexpected(text)] + recognition
        case .failure(let error):
            let violation = "The first message could not be read: \(error)"
            let onEnded = self.connection.violated(socket, violation, at: time, using: &generator)
            return self.actions(for: onEnded, at: time)
        }
    }

    private mutating func handle(
        _ frame: ReceivedFrame, on socket: SocketNumber,
        at time: Timestamp, into actions: inout [ClientAction]
    ) {
        switch frame.message {
        case .success(.event(let event)):
            self.connection.otherReceived()
            self.received(event, at: time, into: &actions)
        case .success(.unknown(let event)):
            self.connection.otherReceived()
            self.recognize(frame, into: &actions)
            actions.append(.publish(.received(event)))
        case .success(.error(let error)):
            self.connection.errorReceived(error, at: time)
            self.recognize(frame, into: &actions)
            let start = actions.count
            self.handle(error, frame, at: time, into: &actions)
            self.followUp(&actions, from: start, at: time)
        case .success(let message):
            self.connection.otherReceived()
            self.recognize(frame, into: &actions)
            let start = actions.count
            self.handleProtocol(message, frame, on: socket, at: time, into: &actions)
            self.followUp(&actions, from: start, at: time)
        case .failure(let error):
            self.connection.otherReceived()
            let problem = Problem(
                kind: .malformedMessage, text: error.description, channel: error.channel,
                frame: frame.text)
            actions.append(.publish(.problem(problem)))
        }
    }

    /// An event of an application or of another client.
    private mutating func received(
        _ event: ChannelEvent, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        guard let channel = event.channel, channel.kind.isEncrypted else {
            return actions.append(.publish(.received(event)))
        }
        self.encrypted.received(event, on: channel, at: time, into: &actions)
    }

    /// What a message of the protocol shows about the server.
    private mutating func recognize(_ frame: ReceivedFrame, into actions: inout [ClientAction]) {
        if case .recognized(let profile) = self.server.saw(frame) {
            actions.append(.publish(.serverRecognized(profile)))
        }
    }

    /// `pusher:error`
    private mutating func handle(
        _ error: ServerError, _ frame: ReceivedFrame, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        let text = ServerErrorText(error)
        guard text == .clientEvent || self.handleForUser(error, frame, into: &actions) == .other
        else { return }
        switch text {
        case .clientEvent:
            let rejection = self.clientEvents.rejection(
                error, frame: frame.text, at: time)
            actions.append(.publish(.clientEventsRejected(rejection)))
        case .alreadySubscribed(let channel), .notSubscribed(let channel):
            actions.append(.problem(error, on: channel, frame: frame))
        case .refused(let channel):
            let channel = channel ?? self.channels.onlyOneAwaitingAnswer
            self.channels.refused(channel, by: error, frame: frame, at: time, into: &actions)
        case .other:
            self.channels.refused(error.channel, by: error, frame: frame, at: time, into: &actions)
        }
    }

    /// An error may be about the sign-in.
    private mutating func handleForUser(
        _ error: ServerError, _ frame: ReceivedFrame, into actions: inout [ClientAction]
    ) -> SignInStateMachine.OnError {
        self.signing.errorReceived(
            error, frame: frame, otherAnswersDue: self.channels.isAnyAwaitingAnswer,
            into: &actions)
    }

    private mutating func handleProtocol(
        _ message: ServerMessage, _ frame: ReceivedFrame, on socket: SocketNumber,
        at time: Timestamp, into actions: inout [ClientAction]
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
        case .subscriptionSucceeded(let channel, _) where channel.isServerToUser:
            self.signing.subscriptionSucceeded(channel, into: &actions)
        case .subscriptionSucceeded(let channel, let roster):
            self.channels.succeeded(channel, roster: roster, at: time, into: &actions)
        case .subscriptionError(let channel, _, let text, let status) where channel.isServerToUser:
            self.signing.subscriptionRefused(channel, text: text, status: status, into: &actions)
        case .subscriptionError(let channel, let type, let text, let status):
            self.channels.refused(
                channel, type: type, text: text, status: status, frame: frame, at: time,
                into: &actions)
        case .memberAdded(let channel, let member):
            self.channels.memberAdded(channel, member, into: &actions)
        case .memberRemoved(let channel, let id):
            self.channels.memberRemoved(channel, id, into: &actions)
        case .subscriptionCount(let channel, let count):
            self.channels.counted(channel, count, into: &actions)
        case .cacheMiss(let channel):
            self.channels.cacheMissed(channel, into: &actions)
        case .signInSucceeded(let userData):
            self.signing.signInSucceeded(userData: userData, into: &actions)
        case .watchlist(let changes):
            self.signing.watchlistReceived(changes, into: &actions)
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
