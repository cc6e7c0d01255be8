import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsTesting
import Dispatch
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// Options are checked when the client is made, and do what they say.
@Suite(.inTurn)
struct OptionTests {
    private static let base = ChannelsOptions(appKey: "key", host: .cluster("eu"))

    static let unusable: [(String, @Sendable (inout ChannelsOptions) -> Void)] = [
        ("cluster", { $0.route.host = .cluster("") }),
        ("cluster", { $0.route.host = .cluster("eu.x") }),
        ("host", { $0.route.host = .host("") }),
        ("clientEventLimit", { $0.clientEventLimit = -1 }),
        ("clientEventLimit", { $0.clientEventLimit = 0 }),
        ("maximumReconnectAttempts", { $0.maximumReconnectAttempts = -1 }),
        ("maximumReconnectDelay", { $0.maximumReconnectDelay = .seconds(-1) }),
        ("reconnectDelay", { $0.reconnectDelay = .seconds(-1) }),
        ("activityTimeout", { $0.activityTimeout = .zero }),
        ("proxy", { $0.route.proxy = .url("x") }), ("proxy", { $0.route.proxy = .url("ftp://x") }),
        ("trustRootsFile", { $0.route.trustRootsFile = "/no/such/file.pem" }),
        ("clientCertificateFile", { $0.route.clientCertificateFile = "/no/such/file.pem" }),
        ("Host", { $0.headers = ["Host": "x"] }),
        ("Sec-WebSocket-Key", { $0.headers = ["Sec-WebSocket-Key": "x"] }),
        ("Origin", { $0.origin = "a\r\nb: c" }), ("X Y", { $0.headers = ["X Y": "1"] }),
    ]

    @Test("an option that cannot be used is named", arguments: unusable)
    func refused(_ name: String, _ change: @Sendable (inout ChannelsOptions) -> Void) {
        var options = Self.base
        change(&options)
        let error = #expect(throws: ChannelsError.self) { try ChannelsClient(options) }
        #expect(error?.kind == .option)
        #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
    }

    @Test("none of them is wrong by itself")
    func usable() throws {
        var options = Self.base
        options.maximumReconnectAttempts = 0
        options.maximumReconnectDelay = .zero
        options.clientEventLimit = nil
        options.route.proxy = .url("socks5://127.0.0.1:1080")
        _ = try ChannelsClient(options)
    }

    @Test("the handshake has the origin and the headers")
    func headers() async throws {
        var options = Self.base
        options.origin = "https://shop.example"
        options.headers = ["X-Tenant": "7"]
        let server = ScriptedServer()
        let client = try server.client(options)
        async let running: Void = client.run()
        await client.connect()
        let attempt = try await server.nextAttempt()
        #expect(attempt.header("origin") == "https://shop.example")
        #expect(attempt.header("X-Tenant") == "7")
        #expect(attempt.header("X-Other") == nil)
        await client.stop()
        await running
    }

    /// Counts how often it is asked for an event loop.
    private final class CountingGroup: EventLoopGroup {
        let asked = Mutex(0)
        private let base: MultiThreadedEventLoopGroup

        init(_ base: MultiThreadedEventLoopGroup) { self.base = base }

        func next() -> any EventLoop {
            self.asked.withLock { $0 += 1 }
            return self.base.next()
        }

        func any() -> any EventLoop { self.next() }

        func makeIterator() -> EventLoopIterator { self.base.makeIterator() }

        func shutdownGracefully(
            queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void
        ) {
            self.base.shutdownGracefully(queue: queue, callback)
        }
    }

    @Test("the connection runs on the event loops of the options")
    func eventLoops() async throws {
        let group = CountingGroup(.singleton)
        var options = ChannelsOptions(
            appKey: "key", host: .host("127.0.0.1"), port: 1, usesTLS: false)
        options.eventLoopGroup = group
        options.route.proxy = .none
        let client = try ChannelsClient(options)
        let reports = client.reports
        async let running: Void = client.run()
        await client.connect()
        for await report in reports {
            if case .attemptFailed = report.kind { break }
        }
        #expect(group.asked.withLock { $0 } > 0)
        await client.stop()
        await running
    }
}
