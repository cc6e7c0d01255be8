import ChannelsBasics
import ChannelsSigning
package import ChannelsTransport
import ChannelsWebhooks

/// A webhook as sent: the raw body, and its headers.
package struct SignedWebhook: Hashable, Sendable {
    package var body: [UInt8]
    /// The value of `X-Pusher-Key`; `nil` if it was missing.
    package var key: String?
    /// The value of `X-Pusher-Signature`; `nil` if it was missing.
    var signature: String?
    var contentType: String?

    init(
        body: [UInt8], key: String?, signature: String?, contentType: String? = "application/json"
    ) {
        self.body = body
        self.key = key
        self.signature = signature
        self.contentType = contentType
    }

    init(
        signing body: [UInt8], key: String, secret: AppSecret
    ) throws(WebhookError) {
        self.init(
            body: body, key: key, signature: try WebhookSignature.text(of: body, secret: secret))
    }

    init(_ request: HTTPRequest) {
        self.init(
            body: request.body, key: request.header(WebhookHeader.key),
            signature: request.header(WebhookHeader.signature),
            contentType: request.header("Content-Type"))
    }
}

package struct WebhookCarrier: Sendable {
    private let target: WebhookTarget
    private let requester: any HTTPRequester
    /// How long a receiver may take to answer. The limit of the hosted service is not known.
    static let timeLimit = Duration.seconds(10)

    package init(to target: WebhookTarget, requester: any HTTPRequester = NIOHTTPRequester()) {
        self.target = target
        self.requester = requester
    }

    package func carry(_ webhook: SignedWebhook) async -> WebhookOutbox.Answer {
        do throws(TransportError) {
            let response = try await self.requester.send(
                self.target.request(webhook), timeLimit: Self.timeLimit, bodyLimit: 1 << 20)
            return .status(response.status)
        } catch {
            return .none(error.parts(in: Self.words).sentence)
        }
    }

    private static let words = SettingWords(
        useTLS: "use https://", connectPlainly: "use http://", plainSetting: "http://",
        giveTrust: "to this system", trustPlace: "in this system's trust store",
        presentCertificate: "accept clients without one",
        authorization: "an authorization endpoint", setOrigin: "")
}
