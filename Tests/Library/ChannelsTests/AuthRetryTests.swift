import BuoyTestSupport
import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

/// When an application's server is asked again.
struct AuthRetryTests {
    private static let granted = #"{"auth":"key:\#(AuthScene.digits)"}"#

    /// As much chance as a test wants: always the same number.
    struct Constant: RandomNumberGenerator {
        var number: UInt64
        mutating func next() -> UInt64 { self.number }
    }

    @Test("waits double from half a second, and grow by up to a half by chance")
    func waits() {
        var least = Constant(number: 0)
        var retries = AuthRetries(limit: 8)
        let fault = AuthFault("", repetition: .promising(retryAfter: nil))
        let waits = (0..<8).map { _ in retries.failed(fault, using: &least) }
        let expected = [500, 1000, 2000, 4000, 8000, 16_000, 16_000, 16_000]
        #expect(waits == expected.map { .retry(after: .milliseconds($0)) })
        #expect(retries.failed(fault, using: &least) == .giveUp)

        var most = Constant(number: .max)
        var other = AuthRetries(limit: 1)
        guard case .retry(let wait) = other.failed(fault, using: &most) else {
            Issue.record("given up")
            return
        }
        #expect(wait > .milliseconds(740) && wait < .milliseconds(750))
    }

    @Test(
        "a server's wish to be left alone is kept, or leads to giving up",
        arguments: [
            (0, .retry(after: .milliseconds(500))), (5, .retry(after: .seconds(5))),
            (30, .retry(after: .seconds(30))), (31, .giveUp), (999_999_999, .giveUp),
        ] as [(Int, AuthRetries.FailureOutcome)])
    func retryAfter(seconds: Int, expected: AuthRetries.FailureOutcome) {
        var random = Constant(number: 0)
        var retries = AuthRetries(limit: 2)
        let fault = AuthFault("", repetition: .promising(retryAfter: .seconds(seconds)))
        #expect(retries.failed(fault, using: &random) == expected)
    }

    @Test("what will not pass is never tried again, and neither is anything with a limit below one")
    func useless() {
        var random = Constant(number: 0)
        var retries = AuthRetries(limit: 2)
        #expect(retries.failed(AuthFault(""), using: &random) == .giveUp)
        let fault = AuthFault("", repetition: .promising(retryAfter: nil))
        for limit in [0, -1] {
            var none = AuthRetries(limit: limit)
            #expect(none.failed(fault, using: &random) == .giveUp)
        }
    }

    @Test("a server that recovers is asked until it does, and the report tells what it took")
    func recovery() async throws {
        let outcome = try await AuthScene().authorize(purpose: .newKey) {
            await $0.answer(503, "down")
            let first = await $0.wake()
            #expect(first >= .milliseconds(500) && first <= .milliseconds(750))
            await $0.server.nextRequest()?.fail(.timedOut(phase: "waiting for the response"))
            let second = await $0.wake()
            #expect(second >= .seconds(1) && second <= .milliseconds(1500))
            $0.clock.advance(by: .seconds(3))
            await $0.answer(200, Self.granted)
        }
        #expect(outcome.report.isGranted)
        #expect(outcome.report.attempts == 3)
        #expect(outcome.report.status == 200)
        #expect(outcome.report.subject == .newKey(ChannelName(wire: "private-a")))
        #expect(outcome.report.duration >= .milliseconds(4500))
        #expect(outcome.report.duration <= .milliseconds(5250))
    }

    @Test(
        "a fault that may pass is tried twice more, and then told",
        arguments: [408, 425, 429, 500, 502, 503, 504])
    func statuses(status: Int) async throws {
        let outcome = try await AuthScene().authorize {
            for _ in 0..<2 {
                await $0.answer(status, "")
                await $0.wake()
            }
            await $0.answer(status, "over")
        }
        let failure = try #require(outcome.result.failure)
        #expect(failure.status == status)
        #expect(failure.attempts == 3)
        #expect(failure.body == "over")
        #expect(failure.text.contains("HTTP \(status) (3 attempts): over"), "\(failure.text)")
        #expect(outcome.report.attempts == 3)
    }

