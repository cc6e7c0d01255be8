package import ChannelsProtocol
package import ChannelsTransport
package import ChannelsWebhooks

/// Receives webhooks on a socket: it verifies them, passes them on if requested, and reports each.
///
/// Nobody without the secret can make it accept anything, so it serves every path. Web pages are
/// kept out: what they post would be reported and saved.
package actor WebhookReceiver {
    /// Beyond two hundred, the oldest unread webhooks are dropped, because bodies may be large;
    /// gaps in the numbers show this. Ends with `stop()`.
    package nonisolated let deliveries: AsyncStream<ReceivedWebhook>
    private let delivering: AsyncStream<ReceivedWebhook>.Continuation
    private let verifier: WebhookVerifier
    private let forwarder: WebhookCarrier?
    private let gate: WebPageGate
    private let clock: any TimeSource
    private var count = 0
    package var listener: NIOServer?

    /// The first line of each response to a request that was kept out; only the newest are kept.
    package nonisolated let refusals: AsyncStream<String>
    private let refusing: AsyncStream<String>.Continuation

    /// - Parameter forwarder: passes verified webhooks on, byte for byte.
    package init(
        verifier: WebhookVerifier, gate: WebPageGate = WebPageGate(address: "127.0.0.1"),
        forwarder: WebhookCarrier? = nil,
        clock: any TimeSource = SystemTime()
    ) {
        self.verifier = verifier
        self.forwarder = forwarder
        self.gate = gate
        (self.refusals, self.refusing) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(20))
        self.clock = clock
        (self.deliveries, self.delivering) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(200))
    }

    package func stop() async {
        await self.close()
        self.delivering.finish()
        self.refusing.finish()
    }
}

extension WebhookReceiver: RequestServer {
    package static let purpose =
        "This is a webhook receiver, not a Channels service"

    /// Answers only after the receiver that it is passed on to has answered.
    package func respond(to request: HTTPRequest, from peer: String) async -> HTTPResponse {
        if case .refuse(let response) = self.gate.judge(request) {
            let line = response.body.prefix { $0 != UInt8(ascii: "\n") }
            self.refusing.yield(String(decoding: line, as: UTF8.self))
            return response
        }
        guard request.method == "POST" else {
            return RouteRefusal.method(request.method, allowed: "POST").response
        }
        var received = self.received(request)
        if let forwarder, case .success = received.verdict {
            received.forwarded = await forwarder.carry(received.raw)
        }
        self.delivering.yield(received)
        return .text(received.status, Self.words(for: received))
    }

    private func received(_ request: HTTPRequest) -> ReceivedWebhook {
        self.count += 1
        let raw = SignedWebhook(request)
        let now = self.clock.now()
        let verdict: Result<Webhook, WebhookError>
        do throws(WebhookError) {
            verdict = .success(
                try self.verifier.verify(
                    body: raw.body, key: raw.key, signature: raw.signature,
                    at: now.wallMicroseconds / 1000))
        } catch {
            verdict = .failure(error)
        }
        return ReceivedWebhook(number: self.count, time: now, raw: raw, verdict: verdict)
    }

    private static func words(for received: ReceivedWebhook) -> String {
        switch received.verdict {
        case .success: received.forwarded == nil ? "OK" : "Passed on"
        case .failure(let error): error.description
        }
    }
}
