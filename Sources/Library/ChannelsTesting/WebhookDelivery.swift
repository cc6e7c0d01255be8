public import Channels
public import ChannelsFoundation
public import ChannelsWebhooks

/// A signed webhook as the service sends it (Pusher's page "Webhooks"). Send it to the code under
/// test.
///
/// ```swift
/// let delivery = try WebhookDelivery(
///     [.channelOccupied("orders")], key: "app-key", secret: AppSecret("secret"))
/// let webhook = try WebhookVerifier(keys: ["app-key": AppSecret("secret")]).verify(
///     body: delivery.body, key: delivery.key, signature: delivery.signature)
/// ```
public struct WebhookDelivery: Hashable, Sendable {
    /// The app key, the value of the header `X-Pusher-Key`.
    public let key: String
    /// The value of the header `X-Pusher-Signature`.
    public let signature: String
    /// The body, whose type is `application/json`.
    public let body: [UInt8]

    /// Creates a webhook with these events, signed as the service signs it.
    ///
    /// - Parameters:
    ///   - events: the events, oldest first.
    ///   - key: the app key.
    ///   - secret: the app's secret. Use a different one to test that your code rejects it.
    ///   - date: the time when the service sent it. Verifiers reject old webhooks.
    /// - Throws: `WebhookError.notComputed` if OpenSSL cannot compute the signature.
    public init(
        _ events: [WebhookEvent], key: String, secret: AppSecret, date: Date = Date()
    ) throws(WebhookError) {
        let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
        self.key = key
        self.body = Webhook(milliseconds: milliseconds, events: events).body
        self.signature = try WebhookSignature.text(of: self.body, secret: secret)
    }
}
