import Channels
import ChannelsDiagnostics
import ChannelsTesting
import ChannelsWebhooks
import Testing

/// What an app does with events, tested with values: without a server and without waiting.
struct ValueTests {
    private actor Orders {
        private(set) var open: Set<Int> = []

        func handle(_ event: ReceivedEvent) {
            guard let id = event.data.json?["id"]?.intValue else { return }
            if event.name == "created" { self.open.insert(id) } else { self.open.remove(id) }
        }
    }

    // guide: testing-values start
    @Test("an order is open until it is paid")
    func handler() async {
        let orders = Orders()
        await orders.handle(ReceivedEvent("created", on: "orders", data: ["id": 7]))
        await orders.handle(ReceivedEvent("created", on: "orders", data: ["id": 8]))
        await orders.handle(ReceivedEvent("paid", on: "orders", data: ["id": 7]))
        #expect(await orders.open == [8])
    }
    // guide: testing-values end

    // guide: testing-policy start
    @Test("a refusal ends it, anything else is retried after a minute")
    func policy() {
        let patient = ReconnectionPolicy(name: "every minute") { history, _ in
            history.end.isRefusal ? .giveUp : .retry(after: .seconds(60), rule: "a minute")
        }
        let lost = ReconnectionHistory(attempt: 1, retry: 1, end: .pongMissing(after: .seconds(30)))
        #expect(
            patient.decide(after: lost, chance: 0) == .retry(after: .seconds(60), rule: "a minute"))
        let refused = ReconnectionHistory(attempt: 1, retry: 1, end: .closed(4001, reason: ""))
        #expect(patient.decide(after: refused, chance: 0) == .giveUp)
    }
    // guide: testing-policy end

    // guide: testing-webhook start
    @Test("a webhook with a wrong signature is refused")
    func webhook() throws {
        let secret = AppSecret("secret")
        let verifier = WebhookVerifier(keys: ["app-key": secret])
        let events: [WebhookEvent] = [.channelOccupied("orders")]
        let sent = try WebhookDelivery(events, key: "app-key", secret: secret)
        let webhook = try verifier.verify(
            body: sent.body, key: sent.key, signature: sent.signature)
        #expect(webhook.events == events)
        let forged = try WebhookDelivery(events, key: "app-key", secret: AppSecret("guessed"))
        #expect(throws: WebhookError.wrongSignature) {
            try verifier.verify(body: forged.body, key: forged.key, signature: forged.signature)
        }
    }
    // guide: testing-webhook end
}
