import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Synchronization
import Testing

@testable import BuoyServers
@testable import ChannelsWebhooks

/// Answers requests with what a test says, and keeps them.
final class ScriptedRequester: HTTPRequester {
    private let state: Mutex<(answers: [Int?], requests: [HTTPRequest])>

    /// - Parameter answers: statuses, and `nil` for no answer; 200 when they are used up.
    init(_ answers: [Int?] = []) { self.state = Mutex((answers, [])) }

    var requests: [HTTPRequest] { self.state.withLock(\.requests) }

    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(TransportError) -> HTTPResponse {
        let answer = self.state.withLock { state -> Int? in
            state.requests.append(request)
            return state.answers.isEmpty ? 200 : state.answers.removeFirst()
        }
        guard let answer else { throw .closed("cut on purpose") }
        return HTTPResponse(status: answer)
    }
}

@Suite("Webhooks from a sender to a receiver", .inTurn)
struct WebhookSceneTests {
    private static let secret = AppSecret("a secret")
    private static let events: [WebhookEvent] = [
        .channelOccupied("presence-a".channelName), .memberAdded("presence-a".channelName, "ana"),
        .clientEvent(
            WebhookClientEvent(
                channel: "presence-a".channelName, event: "client-typing", data: "{\"a\":\"é\"}",
                socketID: SocketID("1.2"), userID: "ana")),
        .cacheMiss("cache-a".channelName), .subscriptionCount("cache-a".channelName, 1),
        .memberRemoved("presence-a".channelName, "ana"),
        .channelVacated("presence-a".channelName),
    ]

    private static func receiver(
        key: String = "key", forwarder: WebhookCarrier? = nil
    ) -> WebhookReceiver {
        WebhookReceiver(
            verifier: WebhookVerifier(keys: [key: Self.secret]), forwarder: forwarder)
    }

    /// Runs a sender until the body returns.
    private static func whileRunning(
        _ sender: WebhookSender, _ body: () async throws -> Void
    ) async throws {
        let task = Task { await sender.run() }
        do { try await body() } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        await task.value
    }

    @Test("every kind arrives over a socket, verified, in order")
    func everyKind() async throws {
        let receiver = Self.receiver()
        let port = try await receiver.start(address: "127.0.0.1", port: 0)
        var options = WebhookOptions()
        options.holdTime = .zero
        let sender = WebhookSender(
            to: try WebhookTarget("http://127.0.0.1:\(port)/hooks?x=y"), key: "key",
            secret: Self.secret, options: options)
        try await Self.whileRunning(sender) {
            sender.post(Self.events)
            var arrived: [WebhookEvent] = []
            for await received in receiver.deliveries {
                arrived += received.events
                #expect(received.raw.contentType == "application/json")
                if arrived.count >= Self.events.count { break }
            }
            #expect(arrived == Self.events)
            #expect(Set(arrived.compactMap(\.kind)) == Set(WebhookEvent.Kind.allCases))
        }
        await receiver.stop()
    }

    @Test("what is refused is named, and the next webhook is received")
    func refusals() async throws {
        let receiver = Self.receiver()
        let port = try await receiver.start(address: "127.0.0.1", port: 0)
        let carrier = WebhookCarrier(to: try WebhookTarget("http://127.0.0.1:\(port)"))
        let now = WebhookVerifier.now
        let body = Webhook(milliseconds: now, events: Self.events).body
        let good = try SignedWebhook(signing: body, key: "key", secret: Self.secret)
        var changed = good
        changed.body[20] ^= 1
        var foreign = good
        foreign.key = "other"
        let old = try SignedWebhook(
            signing: Webhook(milliseconds: now - 400_000, events: []).body, key: "key",
            secret: Self.secret)
        let odd = try SignedWebhook(signing: [], key: "key", secret: Self.secret)
        for (webhook, status) in [
            (changed, 401), (foreign, 401), (old, 401), (odd, 400), (good, 200),
        ] {
            #expect(await carrier.carry(webhook) == .status(status))
        }
        await receiver.stop()
        var checks: [String] = []
        for await received in receiver.deliveries {
            switch received.verdict {
            case .failure(let error): checks.append(error.check)
            case .success: checks.append("none")
            }
        }
        #expect(checks == ["signature", "key", "age", "body", "none"])
    }

    @Test("a receiver that answers 500 and then nothing gets the same bytes again, later")
    func retries() async throws {
        let clock = ManualClock()
        let requester = ScriptedRequester([500, nil, 204])
        let sender = WebhookSender(
            to: try WebhookTarget("https://example.test/hook"), key: "key", secret: Self.secret,
            requester: requester, clock: clock)
        try await Self.whileRunning(sender) {
            sender.post([.cacheMiss("cache-a".channelName)])
            var reports = sender.reports.makeAsyncIterator()
            var texts: [String] = []
            for delay in [1, 2] {
                texts.append(await reports.next()?.text ?? "")
                await clock.sleeper(for: .seconds(delay))
                clock.advance(by: .seconds(delay))
            }
            texts.append(await reports.next()?.text ?? "")
            #expect(
                texts == [
                    "webhook 1 to https://example.test/hook: answered 500; again in 1s",
                    "webhook 1 to https://example.test/hook: not answered: "
                        + "The connection is closed: cut on purpose; again in 2s",
                    "webhook 1 to https://example.test/hook: delivered with attempt 3",
                ])
        }
        let requests = requester.requests
        #expect(requests.count == 3)
        #expect(Set(requests.map(\.body)).count == 1)
        #expect(Set(requests.map { $0.header("X-Pusher-Signature") }).count == 1)
        #expect(requests.first?.origin.tls != nil)
    }

    @Test("a verified webhook is passed on byte for byte, and its answer is passed back")
    func forwarding() async throws {
        let requester = ScriptedRequester([503, nil])
        let receiver = Self.receiver(
            forwarder: WebhookCarrier(
                to: try WebhookTarget("http://example.test/app"), requester: requester))
        let port = try await receiver.start(address: "127.0.0.1", port: 0)
        let carrier = WebhookCarrier(to: try WebhookTarget("http://127.0.0.1:\(port)"))
        // Spaces, which a parser that writes the body again would lose.
        let body = Array("{ \"time_ms\": \(WebhookVerifier.now), \"events\": [] }".utf8)
        let good = try SignedWebhook(signing: body, key: "key", secret: Self.secret)
        var bad = good
        bad.signature = "00"
        for status in [503, 502, 200] {
            #expect(await carrier.carry(good) == .status(status))
        }
        #expect(await carrier.carry(bad) == .status(401))
        await receiver.stop()
        #expect(requester.requests.count == 3)
        #expect(requester.requests.allSatisfy { $0.body == body && $0.target == "/app" })
        var answers: [WebhookOutbox.Answer?] = []
        for await received in receiver.deliveries { answers.append(received.forwarded) }
        #expect(answers.count == 4)
        #expect(answers.first == .status(503))
        #expect(answers.last == .some(nil))
    }

    @Test("other methods than POST are refused, and are no webhook")
    func methods() async throws {
        let receiver = Self.receiver()
        let port = try await receiver.start(address: "127.0.0.1", port: 0)
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "127.0.0.1", port: port), target: "/")
        let answer = try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(5), bodyLimit: 1000)
        #expect(answer.status == 405)
        await receiver.stop()
        for await received in receiver.deliveries { Issue.record("\(received)") }
    }
}
