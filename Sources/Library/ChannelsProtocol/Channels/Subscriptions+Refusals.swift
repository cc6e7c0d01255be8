/// Refusals of the server that concern channels.
extension Subscriptions {
    /// `pusher:subscription_error`
    mutating func refused(
        _ channel: ChannelName, type: String, text: String, status: Int?, frame: ReceivedFrame
    ) -> OnRefused {
        let reason = [text, type].first { !$0.isEmpty } ?? ServerWords.noReason
        let failure = self.failure(on: channel, reason, status: status, frame: frame)
        switch self.ask(channel, { $0.refused(failure) }) {
        case .fail:
            return .fail(failure)
        case .forget:
            self.remove(channel)
            return .forget(nil)
        case .unexpected, nil:
            guard !self.isDeparted(channel) else { return .none }
            let text = "The server refused a subscription that was not requested: \(reason)"
            return .report(.unexpected(text, on: channel))
        }
    }

    /// `pusher:error`: refuses the subscription if the channel waits for an answer; otherwise it is
    /// a problem.
    mutating func refused(
        _ channel: ChannelName?, by error: ServerError, frame: ReceivedFrame
    ) -> OnRefused {
        let problem = Problem(error, on: channel, frame: frame)
        guard let channel else { return .report(problem) }
        let failure = self.failure(on: channel, error.message, code: error.code, frame: frame)
        switch self.ask(channel, { $0.refused(failure) }) {
        case .fail:
            return .fail(failure)
        case .forget:
            self.remove(channel)
            return .forget(problem)
        case .unexpected, nil:
            return .report(problem)
        }
    }

    /// A `pusher:error` that refuses a subscription without naming it. Every channel that waits for
    /// an answer and had to be signed fails, as any of them may be meant; those that are confirmed
    /// later are subscribed all the same. A server that refuses several sends several equal errors.
    mutating func refusedWithoutName(
        by error: ServerError, frame: ReceivedFrame
    ) -> OnRefusedTogether {
        if let shared = self.session?.shared, shared.error == error, shared.left > 0 {
            self.session?.shared = (error, shared.left - 1)
            return .none
        }
        let channels = self.inOrder.filter {
            $0.kind.needsAuthorization && self.entries[$0]?.machine.awaitsAnswer == true
        }
        guard channels.count > 1 else {
            let only = channels.first ?? self.onlyOneAwaitingAnswer
            guard let only else { return .report(Problem(error, frame: frame)) }
            return .fail([(only, self.refused(only, by: error, frame: frame))])
        }
        self.session?.shared = (error, channels.count - 1)
        let names = channels.map(\.text).joined(separator: ", ")
        let reason = error.message.isEmpty ? "no reason" : error.message
        let text =
            "The server refused one of \(names), without saying which: \(reason). Check the app's "
            + "secret, and what the authorization endpoint signs with."
        return .fail(
            channels.map { channel in
                let failure = SubscriptionFailure(
                    phase: .subscription, text: text, code: error.code,
                    stringToSign: self.textToSign(for: channel), frame: frame.text)
                switch self.ask(channel, { $0.refused(failure) }) {
                case .fail:
                    return (channel, .fail(failure))
                case .forget:
                    self.remove(channel)
                    return (channel, .forget(nil))
                case .unexpected, nil:
                    return (channel, .none)
                }
            })
    }

    /// The failure for the server's words, with the signed text and advice.
    private func failure(
        on channel: ChannelName, _ words: String, code: Int? = nil, status: Int? = nil,
        frame: ReceivedFrame
    ) -> SubscriptionFailure {
        let signed = self.textToSign(for: channel)
        let advice = RefusalAdvice(words, signedHere: signed)
        var text = "The server refused the subscription: \(words)"
        if let advice = advice.text {
            text += (text.last.map { ".!?".contains($0) } == true ? " " : ". ") + advice
        }
        return SubscriptionFailure(
            phase: .subscription, status: status, text: text, code: code, stringToSign: signed,
            comparison: advice.comparison, frame: frame.text)
    }

    /// The text to be signed for a subscription that waits for its answer; `nil` if none waits, or
    /// if the channel needs no signature.
    private func textToSign(for channel: ChannelName) -> String? {
        guard let session = self.session, channel.kind.needsAuthorization,
            let machine = self.entries[channel]?.machine, machine.awaitsAnswer
        else { return nil }
        let data = machine.sentChannelData.map { ":\($0)" } ?? ""
        return "\(session.socketID):\(channel)\(data)"
    }
}
