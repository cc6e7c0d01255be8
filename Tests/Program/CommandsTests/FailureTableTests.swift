import BuoyDashboard
import BuoyDashboardTesting
import BuoyProgramSupport
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import Channels
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import ChannelsTransport
import Testing

/// One failure has one cause and one advice, wherever it is shown. docs/troubleshooting.md has the
/// table; `RECORD_DOCS=1` writes it again.
@Suite("A failure in all places")
struct FailureTableTests {
    /// A failure as the client reports it.
    struct Failure: Sendable, CustomTestStringConvertible {
        let name: String
        let report: ClientReport.Kind

        var testDescription: String { self.name }

        /// The cause as a row has it.
        var cause: String {
            switch self.report {
            case .attemptFailed(_, let end, _): end.words(.row)
            case .subscriptionChanged(_, .failed(let failure)): failure.conclusion
            case .decryptionFailed(let failure): "\(failure.reason)"
            default: ""
            }
        }
    }

    private static let channel = ChannelName(wire: "private-orders")

    private static func end(_ name: String, _ end: ConnectionEnd) -> Failure {
        Failure(
            name: name,
            report: .attemptFailed(attempt: 1, end.advised(.program, .unknown)))
    }

    private static func failed(_ error: TransportError) -> ConnectionEnd {
        .failed(ConnectFailure(error, in: .program))
    }

    static let failures: [Failure] = [
        Self.end(
            "nothing listens",
            Self.failed(
                .connectFailed(
                    address: "127.0.0.1:8080", cause: "Connection refused", isRefused: true))),
        Self.end(
            "untrusted certificate",
            Self.failed(
                .tlsFailed(
                    TLSFailure(
                        host: "ws.shop.test", reason: "self-signed certificate",
                        certificateNames: ["ws.shop.test"], isCertificate: true)))),
        Self.end("wrong key", .refused(4001, reason: "Application does not exist")),
        Failure(
            name: "wrong secret",
            report: .subscriptionChanged(
                Self.channel,
                .failed(
                    SubscriptionFailure(
                        phase: .subscription, what: "The server refused the subscription",
                        cause: "Invalid signature",
                        advice: "Check the app's key and secret.", code: 4009)))),
        Failure(
            name: "403 of the endpoint",
            report: .subscriptionChanged(
                Self.channel,
                .failed(
                    SubscriptionFailure(
                        phase: .authorization, status: 403,
                        what: "the authorization endpoint refused with HTTP 403",
                        advice: "Check the request's token or session, and this user's "
                            + "permissions.")))),
        Failure(
            name: "wrong master key",
            report: .decryptionFailed(
                DecryptionFailure(
                    channel: ChannelName(wire: "private-encrypted-orders"), event: "paid",
                    reason: .wrongKey, keyWasRenewed: true))),
    ]

    @Test("check, tail, the log and the library give one cause and one advice", arguments: failures)
    func everywhere(failure: Failure) throws {
        let error = try #require(failure.report.error)
        let advice = try #require(error.advice)
        let words = EventDescription(failure.report)
        #expect(error.text.hasSuffix(advice))
        #expect(words.sentence.hasSuffix(advice))
        if case .decryptionFailed = failure.report { return }
        #expect(Self.checked(failure).hasSuffix(advice))
    }

    @MainActor
    @Test("the screen, and the explanation of the state, give the same, once", arguments: failures)
    func onScreen(failure: Failure) throws {
        let advice = try #require(failure.report.error?.advice)
        var state = DashboardFixture.empty(320, 60)
        let kinds = [SharingSamples.change(.initialized, .connecting, .asked), failure.report]
        _ = state.handle(
            .client(
                kinds.enumerated().map {
                    ClientReport(number: $0 + 1, time: .zero, kind: $1)
                }))
        let screens = [state.screen(), state.screen(of: .events)].map(Self.text)
        #expect(screens.contains { $0.contains(advice) })
        guard case .attemptFailed = failure.report else { return }
        #expect(Self.text(of: state.screen()).ranges(of: advice).count == 1)
        _ = state.press("0")
        #expect(Self.text(of: state.screen()).contains(advice))
    }

    @Test(
        "nothing is cut without a sign, nor while there are blank lines",
        arguments: Self.failures, [(40, 10), (60, 16), (80, 24), (120, 40), (200, 60)])
    func sizes(failure: Failure, size: (columns: Int, rows: Int)) throws {
        let advice = try #require(failure.report.error?.advice)
        var state = DashboardFixture.empty(size.columns, size.rows)
        let kinds = [SharingSamples.change(.initialized, .connecting, .asked), failure.report]
        _ = state.handle(
            .client(
                kinds.enumerated().map {
                    ClientReport(number: $0 + 1, time: .zero, kind: $1)
                }))
        let text = Self.text(of: state.screen())
        let blank = state.screen(of: .events).textRows.count { $0.allSatisfy { $0 == " " } }
        for sentence in [failure.cause, advice] where !text.contains(sentence) {
            #expect(text.contains("…") && blank == 0, "\(state.screen().textRows)")
        }
    }

    /// The words of a screen, without the ends of its lines.
    private static func text(of canvas: Canvas) -> String {
        canvas.textRows.joined(separator: "\n").split { $0 == " " || $0 == "\n" || $0 == "│" }
            .joined(separator: " ")
    }

    @Test("the document has the table")
    func table() throws {
        var document = try MadeDocument("docs/troubleshooting.md")
        let rows = Self.failures.map { failure in
            let advice = failure.report.error?.advice ?? ""
            return "| \(failure.name) | \(failure.cause) | \(advice) |"
        }
        let table =
            [
                "| failure | cause | advice, also in `error.advice` |",
                "| --- | --- | --- |",
            ]
            + rows
        #expect(try document.staleParts([("failures", table.joined(separator: "\n"))]) == [])
    }

    /// What `buoy check` says.
    private static func checked(_ failure: Failure) -> String {
        var check = ConnectionCheck(
            ConnectionCheck.Subject(
                address: "ws://127.0.0.1:8080", usesTLS: false, channels: [Self.channel],
                signsIn: false))
        let time = ChannelsTimestamp.zero
        if case .subscriptionChanged = failure.report {
            _ = check.reported(
                ClientReport(
                    number: 1, time: time,
                    kind: SharingSamples.change(
                        .connecting, .connected, SharingSamples.established())))
        }
        _ = check.reported(ClientReport(number: 2, time: time, kind: failure.report))
        return check.report.table(.unicode).first { $0.contains("FAIL") } ?? ""
    }
}
