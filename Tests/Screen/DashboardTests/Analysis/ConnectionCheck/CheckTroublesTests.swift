import BuoyTestSupport
import ChannelsBasics
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// One cause that both paths met is said once.
@Suite("comparing the WebSocket with the HTTP API")
struct CheckTroublesTests {
    private static func details(
        _ end: ConnectionEnd, _ finding: APIFinding, hasOtherAPI: Bool = false
    ) -> (socket: String, api: String) {
        var subject = ConnectionCheck.Subject(
            address: "ws://example.test:80", usesTLS: false, channels: [], signsIn: false)
        subject.api = .ask
        subject.hasOtherAPI = hasOtherAPI
        var check = ConnectionCheck(subject)
        for part in [AttemptParts.Name.dns, .tcp, .ws] {
            check.entered(part, at: SharingSamples.time)
        }
        _ = check.asked(finding)
        _ = check.reported(
            ClientReport(
                number: 1, time: SharingSamples.time, kind: .attemptFailed(attempt: 1, end)))
        let steps = check.report.steps
        let socket = steps.first { $0.status == .failed && $0.name != .api }
        return (socket?.detail ?? "", steps.first { $0.name == .api }?.detail ?? "")
    }

    private static func refused(_ obstacle: Obstacle?) -> ConnectionEnd {
        let parts = FailureParts("No", "why", advice: "Do.", obstacle: obstacle)
        return .failed(ConnectFailure(kind: .httpStatus(400, retryAfter: nil), parts))
    }

    private static func found(_ obstacle: Obstacle?, _ what: String = "Other") -> APIFinding {
        .failed(FailureParts(what, advice: "Do that.", obstacle: obstacle), .refused)
    }

    private static let hello = ConnectionEnd.timedOut(in: .hello, limit: .seconds(10))

    private static let pairs: [(ConnectionEnd, APIFinding, String)] = [
        (refused(.password), found(.password), "the same as websocket: exempt /apps too"),
        (refused(.rateLimit), found(.rateLimit), "the same as websocket: exempt /apps too"),
        (refused(.needsTLS), found(.needsTLS), "the same as websocket"),
        (refused(.webPage), found(.webPage), "the same as websocket: a website answered"),
        (refused(.notForwarded), found(.notForwarded), "the same as websocket: add a location"),
        (refused(.otherService), found(.hungUp), "the same as websocket"),
        (hello, found(.webPage), "the same as websocket"),
        (refused(nil), .failed(FailureParts("No", "why"), .unreachable), "the same as websocket"),
        (refused(.password), found(.webPage), "Other. Do that."),
        (refused(nil), found(nil), "Other. Do that."),
    ]

    @Test("the second row refers to the first", arguments: pairs)
    func same(end: ConnectionEnd, finding: APIFinding, words: String) {
        let details = Self.details(end, finding)
        #expect(details.api.hasPrefix(words), "\(details)")
        #expect(details.api.count <= words.count + 40)
        #expect(!details.socket.isEmpty)
    }

    @Test("another server of the app has its own cause")
    func otherServer() {
        let details = Self.details(
            Self.refused(.password), Self.found(.password), hasOtherAPI: true)
        #expect(details.api == "Other. Do that.")
    }

    @Test("a working API shows that only the way to /app is wrong")
    func path() {
        let words = "/apps works, so only the way to /app is wrong."
        for end in [
            Self.refused(.path), Self.refused(.notForwarded),
            .refused(CloseCode(4005), reason: "Path not found"),
            .closed(CloseCode(4005), reason: ""),
        ] {
            #expect(Self.details(end, .answered(.zero)).socket.hasSuffix(words))
        }
        for end in [Self.refused(.upgradeNotPassed), Self.refused(nil)] {
            #expect(!Self.details(end, .answered(.zero)).socket.contains(words))
        }
    }

    @Test("the machine's other address is named, if something listens there")
    func loopback() {
        var check = ConnectionCheck(
            ConnectionCheck.Subject(
                address: "ws://127.0.0.1:80", usesTLS: false, channels: [], signsIn: false))
        #expect(!check.isRefusedByMachine)
        check.entered(.dns, at: SharingSamples.time)
        check.entered(.tcp, "127.0.0.1:80", at: SharingSamples.time)
        let failure = ConnectFailure(
            kind: .refused, FailureParts("No connection", obstacle: .refused))
        _ = check.reported(
            ClientReport(
                number: 1, time: SharingSamples.time,
                kind: .attemptFailed(attempt: 1, .failed(failure))))
        #expect(check.isRefusedByMachine)
        check.found(listeningAt: "[::1]:80")
        let row = check.report.steps.first { $0.name == .part(.tcp) }
        #expect(row?.detail.contains("Something listens on [::1]:80 instead") == true)
    }
}
