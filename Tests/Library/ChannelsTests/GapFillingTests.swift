import BuoyTestBasics
import ChannelsDiagnostics
import ChannelsHTTPAPI
import ChannelsTesting
import ChannelsTransport
import Synchronization
import Testing

@testable import Channels

/// A client loses its connection, and the events of the gap come from the server's history, whose
/// clock differs from the client's.
@Suite("Filling a gap from the server's history", .inTurn)
struct GapFillingTests {
    private static let channels = ["orders", "payments"]

    @Test(
        "ten of ten missed events are handled, and none twice",
        arguments: [-500, -1, 0, 1, 499, 500], [0, 250, 500, 999])
    func recovered(skew: Int, phase: Int) async throws {
        let scene = try GapScene(skew: .milliseconds(skew))
        scene.server.clock.advance(by: .milliseconds(phase))
        try await scene.play(Self.channels) { scene in
            var connection = try await scene.connect()
            try await scene.deliver(to: connection, 4)
            connection.lose()
            try await scene.server.clock.timer(of: .seconds(5))
            for _ in 0..<10 {
                scene.publish()
                scene.server.clock.advance(by: .milliseconds(500))
            }
            connection = try await scene.connect()
            try await scene.deliver(to: connection, 4)
        }
        #expect(scene.handled.sorted() == scene.published.sorted())
        #expect(scene.published.count == 18)
    }

    @Test("events with the same data, some received and some missed, are counted right")
    func equalEvents() async throws {
        let scene = try GapScene(skew: .milliseconds(300), isUniform: true)
        try await scene.play(Self.channels) { scene in
            var connection = try await scene.connect()
            try await scene.deliver(to: connection, 6)
            connection.lose()
            scene.publish()
            scene.publish()
            try await scene.server.clock.timer(of: .seconds(5))
            scene.server.clock.advance(by: .seconds(5))
            connection = try await scene.connect()
            try await scene.deliver(to: connection, 6)
        }
        #expect(scene.handled.count == 14)
    }
}

/// A scripted connection, and a history that keeps what is published.
private final class GapScene: Sendable {
    let server = ScriptedServer()
    private let history: HistorySender
    private let client: ChannelsClient
    private let api: ChannelsAPI
    private let isUniform: Bool
    private let names = Mutex<[String]>([])
    private let log = Mutex<(published: [String], handled: [String])>(([], []))

    init(skew: Duration, isUniform: Bool = false) throws {
        let clock = self.server.clock
        self.history = HistorySender { clock.now().advanced(by: skew) }
        self.isUniform = isUniform
        self.client = try self.server.client(
            ChannelsOptions(appKey: "key", host: .cluster("eu"), policy: .fixed(.seconds(5))))
        var options = ChannelsAPIOptions(
            appID: "3", appKey: "key", secret: AppSecret("secret"), host: .host("api.test"))
        options.route.proxy = .none
        self.api = try ChannelsAPI(
            options, sender: self.history,
            wallClock: { Double(clock.now().wallMicroseconds) / 1e6 })
    }

    var published: [String] { self.log.withLock { $0.published } }
    var handled: [String] { self.log.withLock { $0.handled } }

    func play(
        _ channels: [String], _ scene: (GapScene) async throws -> Void
    ) async throws {
        self.names.withLock { $0 = channels }
        for channel in channels { try await self.client.subscribe(channel) }
        let reports = self.client.reports.pausingReading()
        let following = Task {
            try await Guide.follow(reports, self.api) { channel, _, data in
                self.log.withLock { $0.handled.append("\(channel) \(data)") }
            }
        }
        try await self.client.run {
            try await scene(self)
            try await self.server.delivered()
        }
        try await following.value
    }

    func connect() async throws -> ScriptedConnection {
        let connection = try await self.server.nextAttempt().establish()
        for _ in self.names.withLock({ $0 }) {
            try await connection.nextSubscription().confirm()
        }
        try await self.server.delivered()
        return connection
    }

    /// Publishes events that a connection receives, one each 50 ms.
    func deliver(to connection: ScriptedConnection, _ count: Int) async throws {
        for _ in 0..<count {
            let event = self.publish()
            connection.publish("e", on: event.channel, data: EventData(event.data))
            try await self.server.delivered()
            self.server.clock.advance(by: .milliseconds(50))
        }
    }

    /// Publishes an event on the next channel; if nothing is connected, it is missed.
    @discardableResult
    func publish() -> (channel: String, data: String) {
        let number = self.published.count
        let channels = self.names.withLock { $0 }
        let channel = channels[number % channels.count]
        let data = self.isUniform ? "same" : "\(number)"
        self.log.withLock { $0.published.append("\(channel) \(data)") }
        self.history.add(channel, data)
        return (channel, data)
    }
}

/// Answers the requests of a history as sockudo does, in pages of three that overlap by one.
private final class HistorySender: HTTPSender {
    private struct Item {
        let channel: String
        let data: String
        let serial: Int
        let milliseconds: Int64
    }

    private let now: @Sendable () -> ChannelsTimestamp
    private let items = Mutex<[Item]>([])

    init(now: @escaping @Sendable () -> ChannelsTimestamp) { self.now = now }

    func add(_ channel: String, _ data: String) {
        let time = self.now().wallMicroseconds / 1000
        self.items.withLock {
            $0.append(Item(channel: channel, data: data, serial: $0.count, milliseconds: time))
        }
    }

    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse {
        let seconds = self.now().wallMicroseconds / 1_000_000
        let date = HTTPHeader("Date", HTTPDate.text(unixTime: seconds))
        let parts = request.target.split(separator: "?")
        let path = parts[0].split(separator: "/")
        guard path.last == "history", let query = parts.last else {
            return HTTPResponse(
                status: 200, headers: [date], body: Array(#"{"occupied":true}"#.utf8))
        }
        var values: [Substring: Int64] = [:]
        for parameter in query.split(separator: "&") {
            let pair = parameter.split(separator: "=")
            if pair.count == 2 { values[pair[0]] = Int64(pair[1]) }
        }
        let (start, end) = (values["start_time_ms"] ?? 0, values["end_time_ms"] ?? 0)
        let found = self.items.withLock { items in
            items.filter { $0.channel == path[path.count - 2] }
                .filter { start...end ~= $0.milliseconds && $0.serial >= (values["cursor"] ?? 0) }
        }
        let page = found.prefix(3)
        let hasMore = found.count > page.count
        let text = page.map { item in
            """
            {"serial":\(item.serial),"published_at_ms":\(item.milliseconds),"event_name":"e",
            "message":{"event":"e","channel":"\(item.channel)","data":"\(item.data)"}}
            """
        }
        let next = hasMore ? "\"\(page.last?.serial ?? 0)\"" : "null"
        let body = """
            {"items":[\(text.joined(separator: ","))],"has_more":\(hasMore),"next_cursor":\(next)}
            """
        return HTTPResponse(status: 200, headers: [date], body: Array(body.utf8))
    }

}
