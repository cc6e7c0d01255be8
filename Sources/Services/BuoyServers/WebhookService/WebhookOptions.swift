import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport
package import ChannelsWebhooks

package struct WebhookOptions: Hashable, Sendable {
    var kinds = Set(WebhookEvent.Kind.allCases)
    /// The maximum number of events in one request; at least 1.
    package var batchLimit = 10
    /// How long an event waits for others. Events that wait for a response of the receiver are sent
    /// together in any case.
    package var batchTime = Duration.zero
    /// How long `channel_vacated` and `member_removed` are held back.
    var holdTime = Duration.seconds(3)
    var retryTime = Duration.seconds(300)
    /// The delay before the second attempt; each further one is twice as long, up to a minute.
    var firstDelay = Duration.seconds(1)
    var capacity = 10_000

    /// - Parameter attempt: counted from 1.
    func delay(after attempt: Int) -> Duration {
        let doublings = min(max(attempt, 1) - 1, 16)
        return min(self.firstDelay * (1 << doublings), max(self.firstDelay, .seconds(60)))
    }
}

package struct WebhookTarget: Hashable, Sendable {
    package let url: String
    package let kinds: Set<WebhookEvent.Kind>
    private let origin: HTTPOrigin
    private let path: String

    package struct Failure: Error, Hashable, Sendable {
        package var text: String
    }

    /// - Parameter text: an `http` or `https` URL. After a `#`, it may list the kinds that are
    ///   sent, separated by commas: `http://127.0.0.1:6020/#member_added,member_removed`.
    package init(_ text: String) throws(Failure) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        self.url = String(parts.first ?? "")
        guard let url = HTTPURL(self.url) else {
            throw Failure(
                text: "A webhook receiver must be an http:// or https:// URL, not "
                    + "\(self.url.debugDescription).")
        }
        self.origin = HTTPOrigin(
            host: url.host, port: url.port, tls: url.isSecure ? TLSClientSettings() : nil)
        self.path = url.target
        guard let list = parts.dropFirst().first else {
            self.kinds = Set(WebhookEvent.Kind.allCases)
            return
        }
        var kinds: Set<WebhookEvent.Kind> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = WebhookEvent.Kind(rawValue: String(word)) else {
                throw Failure(
                    text: Suggestion.unknown(
                        "kind of webhook", String(word),
                        among: WebhookEvent.Kind.allCases.map(\.rawValue)))
            }
            kinds.insert(kind)
        }
        self.kinds = kinds
    }

    func request(_ webhook: SignedWebhook) -> HTTPRequest {
        let headers =
            [("Content-Type", webhook.contentType ?? "application/json")]
            + [(WebhookHeader.key, webhook.key), (WebhookHeader.signature, webhook.signature)]
            .compactMap { name, value in value.map { (name, $0) } }
        return HTTPRequest(
            method: "POST", origin: self.origin, target: self.path,
            headers: headers.map { HTTPHeader($0.0, $0.1) }, body: webhook.body)
    }
}
