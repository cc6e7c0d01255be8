/// Client events: what the user sends to the other subscribers of a channel.
extension ClientStateMachine {
    package enum OnTrigger: Hashable, Sendable {
        case send([ClientAction])
        /// It goes out when its channel is subscribed and its turn has come.
        case queue([ClientAction])
        case refused(ClientEventRefusal)
    }

    /// The user wants to send a client event: it is sent, or waits, or the rule that it breaks is
    /// named. It may wait for a connection too, as long as its channel is wanted. Whether the server
    /// takes it is not known before it refuses (4301).
    package mutating func trigger(_ event: ChannelEvent, at time: Timestamp) -> OnTrigger {
        if let refusal = self.refusal(of: event) { return .refused(refusal) }
        let isSubscribed = event.channel.flatMap(self.channels.state) == .subscribed
        switch self.clientEvents.trigger(event, isSubscribed: isSubscribed, at: time) {
        case .send:
            var actions: [ClientAction] = []
            self.send([event], into: &actions)
            self.noteSending(actions, at: time)
            return .send(actions)
        case .queue(let timer):
            var actions: [ClientAction] = [.publish(.clientEventQueued(event))]
            actions.start(timer)
            return .queue(actions)
        case .full:
            return .refused(.queueFull(limit: ClientEventQueue.capacity))
        }
    }

    /// How many client events went out in the last second, against what the server takes.
    package func clientEventMeter(at time: Timestamp) -> ClientEventMeter {
        self.clientEvents.meter(at: time)
    }

    /// The time for the next client events has come.
    mutating func clientEventTimerFired(_ timer: TimerID, at time: Timestamp) -> [ClientAction] {
        let channels = self.channels
        let release = self.clientEvents.timerFired(timer, at: time) {
            channels.state(of: $0) == .subscribed
        }
        var actions: [ClientAction] = []
        self.carryOut(release, into: &actions)
        self.noteSending(actions, at: time)
        return actions
    }

    /// What follows for client events from what became of the subscriptions: those that waited for a
    /// confirmation go out, and those of a channel that will have none are told as lost.
    mutating func settleClientEvents(
        _ actions: inout [ClientAction], from start: Int, at time: Timestamp
    ) {
        guard !self.clientEvents.isEmpty else { return }
        var wasSubscribed = false
        for case .publish(.subscriptionChanged(let channel, let state)) in actions[start...] {
            switch state {
            case .subscribed: wasSubscribed = true
            case .failed: self.drop(channel, "its subscription failed", into: &actions)
            case .unsubscribing, .unsubscribed:
                self.drop(channel, "the channel was given up", into: &actions)
            case .requested, .authorizing, .subscribing: break
            }
        }
        guard wasSubscribed else { return }
        let channels = self.channels
        let release = self.clientEvents.release(at: time) {
            channels.state(of: $0) == .subscribed
        }
        self.carryOut(release, into: &actions)
    }

    private mutating func drop(
        _ channel: ChannelName, _ why: String, into actions: inout [ClientAction]
    ) {
        for event in self.clientEvents.drop(channel) {
            let problem = Problem(
                kind: .clientEvent,
                text: "The client event \(event.name) for \(channel) was not sent: \(why).",
                channel: channel)
            actions.append(.publish(.problem(problem)))
        }
    }

    private func carryOut(
        _ release: ClientEventQueue.Release, into actions: inout [ClientAction]
    ) {
        self.send(release.events, into: &actions)
        actions.start(release.timer)
    }

    private func send(_ events: [ChannelEvent], into actions: inout [ClientAction]) {
        guard let link = self.channels.link else { return }
        for event in events {
            actions.append(.send(.event(event), link.socket))
            actions.append(.publish(.triggered(event)))
        }
    }

    /// The rule that an event breaks; `nil` when it may go, now or later.
    private func refusal(of event: ChannelEvent) -> ClientEventRefusal? {
        guard event.name.isClientEvent else { return .nameWithoutPrefix(event.name) }
        let length = event.name.text.unicodeScalars.count
        guard length <= EventName.lengthLimit else { return .nameTooLong(length: length) }
        guard let channel = event.channel else { return .noChannel }
        guard channel.kind.takesClientEvents else { return .channelKind(channel) }
        let byteCount = event.data.byteCount
        guard byteCount <= ClientEventRefusal.dataLimit else {
            return .dataTooLarge(byteCount: byteCount)
        }
        let state = self.channels.state(of: channel)
        switch state {
        case .requested, .authorizing, .subscribing, .subscribed: return nil
        case .failed, .unsubscribing, .unsubscribed, nil: return .notSubscribed(channel, state)
        }
    }
}
