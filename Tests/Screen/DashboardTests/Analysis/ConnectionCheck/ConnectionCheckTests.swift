import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// A check in dialogues: what happens during an attempt, and what is said of it.
@Suite("checking a connection")
struct ConnectionCheckTests {
    private struct Dialogue {
        var check: ConnectionCheck
        var time = SharingSamples.time

        init(_ channels: [String] = [], usesTLS: Bool = false, signsIn: Bool = false) {
            self.check = ConnectionCheck(
                ConnectionCheck.Subject(
                    address: "wss://example.test:443", usesTLS: usesTLS,
                    channels: channels.map { ChannelName(wire: $0) }, signsIn: signsIn))
        }

        mutating func wait(_ milliseconds: Int) {
            self.time = self.time.advanced(by: .milliseconds(milliseconds))
        }

        mutating func enter(_ part: AttemptParts.Name, _ address: String = "") {
            self.check.entered(part, address, at: self.time)
            self.wait(10)
        }

        @discardableResult
        mutating func report(_ kind: ClientReport.Kind) -> ConnectionCheck.Request? {
            self.check.reported(ClientReport(number: 1, time: self.time, kind: kind))
        }

        mutating func open(daysLeft: Int? = nil) {
            self.enter(.dns)
            self.enter(.tcp, "192.0.2.1:443")
            if daysLeft != nil { self.enter(.tls) }
            self.enter(.ws)
            let now = self.time.wallMicroseconds / 1_000_000
            self.check.opened(
                CheckedLink(
                    tlsVersion: daysLeft.map { _ in "TLSv1.3" },
                    certificate: daysLeft.map {
                        CheckedCertificate(
                            subject: "example.test", issuer: "A CA",
                            expires: now + Int64($0) * 86_400 + 60, now: self.time)
                    }), at: self.time)
            self.wait(5)
        }

        mutating func establish() -> ConnectionCheck.Request? {
            self.report(
                SharingSamples.change(.connecting, .connected, SharingSamples.established()))
        }

        mutating func subscribe(_ channel: String, _ state: SubscriptionState) {
            self.report(.subscriptionChanged(ChannelName(wire: channel), state))
        }

        var rows: [String] {
            self.check.report.steps.map {
                "\($0.name.text) \($0.status?.rawValue ?? "?")"
            }
        }
    }

    private static func refusal(_ text: String) -> SubscriptionState {
        .failed(SubscriptionFailure(phase: .authorization, status: 403, what: text))
    }

    private static let reverb = ServerProfile(
        kind: .reverb, isCertain: true, evidence: [])

    private static func limited(_ channel: ChannelName?) -> ClientReport.Kind {
        .problem(
            ReportedProblem(
                kind: .serverError(code: 4301), text: "The server's rate limit refused it.",
                channel: channel))
    }

