import BuoyTestSupport
import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// What is said of the HTTP API beside a connection.
@Suite("checking the HTTP API")
struct APICheckTests {
    private static let probe = ConnectionCheck.ProbeEvent(token: "k3x")
    private static let time = SharingSamples.time
    private static let page = APIFinding.failed(
        FailureParts("A page", obstacle: .webPage), .refused)
    private static let cut = APIFinding.failed(
        FailureParts("Cut", obstacle: .hungUp), .unreachable)

    private static func check(_ api: ConnectionCheck.APIQuestions) -> ConnectionCheck {
        var subject = ConnectionCheck.Subject(
            address: "ws://example.test:80", usesTLS: false, channels: [], signsIn: false)
        subject.api = api
        if case .publish(let probe) = api { subject.channels = [probe.channel] }
        return ConnectionCheck(subject)
    }

    /// The rows of the API.
    private static func rows(_ check: ConnectionCheck) -> [String] {
        let steps = check.report.steps
        let start = steps.firstIndex { $0.name == .roundTrip } ?? 0
        return steps[(start + 1)...].map { "\($0.name.text) \($0.status?.rawValue ?? "?")" }
    }

    private static func report(
        _ check: inout ConnectionCheck, _ kind: ClientReport.Kind, after milliseconds: Int = 0
    ) -> ConnectionCheck.Request? {
        let time = Self.time.advanced(by: .milliseconds(milliseconds))
        return check.reported(ClientReport(number: 1, time: time, kind: kind))
    }

    @Test(
        "each cause has its row, and its exit code",
        arguments: [
            (.answered(.milliseconds(3)), ["ok", "ok", "ok", "ok"], nil),
            (Self.page, ["failed", "skipped", "skipped", "skipped"], .refused),
            (Self.cut, ["failed", "skipped", "skipped", "skipped"], .unreachable),
            (.wrongClock("no"), ["ok", "failed", "skipped", "skipped"], .unauthorized),
            (.unknownApp("no"), ["ok", "skipped", "failed", "skipped"], .unauthorized),
            (.refused("no"), ["ok", "skipped", "skipped", "failed"], .unauthorized),
        ] as [(APIFinding, [String], CheckFailure?)])
    func causes(finding: APIFinding, statuses: [String], failure: CheckFailure?) {
        var check = Self.check(.ask)
        #expect(check.asked(finding) == nil)
        #expect(
            Self.rows(check)
                == zip(["http api", "clock", "app id", "signature"], statuses).map { "\($0) \($1)" }
        )
        #expect(check.report.failure == failure)
    }

    @Test("what the server says of itself: its connections, and that it is not well")
    func serverView() {
        for (view, status, text) in [
            (ServerView(connections: 812, health: 200), "ok", "812 connections"),
            (ServerView(health: 503), "warning", "(/up) returned 503"), (ServerView(), "ok", ""),
        ] {
            var check = Self.check(.ask)
            _ = check.asked(.answered(.milliseconds(3), view))
            #expect(Self.rows(check).first == "http api \(status)")
            #expect(check.report.failure == nil)
            let row = check.steps.first { $0.name == .api }
            #expect(row?.detail.contains(text) == true || text.isEmpty)
        }
    }

    @Test("where nobody asked for the API, a page in its place is a warning")
    func reaching() {
        var check = Self.check(.reach)
        _ = check.asked(Self.page)
        #expect(Self.rows(check) == ["http api warning"])
        #expect(check.report.failure == nil && check.report.hasWarnings)
        var cut = Self.check(.reach)
        _ = cut.asked(Self.cut)
        #expect(Self.rows(cut) == ["http api warning"] && cut.report.failure == nil)
        var other = Self.check(.reach)
        _ = other.asked(.reached(.milliseconds(2)))
        #expect(Self.rows(other) == ["http api ok"])
    }

    @Test(
        "an event is published once the channel and the API are ready, in either order, and arrives"
    )
    func publishing() {
        for isAPIFirst in [true, false] {
            var check = Self.check(.publish(Self.probe))
            let subscribe = { (check: inout ConnectionCheck) in
                Self.report(&check, .subscriptionChanged(Self.probe.channel, .subscribed))
            }
            let answer = { (check: inout ConnectionCheck) in
                check.asked(.answered(.milliseconds(3)))
            }
            let first = isAPIFirst ? answer(&check) : subscribe(&check)
            let second = isAPIFirst ? subscribe(&check) : answer(&check)
            #expect(first == nil && second == .publish(Self.probe))
            #expect(answer(&check) == nil)
            check.publishStart = Self.time
            check.published(nil, after: .milliseconds(4))
            for (channel, data) in [("other", Self.probe.data), ("buoy-check", "{}")] {
                let event = ChannelsEvent(
                    name: "buoy-check", channel: ChannelName(wire: channel), data: EventData(data))
                _ = Self.report(&check, .received(event), after: 1)
            }
            #expect(Self.rows(check).last == "arrival ?")
            let event = ChannelsEvent(
                name: "buoy-check", channel: Self.probe.channel, data: EventData(Self.probe.data))
            _ = Self.report(&check, .received(event), after: 5)
            #expect(Self.rows(check).suffix(2) == ["publish ok", "arrival ok"])
            #expect(check.report.steps.last?.duration == .milliseconds(5))
        }
    }

    @Test("what is published and does not arrive says why that may be")
    func lost() {
        var check = Self.check(.publish(Self.probe))
        _ = Self.report(
            &check, SharingSamples.change(.connecting, .connected, SharingSamples.established()))
        _ = Self.report(&check, .subscriptionChanged(Self.probe.channel, .subscribed))
        _ = check.asked(.answered(.zero))
        check.published(nil, after: .zero)
        check.timedOut(after: .seconds(10))
        let arrival = check.report.steps.last
        #expect(arrival?.status == .failed)
        #expect(arrival?.detail.hasPrefix("published, but not delivered here within 10s: ") == true)
        #expect(check.report.failure == .timedOut)
    }

    @Test("what is wrong with the connection decides the exit code")
    func precedence() {
        var check = Self.check(.ask)
        _ = check.asked(.refused("no"))
        #expect(check.report.failure == .unauthorized)
        _ = Self.report(
            &check, .attemptFailed(attempt: 1, .failed(ConnectFailure(kind: .refused, what: "R"))))
        #expect(check.report.failure == .unreachable)
    }

    @Test("without a connection nothing is published, and the API is asked all the same")
    func disconnected() {
        var check = Self.check(.publish(Self.probe))
        let failure = ConnectFailure(kind: .refused, what: "Refused")
        _ = Self.report(&check, .attemptFailed(attempt: 1, .failed(failure)))
        #expect(!check.isComplete)
        #expect(check.asked(.answered(.zero)) == nil)
        #expect(check.isComplete)
        #expect(
            Self.rows(check) == [
                "buoy-check skipped", "http api ok", "clock ok", "app id ok", "signature ok",
                "publish skipped", "arrival skipped",
            ])
    }

    @Test("a refusal to publish is told, and nothing is waited for")
    func refused() {
        var check = Self.check(.publish(Self.probe))
        _ = check.asked(.answered(.zero))
        _ = Self.report(&check, .subscriptionChanged(Self.probe.channel, .subscribed))
        check.published("Over quota.", after: .zero)
        #expect(Self.rows(check).suffix(2) == ["publish failed", "arrival skipped"])
    }
}
