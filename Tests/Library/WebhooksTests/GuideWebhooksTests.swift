import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import ChannelsWebhooks

@Suite("The guide to webhooks")
struct GuideWebhooksTests {
    @Test("the handler of the guide accepts what is signed, and says what happened")
    func handler() throws {
        let body = Webhook(
            milliseconds: WebhookVerifier.now,
            events: [.memberAdded("presence-a".channelName, "ana")]
        ).body
        let signature = try WebhookSignature.text(of: body, secret: AppSecret("s"))
        let handler = WebhookHandler(key: "k", secret: "s")
        let headers = ["X-Pusher-Key": "k", "X-Pusher-Signature": signature]
        #expect(try handler.handle(body: body, headers: headers) == ["ana is on presence-a"])
        #expect(throws: WebhookError.wrongSignature) {
            try handler.handle(body: body + [0x20], headers: headers)
        }
    }
}