    @Test("a refusal before the connection says that, with advice")
    func refusedBefore() {
        var dialogue = Dialogue()
        dialogue.open()
        dialogue.report(.serverRecognized(Self.reverb))
        dialogue.report(
            SharingSamples.change(
                .connecting, .failed, .ended(.refused(4009, reason: "Origin not allowed"))))
        let report = dialogue.check.report
        #expect(report.failure == .refused)
        #expect(
            report.summary
                == "protocol: refused with 4009: the connection is not authorized (server: \"Origin "
                + "not allowed\"). Set the origin option to an origin that the server allows.")
    }

    @Test("what the server's limit on messages refused is named, not only late")
    func messageLimit() {
        var dialogue = Dialogue(["a", "b"])
        dialogue.open()
        _ = dialogue.establish()
        dialogue.report(Self.limited(ChannelName(wire: "a")))
        dialogue.report(Self.limited(ChannelName(wire: "b")))
        dialogue.report(Self.limited(nil))
        dialogue.subscribe("b", .subscribed)
        dialogue.check.timedOut(after: .seconds(10))
        let details = dialogue.check.report.steps.suffix(3).map(\.detail)
        let refusal = "refused with 4301 within 10s. The server's rate limit refused it."
        #expect(
            details == [refusal, refusal, "subscribed, after being rate-limited (4301)"])
    }

    @Test("a server that names itself before it establishes the connection is in that row")
    func namedEarly() {
        var dialogue = Dialogue()
        dialogue.open()
        dialogue.report(.serverRecognized(Self.reverb))
        _ = dialogue.establish()
        let hello = dialogue.check.report.steps.first { $0.name == .part(.hello) }
        #expect(hello?.detail.hasSuffix(", server: Laravel Reverb") == true)
    }

    private static let limits = CheckReport.ProbeLimits(warningDays: 14)

    @Test("everything works")
    func success() {
        var dialogue = Dialogue(["a", "private-b", "a"], usesTLS: true, signsIn: true)
        dialogue.open(daysLeft: 88)
        #expect(dialogue.establish() == .ping)
        #expect(!dialogue.check.isComplete)
        dialogue.wait(7)
        dialogue.report(.pongReceived(roundTrip: .milliseconds(7)))
        dialogue.subscribe("a", .subscribed)
        dialogue.subscribe("private-b", .authorizing)
        dialogue.report(.signInChanged(.signedIn(SignedInUser(id: "u1", data: "{}"))))
        #expect(!dialogue.check.isComplete)
        dialogue.wait(20)
        dialogue.subscribe("private-b", .subscribed)
        #expect(dialogue.check.isComplete)
        let report = dialogue.check.report
        #expect(report.failure == nil)
        #expect(report.probeState(Self.limits) == .ok)
        #expect(
            report.table(.unicode) == [
                "wss://example.test:443",
                "  ok    dns             10ms  192.0.2.1",
                "  ok    tcp             10ms  192.0.2.1:443",
                "  ok    tls             10ms  TLSv1.3, example.test, issued by A CA, 88 days left",
                "  ok    websocket       10ms",
                "  ok    protocol       5.0ms  socket id 1.2, activity timeout 2m00s",
                "  ok    round trip     7.0ms",
                "  ok    sign-in        7.0ms  as u1",
                "  ok    a              7.0ms  subscribed",
                "  ok    private-b       27ms  subscribed",
                "OK: everything works, round trip 7.0ms",
            ])
        #expect(
            report.probeLine(Self.limits, .unicode)
                == "BUOY OK - everything works, round trip 7.0ms | dns=10000us tcp=10000us "
                + "tls=10000us websocket=10000us protocol=5000us round_trip=7000us sign_in=7000us "
                + "latency=52000us;; certificate_days=88;14:")
    }

    @Test("the first part that fails is named, and what follows was not tried")
    func failures() {
        var dialogue = Dialogue(["a"], usesTLS: true)
        dialogue.enter(.dns)
        dialogue.enter(.tcp, "192.0.2.1:443")
        dialogue.enter(.tls)
        let failure = ConnectFailure(
            kind: .tls(reason: "certificate has expired", isCertificate: true),
            what: "The certificate has expired")
        dialogue.report(.attemptFailed(attempt: 1, .failed(failure)))
        #expect(dialogue.check.isComplete)
        #expect(
            dialogue.rows == [
                "dns ok", "tcp ok", "tls failed", "websocket skipped", "protocol skipped",
                "round trip skipped", "a skipped",
            ])
        let report = dialogue.check.report
        #expect(report.failure == .unreachable)
        #expect(report.summary == "tls: The certificate has expired")
        #expect(report.probeState(Self.limits) == .critical)
        // Nothing after the end changes it.
        #expect(dialogue.establish() == nil)
        dialogue.check.timedOut(after: .seconds(10))
        #expect(dialogue.check.report.failure == .unreachable)
    }

    @Test(
        "why it failed decides the exit code",
        arguments: [
            (ConnectionEnd.closed(CloseCode(rawValue: 4001), reason: ""), CheckFailure.refused),
            (
                .failed(
                    ConnectFailure(kind: .httpStatus(403, retryAfter: nil), what: "403")),
                .refused
            ),
            (
                .failed(
                    ConnectFailure(kind: .httpStatus(503, retryAfter: nil), what: "503")),
                .unreachable
            ),
            (.failed(ConnectFailure(kind: .settings, what: "no file")), .settings),
            (.failed(ConnectFailure(kind: .nameNotResolved, what: "no name")), .unreachable),
        ])
    func causes(end: ConnectionEnd, failure: CheckFailure) {
        var dialogue = Dialogue()
        dialogue.enter(.dns)
        dialogue.report(SharingSamples.change(.connecting, .failed, .ended(end)))
        #expect(dialogue.check.report.failure == failure)
        #expect(dialogue.check.isComplete)
    }

    @Test("a channel that is refused does not end the check")
    func refusedChannel() {
        var dialogue = Dialogue(["private-a", "b"])
        dialogue.open()
        _ = dialogue.establish()
        dialogue.subscribe("private-a", Self.refusal("was refused: 403 | no"))
        #expect(!dialogue.check.isComplete)
        dialogue.subscribe("b", .subscribed)
        dialogue.report(.pongReceived(roundTrip: .milliseconds(3)))
        let report = dialogue.check.report
        #expect(report.failure == .unauthorized)
        #expect(report.summary == "private-a: was refused: 403 | no")
        #expect(report.table(.unicode).last == "Failed: private-a: was refused: 403 | no")
        // A bar would start the performance data.
        #expect(
            report.probeLine(Self.limits, .unicode).hasPrefix(
                "BUOY CRITICAL - private-a: was refused: 403 / no | dns="))
    }

    @Test("a certificate that expires soon is a warning, one that lasts is none")
    func certificate() {
        for (days, state) in [(13, CheckReport.ProbeState.warning), (14, .ok)] {
            var dialogue = Dialogue(usesTLS: true)
            dialogue.open(daysLeft: days)
            _ = dialogue.establish()
            dialogue.report(.pongReceived(roundTrip: .milliseconds(3)))
            #expect(dialogue.check.isComplete)
            #expect(dialogue.check.report.probeState(Self.limits) == state)
            #expect(dialogue.check.report.failure == nil)
            let sentence = "tls: the certificate expires in 13 days (warning limit: 14)"
            let report = dialogue.check.report
            #expect((report.table(.unicode).last == "Warning: " + sentence) == (state == .warning))
            #expect(
                report.probeLine(Self.limits, .unicode).contains(sentence) == (state == .warning))
        }
        let expired = CheckedCertificate(
            subject: "", issuer: "", expires: 100,
            now: ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: 101_000_000))
        #expect(expired.daysLeft == -1)
    }

    @Test(
        "a connection that works but is slow is a warning, or critical",
        arguments: [
            (48, 49, CheckReport.ProbeState.ok, "everything works", "48000;49000"),
            (47, nil, .warning, "connecting and a round trip took 48ms, limit 47ms", "47000;"),
            (nil, 47, .critical, "connecting and a round trip took 48ms, limit 47ms", ";47000"),
            (20, 30, .critical, "connecting and a round trip took 48ms, limit 30ms", "20000;30000"),
        ] as [(Int?, Int?, CheckReport.ProbeState, String, String)])
    func latency(
        warning: Int?, critical: Int?, state: CheckReport.ProbeState, text: String, limits: String
    ) {
        var dialogue = Dialogue(usesTLS: true)
        dialogue.open(daysLeft: 88)
        _ = dialogue.establish()
        dialogue.report(.pongReceived(roundTrip: .milliseconds(3)))
        let report = dialogue.check.report
        let given = CheckReport.ProbeLimits(
            warning: warning.map { .milliseconds($0) },
            critical: critical.map { .milliseconds($0) },
            warningDays: 14)
        #expect(report.probeState(given) == state)
        let line = report.probeLine(given, .unicode)
        #expect(line.contains(" - \(text)"), "\(line)")
        #expect(line.contains(" latency=48000us;\(limits) "), "\(line)")
    }

    @Test("what is not answered in time is said, for every channel")
    func timeLimit() {
        var dialogue = Dialogue(["a", "b"])
        dialogue.open()
        dialogue.check.timedOut(after: .seconds(2))
        #expect(dialogue.check.report.failure == .unreachable)
        #expect(dialogue.rows.contains("protocol failed"))
        #expect(dialogue.rows.contains("a skipped"))

        dialogue = Dialogue(["a", "b"])
        dialogue.open()
        _ = dialogue.establish()
        dialogue.report(.pongReceived(roundTrip: .milliseconds(3)))
        dialogue.check.timedOut(after: .seconds(2))
        #expect(dialogue.check.report.failure == .timedOut)
        #expect(dialogue.rows.suffix(2) == ["a failed", "b failed"])
        #expect(dialogue.check.report.summary == "a: no answer within 2s (and 1 other failure)")
    }

    @Test("hostile texts stay on their line", arguments: SharingSamples.hostile)
    func hostile(text: String) throws {
        var dialogue = Dialogue([text])
        dialogue.open()
        _ = dialogue.establish()
        dialogue.subscribe(text, Self.refusal(text))
        dialogue.report(.pongReceived(roundTrip: .milliseconds(3)))
        let report = dialogue.check.report
        for line in report.table(.unicode) + [report.probeLine(Self.limits, .ascii)] {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        }
        let json = try JSONValue(parsing: Array(report.json(exitCode: 5).utf8))
        #expect(json["v"]?.intValue == CheckReport.version)
        #expect(json["exit_code"]?.intValue == 5)
        #expect(json["result"] == "failed")
    }
}
