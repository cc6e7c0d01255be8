import BuoyTestBasics
import Synchronization
import Testing

@testable import ChannelsTransport

/// Both seams through proxies of all kinds, on loopback.
@Suite(.inTurn)
struct ProxyTunnelTests {
    private static let login = ProxySettings.Credentials(user: "me", password: "secret")

    private static func connect(
        _ port: Int, through proxy: ProxySettings, tls: TLSClientSettings? = nil,
        progress: @escaping @Sendable (ConnectPhase) -> Void = { _ in }
    ) async throws(TransportError) -> any WebSocketConnection {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: port, tls: tls, proxy: proxy), target: "/app/key")
        return try await NIOWebSocketConnector().connect(to: endpoint, progress: progress)
    }

    private static func failure(
        _ port: Int, through proxy: ProxySettings, tls: TLSClientSettings? = nil
    ) async -> TransportError? {
        do throws(TransportError) {
            _ = try await Self.connect(port, through: proxy, tls: tls)
            return nil
        } catch {
            return error
        }
    }

    /// Sends a large text there and back.
    private static func expectEcho(_ connection: any WebSocketConnection) async throws {
        let text = [UInt8](repeating: 0x61, count: 300_000)
        try connection.send([text])
        #expect(await connection.receive(count: 1) == [.text(text)])
        await connection.close(code: 1000, reason: "", timeLimit: .seconds(30))
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 1000, closedByUs: true))
    }

    @Test("a WebSocket goes through an HTTP proxy, which is told in its details")
    func throughHTTP() async throws {
        let server = try await NIOServer.loopback()
        let proxy = try await ScriptedProxy.http(to: server.port)
        let settings = proxy.settings(.http, credentials: Self.login)
        let phases = Mutex<[ConnectPhase]>([])
        let connection = try await Self.connect(server.port, through: settings) { phase in
            phases.withLock { $0.append(phase) }
        }
        #expect(
            connection.details
                == ConnectionDetails(
                    remoteAddress: "127.0.0.1:\(proxy.port)",
                    proxy: "http://127.0.0.1:\(proxy.port)", localAddress: "127.0.0.1"))
        #expect(
            phases.withLock { $0 } == [
                .resolving, .connecting("127.0.0.1:\(proxy.port)"), .tunnelling(settings.address),
                .upgrading,
            ])
        #expect(proxy.heard.count == 1)
        #expect(proxy.heard.first?.hasPrefix("CONNECT 127.0.0.1:\(server.port) ") == true)
        #expect(
            proxy.heard.first?.contains("\r\nProxy-Authorization: Basic bWU6c2VjcmV0\r\n") == true)
        try await Self.expectEcho(connection)
        await server.close()
    }

    @Test("a WebSocket goes through a SOCKS proxy, with a login and without")
    func throughSOCKS() async throws {
        let server = try await NIOServer.loopback()
        let open = try await ScriptedProxy.socks(to: server.port)
        try await Self.expectEcho(Self.connect(server.port, through: open.settings(.socks5)))
        let message = [1, 2] + Array("me".utf8) + [6] + Array("secret".utf8)
        let locked = try await ScriptedProxy.socks(login: message, to: server.port)
        let settings = locked.settings(.socks5, credentials: Self.login)
        let connection = try await Self.connect(server.port, through: settings)
        #expect(connection.details.proxy == "socks5://127.0.0.1:\(locked.port)")
        try await Self.expectEcho(connection)
        #expect(locked.heardBytes.count == 3)
        await server.close()
    }

    @Test(
        "the proxy, not this machine, resolves the name",
        arguments: [ProxySettings.Kind.http, .socks5])
    func nameGoesToProxy(_ kind: ProxySettings.Kind) async throws {
        let server = try await NIOServer.loopback()
        let proxy =
            kind == .http
            ? try await ScriptedProxy.http(to: server.port)
            : try await ScriptedProxy.socks(to: server.port)
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "no-such-host.invalid", port: 1, proxy: proxy.settings(kind)),
            target: "/")
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
        try await Self.expectEcho(connection)
        #expect(proxy.heard.last?.contains("no-such-host.invalid") == true)
        await server.close()
    }

    @Test("requests go through proxies too", arguments: [ProxySettings.Kind.http, .socks5])
    func requests(_ kind: ProxySettings.Kind) async throws {
        let server = try await NIOServer.loopback()
        let proxy =
            kind == .http
            ? try await ScriptedProxy.http(to: server.port)
            : try await ScriptedProxy.socks(to: server.port)
        let origin = HTTPOrigin(
            host: "127.0.0.1", port: server.port, proxy: proxy.settings(kind))
        let response = try await NIOHTTPRequester().send(
            HTTPRequest(method: "POST", origin: origin, target: "/x", body: [0x61]),
            timeLimit: .seconds(30), bodyLimit: 100)
        #expect(response.body == Array("POST /x a".utf8))
        #expect(!proxy.heard.isEmpty)
        await server.close()
    }

    @Test(
        "bytes behind the proxy's answer, in the same packet, belong to the tunnel",
        arguments: [ProxySettings.Kind.http, .socks5])
    func firstBytes(_ kind: ProxySettings.Kind) async throws {
        // Answers the request of the tunnel before it is asked.
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly".utf8)
        let proxy = try await ScriptedProxy { heard, move in
            if kind == .http {
                guard heard.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return .wait }
                return .say(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + answer)
            }
            return .say(move == 0 ? [5, 0] : [5, 0, 0, 1, 0, 0, 0, 0, 0, 0] + answer)
        }
        let origin = HTTPOrigin(host: "ws.test", port: 1, proxy: proxy.settings(kind))
        let response = try await NIOHTTPRequester().send(
            HTTPRequest(method: "GET", origin: origin, target: "/"), timeLimit: .seconds(30),
            bodyLimit: 100)
        #expect(response.body == Array("early".utf8))
    }

    @Test("what a proxy refuses is its own failure, not the server's")
    func refusals() async throws {
        let login = try await ScriptedProxy.http(
            "HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n", to: 1)
        let forbidden = try await ScriptedProxy.http("HTTP/1.1 403 No\r\n\r\n", to: 1)
        let silent = try await ScriptedProxy { _, _ in .end([]) }
        let socks = try await ScriptedProxy.socks(reply: 5, to: 1)
        let table: [(ProxySettings, Int?, Bool, String)] = [
            (login.settings(.http), 407, true, "407 Who are you"),
            (forbidden.settings(.http), 403, false, "403 No"),
            (silent.settings(.http), nil, false, "closed the connection"),
            (silent.settings(.socks5), nil, false, "closed the connection"),
            (socks.settings(.socks5), nil, false, "refused its connection"),
            (socks.settings(.http), nil, false, "invalid response"),
            (silent.settings(.https), nil, false, "TLS failed"),
            (
                ProxySettings(kind: .http, host: "127.0.0.1", port: Nowhere.port), nil, false,
                "127.0.0.1:\(Nowhere.port): "
            ),
            (
                ProxySettings(kind: .http, host: "no-such-host.invalid", port: 1), nil, false,
                "could not be resolved: unknown host name"
            ),
        ]
        for (settings, status, isLogin, words) in table {
            guard case .proxyFailed(let failure) = await Self.failure(1, through: settings) else {
                Issue.record("\(settings)")
                continue
            }
            #expect(failure.proxy == settings.address)
            #expect(failure.status == status)
            #expect(failure.isLogin == isLogin)
            #expect(failure.reason.contains(words), "\(failure)")
        }
    }

    @Test("what the server does behind the tunnel is the server's")
    func serverFailures() async throws {
        let server = try await NIOServer.loopback(
            TestHandler(decide: { _ in .refuse(HTTPResponse(status: 404)) }))
        let proxy = try await ScriptedProxy.http(to: server.port)
        let settings = proxy.settings(.http)
        let refused = await Self.failure(server.port, through: settings)
        guard case .upgradeRefused(let refusal) = refused, refusal.status == 404 else {
            Issue.record("\(String(describing: refused))")
            return
        }
        let broken = await Self.failure(
            server.port, through: settings, tls: TLSClientSettings())
        guard case .tlsFailed = broken else {
            Issue.record("\(String(describing: broken))")
            return
        }
        await server.close()
    }

    @Test("a proxy that stays silent is named when the time is up")
    func silence() async throws {
        let proxy = try await ScriptedProxy { _, _ in .wait }
        let origin = HTTPOrigin(host: "ws.test", port: 1, proxy: proxy.settings(.http))
        let timeUp = TransportError.timedOut(
            phase: "waiting for the proxy http://127.0.0.1:\(proxy.port)")
        let error = await withGrowingLimit(until: { $0 == timeUp }) { limit in
            await #expect(throws: TransportError.self) {
                try await NIOHTTPRequester().send(
                    HTTPRequest(method: "GET", origin: origin, target: "/"), timeLimit: limit,
                    bodyLimit: 100)
            }
        }
        #expect(error == timeUp)
    }

    @Test("cancelling while a proxy is waited for ends the connection to it")
    func cancellation() async {
        await expectCancellation { port, isWaiting throws(TransportError) in
            let settings = ProxySettings(kind: .socks5, host: "127.0.0.1", port: port)
            _ = try await Self.connect(1, through: settings) { phase in
                if phase == .tunnelling(settings.address) { isWaiting() }
            }
        }
    }

    @Test("settings that invalid response are told before anything is opened")
    func badSettings() async {
        let colon = ProxySettings.Credentials(user: "a:b", password: "")
        for settings in [
            ProxySettings(kind: .http, host: "127.0.0.1", port: 1, credentials: colon),
            ProxySettings(kind: .http, host: "127.0.0.1", port: 0),
            ProxySettings(kind: .socks5, host: "127.0.0.1", port: 65_536),
            ProxySettings(kind: .socks5, host: "a b", port: 1),
        ] {
            guard case .proxySettings = await Self.failure(1, through: settings) else {
                Issue.record("tried \(settings)")
                continue
            }
        }
    }
}
