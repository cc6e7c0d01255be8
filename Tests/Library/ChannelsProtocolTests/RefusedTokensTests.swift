import Testing

@testable import ChannelsProtocol

@Suite("Tokens and signatures that were refused, and are used again")
struct RefusedTokensTests {
    private static let channel: ChannelName = ChannelName(wire: "private-a")
    private static let refusal = SubscriptionState.failed(
        SubscriptionFailure(phase: .subscription, what: "Invalid signature"))

    private static func report(
        _ status: Int = 200, token: String? = nil, auth: String? = nil, socket: String = "1.2",
        on channel: ChannelName = Self.channel
    ) -> AuthorizationReport {
        var report = AuthorizationReport(
            subject: .channel(channel), duration: .zero, attempts: 1, status: status,
            isGranted: auth != nil)
        report.socketID = SocketID(socket)
        report.credentials = token.map { SecretMark([$0]) }
        report.signature = auth.map { SecretMark([$0]) }
        return report
    }

    private static func repetition(
        _ report: AuthorizationReport, _ tokens: inout RefusedTokens
    ) -> TokenRepetition? {
        var report = report
        tokens.answered(&report)
        return report.repetition
    }

    @Test(
        "a token that was refused is noticed until another one is sent", arguments: [401, 403, 419])
    func credentials(status: Int) {
        var tokens = RefusedTokens()
        #expect(Self.repetition(Self.report(status, token: "old"), &tokens) == nil)
        #expect(
            Self.repetition(Self.report(status, token: "old"), &tokens)
                == .credentials(status: status))
        #expect(Self.repetition(Self.report(token: "new", auth: "key:1"), &tokens) == nil)
        #expect(Self.repetition(Self.report(token: "old", auth: "key:1"), &tokens) == nil)
    }

    @Test("what is refused for one channel may be granted for another, and trouble is no refusal")
    func otherChannels() {
        var tokens = RefusedTokens()
        _ = Self.repetition(Self.report(403, token: "t"), &tokens)
        #expect(
            Self.repetition(
                Self.report(403, token: "t", on: ChannelName(wire: "private-b")), &tokens) == nil)
        var busy = RefusedTokens()
        _ = Self.repetition(Self.report(503, token: "t"), &busy)
        #expect(Self.repetition(Self.report(503, token: "t"), &busy) == nil)
        var nobody = RefusedTokens()
        _ = Self.repetition(Self.report(403), &nobody)
        #expect(Self.repetition(Self.report(403), &nobody) == nil)
    }

    @Test("a signature that the server refused is noticed, on this connection and on another")
    func signatures() {
        var tokens = RefusedTokens()
        #expect(Self.repetition(Self.report(auth: "key:1"), &tokens) == nil)
        tokens.changed(Self.channel, to: Self.refusal)
        #expect(
            Self.repetition(Self.report(auth: "key:1"), &tokens)
                == .signature(isOfOtherConnection: false))
        tokens.changed(Self.channel, to: Self.refusal)
        #expect(
            Self.repetition(Self.report(auth: "key:1", socket: "3.4"), &tokens)
                == .signature(isOfOtherConnection: true))
        tokens.changed(Self.channel, to: Self.refusal)
        #expect(Self.repetition(Self.report(auth: "key:2", socket: "3.4"), &tokens) == nil)
    }

    @Test("a confirmation or an unsubscription forgets")
    func forgetting() {
        for state in [SubscriptionState.subscribed, .unsubscribed] {
            var tokens = RefusedTokens()
            _ = Self.repetition(Self.report(auth: "key:1"), &tokens)
            tokens.changed(Self.channel, to: Self.refusal)
            tokens.changed(Self.channel, to: state)
            #expect(Self.repetition(Self.report(auth: "key:1"), &tokens) == nil)
        }
    }

    @Test("a failed authorization does not make a signature refused")
    func phases() {
        var tokens = RefusedTokens()
        _ = Self.repetition(Self.report(auth: "key:1"), &tokens)
        tokens.changed(
            Self.channel, to: .failed(SubscriptionFailure(phase: .authorization, what: "no")))
        #expect(Self.repetition(Self.report(auth: "key:1"), &tokens) == nil)
    }

    @Test("the machine reports it with the answer")
    func machine() {
        var machine = ClientStateMachine(ClientMachineOptions(address: "host:80"))
        let report = Self.report(403, token: "t")
        guard case .publish(.authorizationAnswered(let first)) = machine.answered(report),
            case .publish(.authorizationAnswered(let second)) = machine.answered(report)
        else {
            Issue.record("no report")
            return
        }
        #expect(first.repetition == nil)
        #expect(second.repetition == .credentials(status: 403))
    }

    @Test("a mark shows nothing of the secret")
    func marks() {
        let mark = SecretMark(["s3cret"])
        #expect("\(mark)" == "••••••••" && String(reflecting: mark) == "••••••••")
        #expect(Mirror(reflecting: mark).children.isEmpty)
        #expect(mark == SecretMark(["s3cret"]) && mark != SecretMark(["s3cre", "t"]))
    }
}
