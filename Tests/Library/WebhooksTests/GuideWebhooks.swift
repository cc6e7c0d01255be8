// guide: verify-webhooks start
import ChannelsWebhooks

struct WebhookHandler {
    let verifier: WebhookVerifier

    init(key: String, secret: String) {
        self.verifier = WebhookVerifier(keys: [key: AppSecret(secret)])
    }

    /// Returns what happened, or throws a `WebhookError` with a sentence.
    func handle(body: [UInt8], headers: [String: String]) throws -> [String] {
        let webhook = try self.verifier.verify(
            body: body, key: headers["X-Pusher-Key"], signature: headers["X-Pusher-Signature"])
        return webhook.events.map { event in
            switch event {
            case .channelOccupied(let channel): "\(channel) is occupied"
            case .memberAdded(let channel, let user): "\(user) is on \(channel)"
            case .clientEvent(let event): "\(event.event) with \(event.data)"
            default: event.description
            }
        }
    }
}
// guide: verify-webhooks end
