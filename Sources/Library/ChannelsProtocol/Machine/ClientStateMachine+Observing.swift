/// A client that is only watched, such as one that connects through a proxy.
///
/// What it does is reported here, and nothing is decided for it: it subscribes again when it wants
/// to, and events of encrypted channels stay encrypted. Of the actions, only the reports count.
extension ClientStateMachine {
    /// Whether the client has sent a ping, and nothing has arrived since.
    package var isAwaitingPong: Bool { self.liveness.isUnanswered }

    /// The client has sent a message.
    package mutating func observed(
        _ message: ClientMessage, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        switch message {
        case .subscribe(let channel, _) where channel.isServerToUser: return []
        case .subscribe(let channel, let authorization):
            // A signature that is missing is the server's to refuse.
            return self.subscribe(
                channel, authorization: authorization ?? ChannelAuthorization(auth: ""), at: time)
        case .unsubscribe(let channel): return self.unsubscribe(channel, at: time)
        case .ping: return self.ping(at: time)
        case .event(let event):
            self.liveness.sent(at: time)
            return [.publish(.triggered(event))]
        case .pong, .signIn, .unknown:
            self.liveness.sent(at: time)
            return []
        }
    }

    /// The client has ended the connection or its attempt: because a ping was not answered, because
    /// the attempt took too long, or because it no longer wants a connection.
    package mutating func observedLeaving(
        at time: ChannelsTimestamp, using generator: inout some RandomNumberGenerator
    ) -> [ClientAction] {
        if let socket = self.connection.socket, self.connection.establishment == nil {
            let failure = ConnectFailure(
                kind: .unreachable, what: "The client gave up its attempt to connect")
            return self.failed(socket, failure, at: time, using: &generator)
        }
        guard let ping = self.liveness.unansweredSince else { return self.disconnect(at: time) }
        let outcome = self.connection.pongMissing(
            after: time.duration(since: ping), at: time, using: &generator)
        return self.actions(for: outcome, at: time)
    }

    /// The client counts to `unavailable` again with the attempt that it makes, as pusher-js does
    /// after the server has told it to come back.
    package mutating func observedConnectingAnew(
        at time: ChannelsTimestamp
    ) -> [ClientAction] {
        guard let change = self.connection.connectsAnew(at: time) else { return [] }
        return [.publish(.stateChanged(change))]
    }

    /// The client asks its endpoint to authorize a channel, to which it then subscribes.
    package mutating func observedAuthorizing(
        _ channel: ChannelName, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        guard self.channels.session != nil, channel.kind.needsAuthorization else { return [] }
        _ = self.channels.add(channel)
        guard self.channels.ask(channel, { $0.subscribe(nil, at: time) }) == .queue else {
            return actions
        }
        self.changed(channel, to: .authorizing, at: time, into: &actions)
        actions.start(self.channels.startLimitTimer())
        return actions
    }

    /// The client does not subscribe to these channels, although it is connected: it has not asked
    /// for them again, or they were not authorized.
    package mutating func observedMissing(
        _ channels: [ChannelName], _ failure: SubscriptionFailure, at time: ChannelsTimestamp
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        for channel in channels
        where self.channels.ask(channel, { $0.neverRequested(failure) }) == .fail {
            self.changed(channel, to: .failed(failure), at: time, into: &actions)
        }
        return actions
    }
}

extension ConnectionStateMachine {
    /// The current attempt is one of a client that is not unavailable.
    /// - Returns: the change, if it was.
    fileprivate mutating func connectsAnew(at time: ChannelsTimestamp) -> StateChange? {
        guard case .opening(var outage, let attempt) = self.currentState, outage.isUnavailable
        else { return nil }
        let before = self.shown
        outage.isUnavailable = false
        outage.since = time
        self.currentState = .opening(outage, attempt)
        return self.change(from: before, because: .asked, at: time)
    }
}
