import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// What a check says of an app's authorization endpoint.
struct EndpointFindingTests {
    private static let channel = ChannelName(wire: "private-a")

    private static func step(_ finding: EndpointFinding) throws -> (CheckStep, CheckFailure?) {
        var subject = ConnectionCheck.Subject(
            address: "wss://a.test", usesTLS: true,
            channels: [self.channel, ChannelName(wire: "news")],
            signsIn: false)
        subject.endpoint = "https://a.test/auth"
        var check = ConnectionCheck(subject)
        #expect(check.askedChannels == [self.channel])
        check.answered(finding, for: self.channel, after: .milliseconds(3))
        let step = try #require(
            check.report.steps.first { $0.name == .endpoint(self.channel) })
        return (step, check.report.failure)
    }

    @Test(
        "each answer has its verdict and its words",
        arguments: [
            (.authorized, .ok, "authorized"), (.otherSecret, .failed, "another secret"),
            (.cached, .failed, "Cache-Control: no-store"),
            (Self.refused(403), .warning, "HTTP 403, as for a visitor without a session"),
            (Self.refused(419), .warning, "--auth-cookies FILE"),
            (Self.refused(302, "redirected to /login"), .warning, "HTTP 302"),
            (Self.refused(302, "redirected to /en"), .failed, "redirected to /en"),
            (Self.refused(404), .failed, "refused with"), (Self.refused(500), .failed, "refused"),
            (Self.refused(403, hasSession: true), .failed, "refused with"),
        ] as [(EndpointFinding, CheckStep.Status, String)])
    func verdicts(finding: EndpointFinding, status: CheckStep.Status, words: String) throws {
        let (step, failure) = try Self.step(finding)
        #expect(step.status == status)
        #expect(step.detail.hasPrefix("https://a.test/auth: "))
        #expect(step.detail.contains(words))
        #expect((failure == .unauthorized) == (status == .failed))
    }

    @Test("without a channel that needs it, the endpoint is asked about one that no app has")
    func probe() throws {
        var subject = ConnectionCheck.Subject(
            address: "wss://a.test", usesTLS: true, channels: [ChannelName(wire: "news")],
            signsIn: false)
        subject.probedChannel = ConnectionCheck.unknownChannel
        #expect(ConnectionCheck(subject).askedChannels.isEmpty)
        subject.endpoint = "https://a.test/auth"
        var check = ConnectionCheck(subject)
        #expect(check.askedChannels == [ConnectionCheck.unknownChannel])
        check.answered(Self.refused(403), for: ConnectionCheck.unknownChannel, after: .zero)
        let step = try #require(check.report.steps.first { $0.detail.contains("403") })
        #expect(step.status == .ok)
    }

    private static func refused(
        _ status: Int, _ what: String = "refused with it", hasSession: Bool = false
    ) -> EndpointFinding {
        .refused(
            SubscriptionFailure(phase: .authorization, status: status, what: what),
            hasSession: hasSession)
    }
}
