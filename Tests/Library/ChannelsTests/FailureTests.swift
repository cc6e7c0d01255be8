import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import ChannelsTransport
import Testing

/// What becomes of failures between the transport and the program.
@Suite("Failures of a connection", .inTurn)
struct FailureTests {
    @Test(
        "each error of the transport has its kind",
        arguments: [
            (
                TransportError.nameNotResolved(host: "a", cause: "x"),
                ConnectFailure.Kind.nameNotResolved
            ),
            (.connectFailed(address: "a:1", cause: "x", isRefused: true), .refused),
            (.connectFailed(address: "a:1", cause: "x"), .unreachable),
            (.closed("reset"), .unreachable),
            (
                .tlsFailed(TLSFailure(host: "a", reason: "hostname mismatch", isCertificate: true)),
                .tls(reason: "hostname mismatch", isCertificate: true)
            ),
            (.speaksTLS, .tls(reason: "the port speaks TLS", isCertificate: false)),
            (
                .upgradeRefused(HTTPRefusal(status: 503, retryAfter: .seconds(7))),
                .httpStatus(503, retryAfter: .seconds(7))
            ),
            (.badResponse("x"), .protocolViolation), (.unsafeHead("x"), .unsafeResponse),
            (.webSocketViolation(code: 1007, "x"), .protocolViolation),
            (.tlsSettings("x"), .settings),
        ])
    func kinds(_ error: TransportError, _ kind: ConnectFailure.Kind) {
        #expect(ConnectFailure(error).kind == kind)
    }

    @Test("each error among many reports has the attempt that follows it, and a final one has none")
    func retries() {
        func failed(_ attempt: Int) -> ClientReport.Kind {
            .attemptFailed(
                attempt: attempt, .failed(ConnectFailure(kind: .refused, what: "\(attempt)")))
        }
        func retry(_ attempt: Int) -> ClientReport.Kind {
            .retryScheduled(
                ScheduledRetry(attempt: attempt, delay: .seconds(attempt), rule: ""))
        }
        let refused = StateChange(
            previous: .connecting, current: .failed, cause: .ended(.closed(4001, reason: "")))
        let problem = ReportedProblem(kind: .sending, text: "not sent")
        let kinds = [
            failed(1), retry(2), .problem(problem), failed(2), retry(3), .stateChanged(refused),
            failed(1), retry(2),
        ]
        let errors = kinds.map { ClientReport(number: 1, time: .zero, kind: $0) }.errors
        #expect(errors.map { $0.retry?.attempt } == [2, nil, 3, nil, 2])
        #expect(errors.map(\.isPermanent) == [false, false, false, true, false])
        #expect(errors.map { $0.end == nil } == [false, true, false, false, false])
    }

    @Test("who changes the state on purpose has no error")
    func noError() {
        for cause in [StateCause.asked, .unavailable(after: .seconds(10)), .ended(.reconnectAsked)]
        {
            let change = StateChange(previous: .connected, current: .connecting, cause: cause)
            #expect(change.error == nil)
        }
    }

    @Test("a handler that connects again at once cannot wake a client that has stopped")
    func connectInHandler() async throws {
        let scene = try ClientScene { $0.stopsWhenRefused = true }
        let client = scene.client
        await client.onStateChange(to: .failed) { _ in Task { await client.connect() } }
        async let running: Void = client.run()
        let connection = await scene.establish()
        connection.end(4001, "unknown app")
        await running
        #expect(await client.state == .failed)
        await client.connect()
        #expect(await client.state == .failed)
    }
}
