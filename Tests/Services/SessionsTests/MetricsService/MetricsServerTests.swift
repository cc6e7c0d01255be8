import ArgumentParser
import BuoyTestBasics
import Channels
import ChannelsMeasurements
import ChannelsTesting
import Testing

@testable import BuoyServers
@testable import BuoySessions
@testable import ChannelsTransport

@Suite("Metrics over HTTP", .inTurn)
struct MetricsServerTests {
    private static let gauge = MetricFamily("a", .gauge, labels: ["name"], help: "A.")

    private static let address = MetricsAddress(address: "127.0.0.1", port: 0)

    private static func serve() async throws -> ServedMetrics {
        try await self.address.serve { [Measurement(Self.gauge, ["b"], .set(2))] }
    }

    /// The answer of whoever listens at a URL.
    private static func get(
        _ url: String, method: String = "GET", path: String = "/metrics",
        headers: [HTTPHeader] = []
    ) async throws -> HTTPResponse {
        let place = try #require(url.firstMatch(of: /http:\/\/([0-9.]+):([0-9]+)\//))
        let origin = HTTPOrigin(
            host: String(place.1), port: try #require(Int(place.2)), tls: nil)
        return try await NIOHTTPRequester().send(
            HTTPRequest(method: method, origin: origin, target: path, headers: headers),
            timeLimit: .seconds(10), bodyLimit: 1 << 20)
    }

    private static func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test("a scrape has the values and those of the process, in the format that is accepted")
    func scrape() async throws {
        let served = try await Self.serve()
        let response = try await Self.get(served.url)
        #expect(response.status == 200)
        #expect(
            response.header("Content-Type")
                == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        let text = Self.text(response)
        #expect(text.hasPrefix("# TYPE a gauge\n# HELP a A.\na{name=\"b\"} 2\n"))
        #expect(text.contains("\nprocess_open_fds ") && text.hasSuffix("\n# EOF\n"))
        let plain = try await Self.get(
            served.url, headers: [HTTPHeader("Accept", "text/plain")])
        #expect(plain.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        #expect(!Self.text(plain).contains("# EOF"))
        await served.stop()
    }

    @Test("nothing else is served, and no web page may read it")
    func refusals() async throws {
        let served = try await Self.serve()
        for path in ["/", "/metrics/a", "/debug/pprof", "/Metrics"] {
            let response = try await Self.get(served.url, path: path)
            #expect(response.status == 404)
            #expect(Self.text(response) == "Not found: \(path)\n")
        }
        let post = try await Self.get(served.url, method: "POST")
        #expect(post.status == 405)
        #expect(post.header("Allow") == "GET")
        let page = try await Self.get(
            served.url, headers: [HTTPHeader("Origin", "http://evil.test")])
        #expect(page.status == 403)
        #expect(try await Self.get(served.url, path: "/metrics?x=1").status == 200)
        let health = try await Self.get(served.url, path: "/healthz")
        #expect(health.status == 200 && Self.text(health) == "ok\n")
        await served.stop()
    }

    @Test("a port that is taken is an error that says so")
    func takenPort() async throws {
        let served = try await Self.serve()
        let port = try #require(served.url.firstMatch(of: /:([0-9]+)\//).flatMap { Int($0.1) })
        let other = MetricsAddress(address: "127.0.0.1", port: port)
        await #expect {
            _ = try await other.serve { [] }
        } throws: { error in
            "\(error)".contains("Metrics cannot be served")
                && "\(error)".contains("127.0.0.1:\(port)") && "\(error)".contains("failed")
        }
        await served.stop()
    }

    @Test("the values of a client are those of its reports, until it ends")
    func client() async throws {
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(appKey: "key", host: .host("example.test")))
        let served = try await Self.address.serve(client)
        async let measuring: Void = served.run()
        async let running: Void = client.run()
        let orders = try await client.subscribe("orders")
        var events = orders.events("created").makeAsyncIterator()
        await client.connect()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm()
        for number in 1...3 {
            connection.publish("created", on: "orders", data: EventData(#"{"id":\#(number)}"#))
            _ = await events.next()
        }
        let wanted = "channels_client_events_total{channel=\"orders\"} 3\n"
        var text = ""
        while !text.contains(wanted) {
            text = Self.text(try await Self.get(served.url))
            try Task.checkCancellation()
        }
        #expect(text.contains("channels_client_state{state=\"connected\"} 1\n"))
        #expect(text.contains("channels_client_event_data_bytes_total{channel=\"orders\"} 24\n"))
        #expect(text.contains("channels_client_subscribed_channels 1\n"))
        await client.stop()
        await running
        await measuring
        await #expect(throws: (any Error).self) { try await Self.get(served.url) }
    }

    @Test("a client that is measured pings, so that there are round trips")
    func pings() async throws {
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(appKey: "key", host: .host("example.test")))
        let feed = ClientMetricsFeed(client, pingInterval: .milliseconds(2))
        async let measuring: Void = feed.run()
        async let running: Void = client.run()
        await client.connect()
        // It answers pings by itself.
        _ = try await server.nextAttempt().establish()
        let name = "channels_client_round_trip_seconds_count"
        var count = 0
        while count < 2 {
            try Task.checkCancellation()
            await Task.yield()
            let lines = MetricText.text(of: feed.values, .openMetrics).split(separator: "\n")
            let line = lines.first { $0.hasPrefix(name) }
            count = line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        }
        await client.stop()
        await running
        await measuring
    }

    @Test(
        "the option is an address and a port",
        arguments: ["9464", "localhost", "example.org:1", "127.0.0.1:70000", "::1:1", ":1"])
    func wrongAddress(place: String) {
        #expect(throws: (any Error).self) { try MetricsArguments.parse(["--metrics", place]) }
    }

    @Test("addresses of both kinds can be named")
    func addresses() throws {
        let six = try MetricsArguments.parse(["--metrics", "[::1]:0"]).address()
        #expect(six == MetricsAddress(address: "::1", port: 0))
        let four = try MetricsArguments.parse(["--metrics", "0.0.0.0:9464"]).address()
        #expect(four == MetricsAddress(address: "0.0.0.0", port: 9464))
        #expect(try MetricsArguments.parse([]).address() == nil)
    }
}
