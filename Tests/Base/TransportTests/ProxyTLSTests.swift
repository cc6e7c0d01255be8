import BuoyTestBasics
import Testing

@testable import ChannelsTransport

/// TLS on one or both legs of the way.
@Suite(.inTurn)
struct ProxyTLSTests {
    private static func connect(
        _ server: NIOServer, through proxy: ProxySettings, tls: TLSClientSettings?
    ) async throws(TransportError) -> any WebSocketConnection {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: server.port, tls: tls, proxy: proxy), target: "/")
        return try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
    }

    @Test(
        "the version of TLS that is told is the server's, whatever the proxy speaks",
        arguments: [ProxySettings.Kind.http, .https, .socks5], [false, true])
    func legs(_ kind: ProxySettings.Kind, isSecure: Bool) async throws {
        let certificates = Certificates.shared
        let trust = TLSClientSettings(trustRootsFile: certificates.root)
        let context = try TLSContext(certificates.server("ip-san"))
        let server = try await NIOServer.loopback(context: isSecure ? context : nil)
        let proxy =
            kind == .socks5
            ? try await ScriptedProxy.socks(to: server.port)
            : try await ScriptedProxy.http(
                to: server.port, context: kind == .https ? context : nil)
        let connection = try await Self.connect(
            server, through: proxy.settings(kind, tls: trust), tls: isSecure ? trust : nil)
        #expect(connection.details.tlsVersion == (isSecure ? "TLSv1.3" : nil))
        #expect(connection.details.remoteAddress == "127.0.0.1:\(proxy.port)")
        let text = [UInt8](repeating: 0x61, count: 300_000)
        try connection.send([text])
        #expect(await connection.receive(count: 1) == [.text(text)])
        await connection.close(code: 1000, reason: "", timeLimit: .seconds(30))
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 1000, closedByUs: true))
        await server.close()
    }

    @Test("a certificate of the proxy that is not trusted is the proxy's failure")
    func untrustedProxy() async throws {
        let certificates = Certificates.shared
        let server = try await NIOServer.loopback()
        let proxy = try await ScriptedProxy.http(
            to: server.port, context: TLSContext(certificates.server("ip-san")))
        do {
            _ = try await Self.connect(server, through: proxy.settings(.https), tls: nil)
            Issue.record("connected")
        } catch {
            guard case .proxyFailed(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(failure.reason.hasPrefix("TLS failed: "))
        }
        #expect(proxy.heard.isEmpty)
        await server.close()
    }

    @Test("a proxy cannot pass the end of its own TLS off as the end of the server's answer")
    func proxyCannotCut() async throws {
        let certificates = Certificates.shared
        let trust = TLSClientSettings(trustRootsFile: certificates.root)
        let context = try TLSContext(certificates.server("ip-san"))
        // Half an answer, then the end of TCP; the proxy ends its TLS with the client orderly.
        let server = RawServer { TLSTests.answer($0, context, with: TLSTests.halfAnAnswer) }
        let proxy = try await ScriptedProxy.http(to: server.port, context: context)
        let origin = HTTPOrigin(
            host: "127.0.0.1", port: server.port, tls: trust,
            proxy: proxy.settings(.https, tls: trust))
        await TLSTests.expectCut(origin)
    }
}
