/// A client that is only watched, such as through a proxy. Nothing is decided for it: it
/// subscribes again itself, and encrypted events stay encrypted. Only reports count among the
/// actions.
extension ClientStateMachine {
    package var isAwaitingPong: Bool { self.liveness.isUnanswered }

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

    /// Counts to `unavailable` again, as pusher-js does after being told to come back.
    package mutating func observedConnectingAnew(
        at time: ChannelsTimestamp
    ) -> [ClientAction] {
        guard let change = self.connection.connectsAnew(at: time) else { return [] }
        return [.publish(.stateChanged(change))]
    }

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
