import BuoyDashboardTesting
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyAppAPI
@testable import BuoyDashboard

@Suite("The server's own view: connections, and what was missed")
struct ServerViewTests {
    private static let refused = APIFailure(.refused, "404")
    private static let later = APIFailure(.temporary, "503")

    private static func situation(
        _ time: Duration, gap: GapRecord? = nil, server: ServerProfile.Kind = .unknown
    ) -> AppInspector.Situation {
        AppInspector.Situation(
            now: AppFixture.at(time), isConnected: true, isShown: true, gap: gap, server: server,
            isListed: { _ in true }, members: { _ in nil })
    }

    /// The requests of a kind that are made at a time, each of which fails.
    private static func questions(
        _ app: inout AppInspector, _ situation: AppInspector.Situation, _ failure: APIFailure
    ) -> [APIRequest] {
        let requests = app.timePassed(situation).compactMap { step -> APIRequest? in
            guard case .request(let request) = step else { return nil }
            switch request {
            case .connections, .history: return request
            case .list: return nil
            case .users, .publish, .terminate: return nil
            }
        }
        for request in requests {
            let report = APIReport(
                request, .failed(failure), sent: situation.now, answered: situation.now)
            #expect(app.answered(report, situation).isEmpty)
        }
        return requests
    }

    /// Answers the listing that is under way, so that the next one can be made.
    private static func list(_ app: inout AppInspector, _ situation: AppInspector.Situation) {
        let report = APIReport(
            .list(.init(wantsSubscriptionCounts: true)), .channels([]), sent: situation.now,
            answered: situation.now)
        _ = app.answered(report, situation)
    }

    @Test("connections are asked for with each listing, and shown")
    func connections() {
        var app = AppInspector(isLocal: false)
        let now = Self.situation(.seconds(1))
        #expect(app.timePassed(now).contains(.request(.connections(.api))))
        let report = APIReport(
            .connections(.api), .connections(812), sent: now.now, answered: now.now)
        #expect(app.answered(report, now).isEmpty)
        #expect(app.connections.value == 812)
    }

    @Test("a server that does not know the question is not asked again; one with a fault is")
    func unknown() {
        var app = AppInspector(isLocal: false)
        let first = Self.situation(.seconds(1))
        #expect(Self.questions(&app, first, Self.later) == [.connections(.api)])
        Self.list(&app, first)
        let second = Self.situation(.seconds(20))
        #expect(Self.questions(&app, second, Self.refused) == [.connections(.api)])
        Self.list(&app, second)
        #expect(Self.questions(&app, Self.situation(.seconds(40)), Self.refused) == [])
        #expect(app.connections.value == nil)
    }

    @Test("soketi and sockudo have metrics instead, which are asked for once if they are not there")
    func metrics() {
        var app = AppInspector(isLocal: false)
        for (time, expected) in [
            (1, [APIRequest.connections(.api)]), (20, [.connections(.metrics)]), (40, []),
        ] {
            let now = Self.situation(.seconds(time), server: .soketi)
            #expect(Self.questions(&app, now, Self.refused) == expected, "\(time)")
            Self.list(&app, now)
        }
    }

    @Test("a gauge of soketi or sockudo, of all ports and of the app alone")
    func gauges() {
        let metrics = ServerMetrics(host: "h", appID: "7")
        let soketi = """
            # HELP soketi_connected The number of currently connected sockets.
            # TYPE soketi_connected gauge
            soketi_connected{port="6001"} 12
            soketi_connected{port="6002"} 30
            soketi_connected_total 99
            """
        #expect(metrics.connections(in: soketi) == 42)
        let sockudo = """
            sockudo_connected{app_id="7",port="6001"} 5
            sockudo_connected{app_id="8",port="6001"} 1000
            """
        #expect(metrics.connections(in: sockudo) == 5)
        #expect(metrics.connections(in: "soketi_connected 3") == 3)
        for rubbish in ["", "soketi_connected{} x", "soketi_connected -1", "soketi_connected 1e99"]
        {
            #expect(metrics.connections(in: rubbish) == nil, "\(rubbish)")
        }
    }
}

@Suite("Asking a server's history after a gap")
struct HistoryQuestionTests {
    private static let news = ChannelName(wire: "news")

    /// A dashboard that has seen a gap of 4 s, two channels of which came back, one encrypted.
    private static func session() -> (
        state: DashboardState, lost: ChannelsTimestamp, back: ChannelsTimestamp
    ) {
        var state = AppDashboard.empty(.available(isLocal: false))
        var session = RecordedEvents()
        session.connect(socketID: "1.1")
        session.subscribe("news")
        session.subscribe("private-encrypted-a")
        session.wait(.seconds(10))
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        let lost = session.time
        session.wait(.seconds(4))
        session.establish(socketID: "1.2", attempt: 1, from: .connecting)
        let back = session.time
        let names = [Self.news, ChannelName(wire: "private-encrypted-a")]
        for name in names { session.add(.subscriptionChanged(name, .subscribed)) }
        session.add(
            .gap(
                ConnectionGap(
                    lastReceived: lost, lossNoticed: lost, reconnected: back,
                    channels: names.map { ConnectionGap.Channel(name: $0, subscribedAgain: back) }))
        )
        _ = state.handle(.client(session.events))
        return (state, lost, back)
    }

    private static func questions(_ effects: [Effect]) -> [HistoryQuestion] {
        effects.compactMap {
            if case .history(let question)? = $0.request(APIRequest.self) { question } else { nil }
        }
    }

    @Test("once, two seconds after the gap, for a little more than its time")
    func asked() throws {
        var (state, lost, back) = Self.session()
        #expect(Self.questions(state.handle(.tick(back.advanced(by: .seconds(1))))).isEmpty)
        let questions = Self.questions(state.handle(.tick(back.advanced(by: .seconds(2)))))
        let question = try #require(questions.first)
        #expect(questions.count == 1)
        #expect(question.gap == 1 && question.channels == [Self.news])
        #expect(!question.isOfAllChannels)
        #expect(question.start == lost.advanced(by: .seconds(-2)))
        #expect(question.end == back.advanced(by: .seconds(1)))
        #expect(Self.questions(state.handle(.tick(back.advanced(by: .seconds(9))))).isEmpty)
    }

    @Test("not without a log that has everything")
    func skipped() {
        var (state, _, back) = Self.session()
        var session = RecordedEvents()
        session.add(.skipped(SkippedEvents(events: 3, folded: 0)))
        _ = state.handle(.client(session.events))
        #expect(Self.questions(state.handle(.tick(back.advanced(by: .seconds(3))))).isEmpty)
    }

    @Test("a server without history is asked once, and nothing is said")
    func refused() throws {
        var questions = HistoryQuestions()
        questions.failed(APIFailure(.refused, "404"))
        var (state, _, back) = Self.session()
        let gap = try #require(state.connection.record.gaps.latest)
        #expect(questions.due(gap, at: back.advanced(by: .seconds(9))) == nil)
        let asked = Self.questions(state.handle(.tick(back.advanced(by: .seconds(2)))))
        let question = try #require(asked.first)
        let failed = APIReport(
            .history(question), .failed(APIFailure(.refused, "404")), sent: back, answered: back)
        _ = state.handle(.service(.api(failed)))
        #expect(state.notice == nil)
    }
}
