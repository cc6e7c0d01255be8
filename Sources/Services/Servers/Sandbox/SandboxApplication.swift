/// One app of a sandbox, and its settings: what the hosted service lets each app choose.
package struct SandboxApplication: Hashable, Sendable {
    /// The app's id, key and secret.
    package var app = SandboxApp.standard
    /// The limits for its clients and publishers.
    package var limits = SandboxLimits()
    /// Whether subscribers of channels without members receive the number of subscribers.
    package var countsSubscriptions = true
    /// The receivers of its webhooks.
    package var webhooks: [WebhookTarget] = []
    /// How its webhooks are sent; the kinds are those of each receiver.
    package var webhookOptions = WebhookOptions()

    /// The standard app, with the limits of the hosted service.
    package init() {}
}
