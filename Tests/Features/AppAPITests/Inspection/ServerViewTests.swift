import Analysis
import ChannelsProtocol
import Testing

@testable import AppAPI

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
