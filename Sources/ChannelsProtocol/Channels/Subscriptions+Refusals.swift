/// What a server refuses about channels.
extension Subscriptions {
    /// `pusher:subscription_error`
    mutating func refused(
        _ channel: ChannelName, type: String, text: String, status: Int?, frame: ReceivedFrame,
        at time: Timestamp, into actions: inout [ClientAction]
    ) {
        let reason = [text, type].first { !$0.isEmpty } ?? "it gave no reason"
        let failure = self.failure(on: channel, reason, status: status, frame: frame)
        switch self.ask(channel, { $0.refused(failure) }) {
        case .fail:
            self.publishState(of: channel, at: time, into: &actions)
        case .forget:
            self.forget(channel, into: &actions)
        case .unexpected, nil:
            guard !self.isDeparted(channel) else { return }
            let text = "The server refused a subscription that was not asked for: \(reason)"
            actions.append(.unexpected(text, on: channel))
        }
    }

    /// `pusher:error`: the refusal of a subscription when the channel waits for an answer, and a
    /// problem otherwise.
    mutating func refused(
        _ channel: ChannelName?, by error: ServerError, frame: ReceivedFrame, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        guard let channel else { return actions.append(.problem(error, frame: frame)) }
        let failure = self.failure(on: channel, error.message, code: error.code, frame: frame)
        switch self.ask(channel, { $0.refused(failure) }) {
        case .fail:
            self.publishState(of: channel, at: time, into: &actions)
        case .forget:
            self.forget(channel, into: &actions)
            // It may have been meant for something else: not every refusal names its channel.
            actions.append(.problem(error, on: channel, frame: frame))
        case .unexpected, nil:
            actions.append(.problem(error, on: channel, frame: frame))
        }
    }

    /// The failure that the server's words mean, with what was signed, and with advice.
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

    /// The text that was to be signed for the subscription that waits for its answer; `nil` when
    /// none waits, or when the channel needs no signature.
    private func textToSign(for channel: ChannelName) -> String? {
        guard let link = self.link, channel.kind.needsAuthorization,
            let machine = self.entries[channel]?.machine, machine.awaitsAnswer
        else { return nil }
        let data = machine.sentChannelData.map { ":\($0)" } ?? ""
        return "\(link.socketID):\(channel)\(data)"
    }
}
