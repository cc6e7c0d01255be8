extension ClientStateMachine {
    /// Everything from one read, in order; empty if only control frames arrived.
    /// - Parameter waited: `nil` if unknown. It matters only while `isWaking`.
    package mutating func received(
        _ frames: [ReceivedFrame], on socket: SocketNumber, waited: Duration? = nil,
        at time: ChannelsTimestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        guard self.connection.socket == socket else { return [] }
        var actions: [ClientAction] = []
        actions.reserveCapacity(frames.count)
        var isEstablished = self.establishment != nil
        let arrival = isEstablished ? self.arrival(waited: waited, at: time) : nil
        if isEstablished {
            self.heldError.release(into: &actions)
            actions.start(self.liveness.received(at: time, arrived: arrival))
        }
        var last: ReceivedFrame?
        for frame in frames {
            let frame = self.mask.frame(frame)
            if isEstablished {
                self.handle(frame, at: time, arrival, into: &actions)
                last = frame
            } else {
                actions += self.handleFirst(frame, on: socket, at: time, using: &generator)
                // It may have ended the attempt; then the rest is dropped.
                guard self.connection.socket == socket else { return actions }
                isEstablished = self.establishment != nil
            }
        }
        if let last {
            self.connection.received(last: last.serverError, at: time)
            if let error = last.serverError { self.heldError.hold(error, in: &actions) }
        }
        return actions
    }

    /// Ordinary events are not passed on one by one: see `EventReader`.
    /// - Returns: `nil` if the connection is not established: pass the events to `received`.
    package mutating func receivedEvents(
        on socket: SocketNumber, waited: Duration? = nil, at time: ChannelsTimestamp
    ) -> [ClientAction]? {
        guard self.connection.socket == socket, self.establishment != nil else { return nil }
        self.connection.received(last: nil, at: time)
        let arrival = self.arrival(waited: waited, at: time)
        var actions: [ClientAction] = []
        self.heldError.release(into: &actions)
        actions.start(self.liveness.received(at: time, arrived: arrival))
        return actions
    }

    /// Unread messages arrived, because who listens is slow: the server is there, and its pongs may
    /// be among them. `nil` if the socket is not current or not established.
    package mutating func heldBack(
        on socket: SocketNumber, waited: Duration? = nil, at time: ChannelsTimestamp
    ) -> [ClientAction]? {
        guard self.connection.socket == socket, self.establishment != nil else { return nil }
        let arrival = self.arrival(waited: waited, at: time)
        var actions: [ClientAction] = []
        actions.start(self.liveness.heldBack(at: time, arrived: arrival))
        return actions
    }

    /// Before the connection is established, the server may establish it, or refuse with an error
    /// and close. Other messages change nothing; an unreadable one means no Channels server.
    private mutating func handleFirst(
        _ frame: ReceivedFrame, on socket: SocketNumber,
        at time: ChannelsTimestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        var recognition: [ClientAction] = []
        self.recognize(frame, into: &recognition)
        switch frame.message {
        case .success(.connectionEstablished(let id, let activityTimeout)):
            return self.established(socket, id, activityTimeout, at: time) + recognition
        case .success(.error(let error)):
            // Not a problem of its own: it is how the attempt ends.
            var actions: [ClientAction] = []
            actions.start(self.connection.refused(socket, error, at: time))
            return actions + recognition
        case .success(.ping):
            return [.send(.pong, socket)] + recognition
        case .success:
            let text = "The server sent a message before pusher:connection_established."
            return [.publish(.problem(.unexpected(text)))] + recognition
        case .failure(let error):
            let outcome = self.connection.violated(
                socket, error.description, at: time, using: &generator)
            return self.actions(for: outcome, at: time)
        }
    }

    private mutating func handle(
        _ frame: ReceivedFrame, at time: ChannelsTimestamp, _ arrival: Arrival?,
        into actions: inout [ClientAction]
    ) {
        switch frame.message {
        case .success(.event(let event)):
            self.received(event, at: time, into: &actions)
        case .success(let message):
            self.recognize(frame, into: &actions)
            self.handle(message, frame, at: time, arrival, into: &actions)
        case .failure(let error):
            let problem = ReportedProblem(
                kind: .malformedMessage, text: error.description, channel: error.channel,
                frame: frame.text)
            actions.report(problem)
        }
    }

    /// The protocol's own events are not delivered to the user, as in pusher-js.
    private mutating func received(
        _ event: ChannelsEvent, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        guard let channel = event.channel else { return actions.append(.publish(.received(event))) }
        if event.name.isClientEvent, channel.kind.hasMembers {
            var event = event
            event.senderDoubt = self.senderDoubt(of: event, on: channel)
            actions.append(.publish(.received(event)))
        } else if channel.kind.isEncrypted, !self.isObserving {
            self.encrypted.received(event, on: channel, at: time, into: &actions)
        } else if self.signing.isForUser(channel), !event.name.isProtocolEvent {
            actions.append(.publishForUser(event))
        } else {
            actions.append(.publish(.received(event)))
        }
    }

    /// On a presence channel most servers name a sender, who must be a member.
    private func senderDoubt(of event: ChannelsEvent, on channel: ChannelName) -> SenderDoubt? {
        guard let members = self.channels.members(of: channel) else { return nil }
        guard let sender = event.userID else {
            return self.server.kind.namesEverySender ? .notNamed : nil
        }
        return members[sender] == nil ? .notAMember : nil
    }

    private mutating func recognize(_ frame: ReceivedFrame, into actions: inout [ClientAction]) {
        guard let profile = self.server.received(frame) else { return }
        actions.append(.publish(.serverRecognized(profile)))
    }

    private mutating func handle(
        _ error: ServerError, _ frame: ReceivedFrame, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        let text = ServerErrorText(error)
        if let rejection = self.rejectionOfData(error, frame, at: time) {
            return actions.append(.publish(.clientEventsRejected(rejection)))
        }
        if text == .messageLimit, self.mayMeanSubscription(at: time),
            self.messageLimited(by: error, frame, at: time, into: &actions)
        {
            return
        }
        if text == .clientEvent || text == .messageLimit && self.clientEvents.hasRecent(at: time) {
            let rejection = self.clientEvents.rejection(error, frame: frame.text, at: time)
            return actions.append(.publish(.clientEventsRejected(rejection)))
        }
        switch self.signing.errorReceived(
            error, frame: frame, otherAnswersDue: self.channels.isAnyAwaitingAnswer)
        {
        case .fail: self.publishSignIn(into: &actions)
        case .report(let problem): actions.report(problem)
        case .other: self.handleForChannels(text, error, frame, at: time, into: &actions)
        }
    }

    /// A client event that was just sent is meant first, unless every message counts.
    private func mayMeanSubscription(at time: ChannelsTimestamp) -> Bool {
        !self.clientEvents.hasRecent(at: time) || self.server.kind == .reverb
    }

    private mutating func handleForChannels(
        _ text: ServerErrorText, _ error: ServerError, _ frame: ReceivedFrame,
        at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        let refused: ChannelName?
        switch text {
        case .alreadySubscribed(let channel), .notSubscribed(let channel):
            let problem = ReportedProblem(error, on: channel, frame: frame)
            return actions.report(problem)
        case .refused(let channel):
            guard let channel else {
                return self.unnamedSubscriptionRefused(
                    by: error, frame, at: time, into: &actions)
            }
            refused = channel
        case .messageLimit:
            return actions.report(self.limitProblem(error, frame, at: time))
        case .clientEvent, .other: refused = error.channel
        }
        self.subscriptionRefused(refused, by: error, frame, at: time, into: &actions)
    }

    /// A new kind of message does not compile until it is handled here.
    private mutating func handle(
        _ message: ServerMessage, _ frame: ReceivedFrame, at time: ChannelsTimestamp,
        _ arrival: Arrival?,
        into actions: inout [ClientAction]
    ) {
        switch message {
        case .event(let event): self.received(event, at: time, into: &actions)
        case .unknown(let event): actions.append(.publish(.received(event)))
        case .error(let error): self.handle(error, frame, at: time, into: &actions)
        case .connectionEstablished(let id, _):
            let text =
                "The server established the connection again, with the socket id \(id): the first "
                + "one stays in use."
            actions.report(.unexpected(text))
        case .ping: self.send(.pong, at: time, into: &actions)
        case .pong: self.ponged(at: arrival?.latest ?? time, into: &actions)
        case .subscriptionSucceeded(let channel, let roster):
            self.subscriptionSucceeded(channel, roster, at: time, into: &actions)
        case .subscriptionError(let channel, let type, let text, let status):
            self.subscriptionRefused(
                channel, type: type, text: text, status: status, frame: frame, at: time,
                into: &actions)
        case .memberAdded(let channel, let member):
            self.memberAdded(channel, member, into: &actions)
        case .memberRemoved(let channel, let id):
            self.memberRemoved(channel, id, into: &actions)
        case .subscriptionCount(let channel, let count):
            self.subscriptionCounted(channel, count, into: &actions)
        case .cacheMiss(let channel): self.cacheMissed(channel, into: &actions)
        case .signInSucceeded(let userData):
            self.carryOut(
                self.signing.signInSucceeded(userData: userData), at: time, into: &actions)
        case .watchlist(let changes): self.watchlistReceived(changes, into: &actions)
        }
    }

    private mutating func ponged(at time: ChannelsTimestamp, into actions: inout [ClientAction]) {
        switch self.liveness.ponged(at: time) {
        case .answer(let roundTrip):
            actions.append(.publish(.pongReceived(roundTrip: roundTrip)))
        // A client that is watched may have pinged before it was connected.
        case .unexpected where self.isObserving: break
        case .unexpected:
            let text = "The server sent a pong without a ping."
            actions.report(.unexpected(text))
        }
    }
}

extension ReceivedFrame {
    fileprivate var serverError: ServerError? {
        if case .success(.error(let error)) = self.message { error } else { nil }
    }
}
