extension ClientStateMachine {
    package enum TriggerOutcome: Hashable, Sendable {
        case send([ClientAction])
        case queue([ClientAction])
        case refused(InvalidClientEvent)
    }

    /// Sent, queued, or refused with the rule that it breaks. May wait for a connection while its
    /// channel is requested. Whether the server accepts it is unknown until it refuses (4301).
    package mutating func trigger(_ event: ChannelsEvent, at time: ChannelsTimestamp)
        -> TriggerOutcome
    {
        if let refusal = self.refusal(of: event) { return .refused(refusal) }
        let isSubscribed = event.channel.flatMap(self.channels.state) == .subscribed
        switch self.clientEvents.trigger(event, isSubscribed: isSubscribed, at: time) {
        case .send:
            var actions: [ClientAction] = []
            self.send(event, at: time, into: &actions)
            return .send(actions)
        case .queue(let timer):
            var actions: [ClientAction] = [.publish(.clientEventQueued(event))]
            actions.start(timer)
            return .queue(actions)
        case .full:
            return .refused(.queueFull(limit: ClientEventQueue.capacity))
        }
    }

    package func clientEventMeter(at time: ChannelsTimestamp) -> ClientEventMeter {
        self.clientEvents.meter(at: time)
    }

    mutating func clientEventTimerFired(_ timer: TimerID, at time: ChannelsTimestamp)
        -> [ClientAction]
    {
        let channels = self.channels
        let release = self.clientEvents.timerFired(timer, at: time) {
            channels.state(of: $0) == .subscribed
        }
        var actions: [ClientAction] = []
        self.carryOut(release, at: time, into: &actions)
        return actions
    }

    mutating func releaseClientEvents(
        at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        guard !self.clientEvents.isEmpty else { return }
        let channels = self.channels
        let release = self.clientEvents.release(at: time) {
            channels.state(of: $0) == .subscribed
        }
        self.carryOut(release, at: time, into: &actions)
    }

    mutating func dropClientEvents(
        for channel: ChannelName, _ why: String, into actions: inout [ClientAction]
    ) {
        guard !self.clientEvents.isEmpty else { return }
        for event in self.clientEvents.drop(channel) {
            let problem = ReportedProblem(
                kind: .clientEvent,
                text: "The client event \(event.name) for \(channel) was not sent: \(why).",
                channel: channel)
            actions.report(problem)
        }
    }

    private mutating func carryOut(
        _ release: ClientEventQueue.Release, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        for event in release.events { self.send(event, at: time, into: &actions) }
        actions.start(release.timer)
    }

    /// Reverb refuses client events whose data is not an object with 4200, and does not name them.
    func rejectionOfData(
        _ error: ServerError, _ frame: ReceivedFrame, at time: ChannelsTimestamp
    ) -> ClientEventRejection? {
        guard error.code == 4200, ServerWords(error.message).contains("invalid message format")
        else { return nil }
        var rejection = self.clientEvents.rejection(error, frame: frame.text, at: time)
        rejection.candidates.removeAll { !$0.data.isScalar }
        guard !rejection.candidates.isEmpty else { return nil }
        rejection.advice = ClientEventRejection.objectAdvice
        return rejection
    }

    private mutating func send(
        _ event: ChannelsEvent, at time: ChannelsTimestamp, into actions: inout [ClientAction]
    ) {
        if self.server.kind == .reverb, event.data.isScalar, !event.data.isStructureInString {
            let text =
                "The data of \(event.name) will be refused. \(ClientEventRejection.objectAdvice)"
            let problem = ReportedProblem(kind: .clientEvent, text: text, channel: event.channel)
            actions.report(problem)
        }
        self.send(.event(event), at: time, into: &actions)
        actions.append(.publish(.triggered(event)))
    }

    private func refusal(of event: ChannelsEvent) -> InvalidClientEvent? {
        guard event.name.isClientEvent else { return .nameWithoutPrefix(event.name) }
        let length = event.name.text.unicodeScalars.count
        guard length <= EventName.lengthLimit else { return .nameTooLong(length: length) }
        guard let channel = event.channel else { return .noChannel }
        guard channel.kind.takesClientEvents else { return .channelKind(channel) }
        let byteCount = event.data.byteCount
        guard byteCount <= InvalidClientEvent.dataLimit else {
            return .dataTooLarge(byteCount: byteCount)
        }
        let state = self.channels.state(of: channel)
        switch state {
        case .requested, .authorizing, .subscribing, .subscribed: return nil
        case .failed, .unsubscribing, .unsubscribed, nil: return .notSubscribed(channel, state)
        }
    }
}

extension EventData {
    fileprivate var isStructureInString: Bool {
        self.rawJSON.first == UInt8(ascii: "\"")
            && (self.json?.objectValue != nil || self.json?.arrayValue != nil)
    }

    fileprivate var isScalar: Bool {
        switch self.rawJSON.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"), nil: false
        default: true
        }
    }
}
