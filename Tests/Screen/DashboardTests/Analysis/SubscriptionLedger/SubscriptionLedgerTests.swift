import BuoyTestSupport
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The subscriptions of each connection")
struct SubscriptionLedgerTests {
    static let orders = ChannelName(wire: "private-orders")
    static let news = ChannelName(wire: "news")
    static let first = ChannelName(wire: "first")

    static func ledger(_ session: RecordedEvents) -> SubscriptionLedger {
        var ledger = SubscriptionLedger()
        for event in session.events { ledger.handle(event) }
        return ledger
    }

    static func report(
        _ status: Int, after milliseconds: Int, socket: String = "1184.7029", token: String? = nil
    ) -> ClientReport.Kind {
        var report = AuthorizationReport(
            subject: .channel(Self.orders), duration: .milliseconds(milliseconds), attempts: 1,
            status: status, isGranted: status == 200)
        report.socketID = SocketID(socket)
        report.stringToSign = "\(socket):private-orders"
        report.requests = [.init(status: status, duration: .milliseconds(milliseconds))]
        report.credentials = token.map { SecretMark([$0]) }
        return .authorizationAnswered(report)
    }

    /// A private channel is authorized and confirmed.
    static func confirmed(token: String? = nil) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.orders, .authorizing))
        session.wait(.milliseconds(15))
        session.add(Self.report(200, after: 12, token: token))
        session.add(.subscriptionChanged(Self.orders, .subscribing))
        session.wait(.milliseconds(4))
        session.add(.subscriptionChanged(Self.orders, .subscribed))
        return session
    }

    static func trace(_ ledger: SubscriptionLedger) throws -> SubscriptionTrace {
        try #require(ledger.subscription(ledger.numbers.upperBound - 1))
    }

    static func facts(_ trace: SubscriptionTrace, _ now: ChannelsTimestamp) -> [String: String] {
        let facts = trace.facts(at: now) { "t\($0.monotonicNanoseconds / 1_000_000 - 1_000_000)" }
        return Dictionary(facts.map { ($0.label, $0.value) }, uniquingKeysWith: { $1 })
    }

    @Test("an authorization that waited for its turn is granted, sent and confirmed")
    func wholeTrace() throws {
        let session = Self.confirmed()
        let trace = try Self.trace(Self.ledger(session))
        #expect(trace.isSubscribed && !trace.isStuck)
        #expect(
            trace.summary(at: session.time)
                == "HTTP 200 in 12ms, confirmed in 4.0ms")
        #expect(trace.duration(at: session.time.advanced(by: .seconds(9))) == .milliseconds(19))
        let facts = Self.facts(trace, session.time)
        #expect(facts["socket id"] == "1184.7029")
        #expect(facts["requested"] == "t24, after 3.0ms")
        #expect(facts["request 1"] == "HTTP 200 after 12ms")
        #expect(facts["authorized"] == "t36, after 12ms")
        #expect(facts["signed string"] == "1184.7029:private-orders")
        #expect(facts["confirmed"] == "t40, after 4.0ms")
        #expect(facts["ended"] == nil && facts["reason"] == nil)
    }

    @Test("a lost connection ends its subscriptions, and the next one has its own")
    func connections() throws {
        var session = Self.confirmed()
        session.wait(.seconds(5))
        session.drop(4201, reason: "", retryAfter: .seconds(1))
        session.add(.subscriptionChanged(Self.orders, .requested))
        session.wait(.seconds(1))
        session.establish(socketID: "7.8", attempt: 1, from: .connecting)
        session.add(.subscriptionChanged(Self.orders, .authorizing))
        let ledger = Self.ledger(session)
        #expect(ledger.count == 4)
        guard case .connection(let first)? = ledger[0], case .connection(let second)? = ledger[2]
        else {
            Issue.record("no connections")
            return
        }
        #expect(first.end != nil && second.end == nil)
        let before = try #require(ledger.subscriptions(of: first).first)
        #expect(before.ending == .connectionLost && !before.isSubscribed)
        #expect(before.summary(at: session.time).hasSuffix("confirmed in 4.0ms, lost"))
        #expect(
            first.summary([before], at: session.time)
                == "1 of 1 subscribed in 19ms; lasted 5.0s")
        #expect(ledger.subscriptions(of: second).map(\.socketID?.text) == ["7.8"])
        #expect(
            second.summary(ledger.subscriptions(of: second), at: session.time)
                == "0 of 1 subscribed")
        let facts = first.facts([before], at: session.time) { _ in "T" }
        #expect(facts.last?.label == "private-orders" && facts.last?.value == "subscribed from T")
    }

    @Test("a channel that nobody answers is stuck, until it is answered after all")
    func stuck() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.news, .subscribing))
        session.wait(.seconds(10))
        session.add(.subscriptionStuck(Self.news, after: .seconds(10)))
        var ledger = Self.ledger(session)
        #expect(ledger.stuckCount == 1)
        let now = session.time.advanced(by: .seconds(2))
        #expect(try Self.trace(ledger).summary(at: now) == "stuck: no answer for 12s")
        #expect(try Self.trace(ledger).outcome == .warning)
        session.add(.subscriptionChanged(Self.news, .subscribed))
        ledger = Self.ledger(session)
        #expect(ledger.stuckCount == 0)
        #expect(try Self.trace(ledger).summary(at: now) == "confirmed in 10.0s")
        #expect(try Self.facts(Self.trace(ledger), now)["overdue"] != nil)
    }

    @Test("an overdue authorization is stuck too")
    func stuckAuthorization() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.orders, .authorizing))
        #expect(
            try Self.trace(Self.ledger(session)).summary(at: session.time)
                == "requesting a signature")
        session.add(.subscriptionStuck(Self.orders, after: .seconds(10)))
        #expect(
            try Self.trace(Self.ledger(session)).summary(at: session.time)
                == "stuck: no authorization for 0s")
    }

    @Test("a refusal has the texts that were signed and expected")
    func refusal() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.orders, .authorizing))
        session.add(Self.report(200, after: 0))
        session.add(.subscriptionChanged(Self.orders, .subscribing))
        session.wait(.milliseconds(3))
        let failure = SubscriptionFailure(
            phase: .subscription, FailureParts("Invalid signature"),
            comparison: SignatureComparison(signedHere: "1:a", expected: "1:b"))
        session.add(.subscriptionChanged(Self.orders, .failed(failure)))
        let trace = try Self.trace(Self.ledger(session))
        #expect(
            trace.summary(at: session.time).hasPrefix("wrong signature: refused in 3.0ms, HTTP 200")
        )
        #expect(trace.outcome == .bad)
        let facts = Self.facts(trace, session.time)
        #expect(facts["signed string"] == "1:a" && facts["expected"] == "1:b")
        #expect(facts["difference"] == "from byte 3")
        // It is confirmed after all: another channel was meant.
        session.add(.subscriptionChanged(Self.orders, .subscribed))
        #expect(try Self.trace(Self.ledger(session)).isSubscribed)
    }

    @Test("an endpoint's refusal is not sent to the server")
    func notAuthorized() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.orders, .authorizing))
        session.wait(.milliseconds(7))
        session.add(Self.report(403, after: 7))
        session.add(
            .subscriptionChanged(
                Self.orders, .failed(SubscriptionFailure(phase: .authorization, what: "403"))))
        let trace = try Self.trace(Self.ledger(session))
        #expect(trace.summary(at: session.time) == "HTTP 403 in 7.0ms: not authorized")
        #expect(trace.sent == nil && trace.refused != nil)
    }

    @Test("a token has an age and a number of uses; another one is new")
    func tokens() throws {
        var session = Self.confirmed(token: "first")
        #expect(
            try Self.facts(Self.trace(Self.ledger(session)), session.time)["token"]
                == "first use")
        for (token, expected) in [
            ("first", "first sent 1m00s earlier, at t24; 2 uses"),
            ("second", "first use"),
        ] {
            session.wait(.seconds(60) - .milliseconds(4))
            session.add(.subscriptionChanged(Self.orders, .authorizing))
            session.add(Self.report(200, after: 12, token: token))
            #expect(
                try Self.facts(Self.trace(Self.ledger(session)), session.time)["token"] == expected)
        }
    }

    @Test("resubscribing and a change of mind are told apart")
    func again() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.news, .subscribing))
        session.add(.subscriptionChanged(Self.news, .unsubscribing))
        session.add(.subscriptionChanged(Self.news, .subscribing))
        #expect(Self.ledger(session).count == 2)
        session.add(.subscriptionChanged(Self.news, .subscribed))
        session.add(.subscriptionChanged(Self.news, .subscribing))
        var ledger = Self.ledger(session)
        #expect(ledger.count == 3)
        #expect(ledger.subscription(1)?.ending == .repeated)
        session.add(.subscriptionChanged(Self.news, .unsubscribed))
        ledger = Self.ledger(session)
        #expect(ledger.subscription(2)?.ending == .unsubscribed)
    }

    @Test("an answer that is meant for an earlier connection is not used")
    func late() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.orders, .authorizing))
        session.add(Self.report(200, after: 1, socket: "9.9"))
        #expect(try Self.trace(Self.ledger(session)).authorization == nil)
    }

    @Test("the export has a line for each connection and subscription, and no secrets")
    func export() throws {
        let lines = Self.ledger(Self.confirmed(token: "s3cret")).json.map(\.compactText)
        #expect(lines.count == 2)
        #expect(lines[0].contains(#""kind":"connection","socket_id":"1184.7029""#))
        #expect(lines[1].contains(#""string_to_sign":"1184.7029:private-orders""#))
        #expect(lines[1].contains(#""token_uses":1"#))
        #expect(lines[1].contains(#""requests":[{"status":200,"took_ms":12}]"#))
        #expect(!lines.joined().contains("s3cret"))
    }

    @Test("old entries are dropped, and what goes on stays right")
    func limit() throws {
        var session = RecordedEvents()
        session.connect()
        session.add(.subscriptionChanged(Self.first, .subscribing))
        for _ in 0..<4100 {
            session.add(.subscriptionChanged(Self.news, .subscribing))
            session.add(.subscriptionChanged(Self.news, .unsubscribed))
        }
        session.add(.subscriptionChanged(Self.first, .subscribed))
        session.add(.subscriptionChanged(Self.news, .subscribing))
        session.add(.subscriptionChanged(Self.news, .subscribed))
        let ledger = Self.ledger(session)
        #expect(ledger.count == 4000)
        #expect(ledger[0] == nil && ledger.subscription(1) == nil)
        #expect(try Self.trace(ledger).isSubscribed)
    }
}
