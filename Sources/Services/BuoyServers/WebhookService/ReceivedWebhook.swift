package import ChannelsProtocol
package import ChannelsWebhooks

package struct ReceivedWebhook: Sendable {
    package var number: Int
    package var time: ChannelsTimestamp
    package var raw: SignedWebhook
    package var verdict: Result<Webhook, WebhookError>
    /// The response of the receiver it was passed on to; `nil` if it was not passed on.
    var forwarded: WebhookOutbox.Answer?

    var events: [WebhookEvent] {
        if case .success(let webhook) = self.verdict { webhook.events } else { [] }
    }

    /// Signed with the secret of a known app. Anything else may come from anybody who reaches the
    /// receiver, such as a web page.
    package var isSigned: Bool {
        switch self.verdict {
        case .success, .failure(.tooOld), .failure(.malformedBody): true
        case .failure(.missingHeader), .failure(.unknownKey), .failure(.wrongSignature),
            .failure(.notComputed):
            false
        }
    }

    /// The status of the response to the sender: 401 if the key, the signature or the age is wrong,
    /// 400 if the body is invalid, that of the receiver that it was passed on to, and otherwise
    /// 200. After any status other than 2xx, the service sends it again.
    var status: Int {
        switch self.verdict {
        case .failure(.malformedBody): 400
        case .failure(.notComputed): 500
        case .failure: 401
        case .success:
            switch self.forwarded {
            case .status(let status)?: (200...599).contains(status) ? status : 502
            case .none(_)?: 502
            case nil: 200
            }
        }
    }
}