    @Test("Retry-After is waited for, and one that is too long is told instead")
    func retryAfterHeader() async throws {
        let outcome = try await AuthScene().authorize {
            await $0.answer(429, "", headers: [HTTPHeader("Retry-After", "5")])
            let wait = await $0.wake()
            #expect(wait >= .seconds(5) && wait <= .milliseconds(5250))
            await $0.answer(429, "", headers: [HTTPHeader("Retry-After", "3600")])
        }
        #expect(outcome.result.failure?.text.contains("asked the client to wait 3600s") == true)
        #expect(outcome.result.failure?.attempts == 2)
    }

    @Test(
        "a connection that fails is tried again, save where it would fail in the same way",
        arguments: [
            (.nameNotResolved(host: "auth.test", cause: "x"), 3),
            (.connectFailed(address: "auth.test:80", cause: "refused"), 3),
            (.timedOut(phase: "connecting"), 3), (.closed("reset"), 3), (.badResponse("cut"), 3),
            (.tlsFailed(TLSFailure(host: "x", reason: "eof", isCertificate: false)), 3),
            (.tlsFailed(TLSFailure(host: "x", reason: "expired", isCertificate: true)), 1),
            (.proxyFailed(ProxyFailure(proxy: "p:1", reason: "busy")), 3),
            (.proxyFailed(ProxyFailure(proxy: "p:1", reason: "no", isLogin: true)), 1),
            (.oversizedHead("there are more than 100 headers"), 1),
            (.unsafeHead("a header value contains a control character"), 1), (.speaksTLS, 1),
            (.bodyTooLarge(limit: 65_536), 1), (.tlsSettings("no such file"), 1),
        ] as [(TransportError, Int)])
    func transportErrors(error: TransportError, attempts: Int) async throws {
        let outcome = try await AuthScene().authorize {
            for attempt in 1...attempts {
                await $0.server.nextRequest()?.fail(error)
                if attempt < attempts { await $0.wake() }
            }
        }
        let failure = try #require(outcome.result.failure)
        #expect(failure.attempts == attempts)
        #expect(failure.status == nil)
        #expect(failure.body == nil)
        #expect(failure.what.hasPrefix("the authorization endpoint did not answer"))
        #expect(failure.text.hasSuffix(": \(error.words)"), "\(failure.text)")
    }

    @Test("an endpoint may have more attempts, or one only")
    func ownLimit() async throws {
        var endpoint = AuthScene.endpoint
        endpoint.retries = 0
        let outcome = try await AuthScene().authorize("private-a", .endpoint(endpoint)) {
            await $0.answer(500, "")
        }
        #expect(outcome.result.failure?.attempts == 1)
    }

    @Test("cancelled while it waits for the next attempt, it ends without one")
    func cancelledWhileWaiting() async throws {
        let scene = AuthScene()
        let task = Task { try await scene.authorize() }
        await scene.answer(500, "")
        while scene.clock.pending.isEmpty { await Task.yield() }
        task.cancel()
        let outcome = try await task.value
        #expect(scene.clock.pending.isEmpty)
        #expect(outcome.result.failure?.text.contains("cancelled") == true)
        #expect(outcome.report.attempts == 1)
    }

    @Test("cancelled while a request is under way, it ends without another")
    func cancelledWhileAsking() async throws {
        let scene = AuthScene()
        let task = Task { try await scene.authorize() }
        _ = await scene.server.nextRequest()
        task.cancel()
        let outcome = try await task.value
        #expect(outcome.report.attempts == 1)
        #expect(scene.clock.pending.isEmpty)
    }
}

extension TransportError {
    fileprivate var words: String { self.parts(in: SettingWords.library.ofEndpoint).sentence }
}
