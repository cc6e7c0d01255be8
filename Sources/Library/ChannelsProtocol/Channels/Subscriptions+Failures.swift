import ChannelsBasics

extension Subscriptions {
    func failure(
        on channel: ChannelName, _ words: String, code: Int? = nil, status: Int? = nil,
        frame: ReceivedFrame, settings: String? = nil
    ) -> SubscriptionFailure {
        let signed = self.textToSign(for: channel)
        // The server's words are masked, so that both are compared alike.
        let advice = RefusalAdvice(words, signedHere: signed.map(self.mask.text))
        var parts = FailureParts("The server refused the subscription", words)
        if let advice = advice.text {
            parts.advice = advice
            if signed != nil, let settings { parts.advice += " \(settings)" }
        }
        return SubscriptionFailure(
            phase: .subscription, status: status, parts, code: code, stringToSign: signed,
            comparison: advice.comparison, frame: frame.text)
    }

    func failures(
        onOneOf channels: [ChannelName], _ error: ServerError, frame: ReceivedFrame
    ) -> [(channel: ChannelName, failure: SubscriptionFailure)] {
        let names = channels.map(\.text).joined(separator: ", ")
        let reason = error.message.isEmpty ? "no reason" : error.message
        let parts = FailureParts(
            "The server refused the subscription",
            "one of \(names) was refused, without saying which: \(reason)",
            advice: "Check the app's secret, and the secret of the authorization endpoint.")
        return channels.map { channel in
            let failure = SubscriptionFailure(
                phase: .subscription, parts, code: error.code,
                stringToSign: self.textToSign(for: channel), frame: frame.text)
            return (channel, failure)
        }
    }

    private func textToSign(for channel: ChannelName) -> String? {
        guard let session = self.session, channel.kind.needsAuthorization,
            let machine = self.entries[channel]?.machine, machine.awaitsAnswer
        else { return nil }
        let data = machine.sentChannelData.map { ":\($0)" } ?? ""
        return "\(session.socketID):\(channel)\(data)"
    }
}
