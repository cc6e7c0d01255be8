import ChannelsBasics

extension ClientStateMachine {
    /// The limit refused an unnamed message. Servers answer in order, so it was the longest-waiting
    /// subscription, if any, which is sent again; otherwise returns `false`.
    mutating func messageLimited(
        by error: ServerError, _ frame: ReceivedFrame, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) -> Bool {
        guard let channel = error.channel ?? self.channels.oldestAwaitingAnswer else {
            return false
        }
        guard !self.isObserving else {
            actions.report(self.limitProblem(error, on: channel, frame, at: time))
            return true
        }
        switch self.channels.ask(channel, { $0.limited() }) {
        case .hold:
            actions.start(self.messageLimit.hold(channel))
            actions.report(self.limitProblem(error, on: channel, frame, at: time))
            return true
        case .forget:
            self.forget(channel, at: time, into: &actions)
            return true
        case .some(.none), nil:
            return false
        }
    }

    mutating func limitProblem(
        _ error: ServerError, on channel: ChannelName? = nil, _ frame: ReceivedFrame,
        at time: ChannelsTimestamp
    ) -> ReportedProblem {
        let what = channel == nil ? "a message" : "the subscription"
        var text = "The server's rate limit refused \(what): \(error.message)."
        if channel != nil, !self.isObserving {
            text += " It will be resent after at least \(self.messageLimit.nextDelay.inWords)."
        }
        if self.messageLimit.noteRefusal(error.message, at: time) {
            text += " \(self.server.kind.messageLimitAdvice)"
        }
        return ReportedProblem(
            kind: .serverError(code: error.code), text: text, channel: channel, frame: frame.text)
    }

    mutating func messageLimitTimerFired(_ timer: TimerID, at time: ChannelsTimestamp)
        -> [ClientAction]
    {
        var actions: [ClientAction] = []
        self.carryOut(self.messageLimit.timerFired(timer), at: time, into: &actions)
        return actions
    }

    mutating func carryOut(
        _ release: MessageLimit.Release, at time: ChannelsTimestamp,
        into actions: inout [ClientAction]
    ) {
        for channel in release.channels {
            let outcome = self.channels.ask(channel) { $0.released(at: time) }
            self.begin(channel, outcome, at: time, into: &actions)
        }
        if !release.channels.isEmpty { actions.ask(self.channels.startAuthorizations()) }
        actions.start(release.timer)
    }

    /// With `terminate_on_limit`, Laravel Reverb ends the connection without a close frame, and
    /// usually without an error either.
    func explainedByLimit(_ end: ConnectionEnd, at time: ChannelsTimestamp) -> ConnectionEnd {
        guard self.establishment != nil, end.saysNothing else { return end }
        let words = self.messageLimit.recentRefusal(at: time)
        let advice = self.server.kind.messageLimitAdvice
        switch end.kind {
        case .closed(let code, ""): return .closed(code, reason: words ?? "")
        case .failed(var failure):
            if let words {
                failure.parts = FailureParts(
                    "The server closed the connection at its rate limit", words, advice: advice)
            } else if self.server.kind == .reverb, self.channels.isAnyAwaitingAnswer {
                failure.parts.advice =
                    "Laravel Reverb does this at its rate limit, if terminate_on_limit is set. "
                    + advice
            }
            return .failed(failure)
        case .closed, .refused, .timedOut, .pongMissing, .reconnectAsked: return end
        }
    }
}
