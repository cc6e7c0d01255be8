import BuoyDashboard
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyProxy

@Suite("TLS at both sides of a proxy", .inTurn)
struct SecureProxyTests {
    @Test("messages and the close code pass in order, both ways")
    func passes() async throws {
        let bench = try await ProxyBench.echo(usesTLS: true)
        #expect(try await bench.passMessages().code == 4200)
        #expect(bench.host.requests.all.first?.header("Host") == "127.0.0.1:\(bench.server.port)")
        #expect(await bench.proxy.takeNews().failedHandshakes == [])
        await bench.close()
    }

    @Test("a server whose certificate is not trusted is unreachable, and who watches learns why")
    func untrustedServer() async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, tls: ProxyBench.served,
            handler: ScriptedHost { _ = await $0.end() })
        let text = try await Self.failure(
            .init(host: "127.0.0.1", port: server.port, tls: TLSClientSettings()))
        #expect(text.contains("self-signed"), "\(text)")
        #expect(text.contains("--ca-file"), "\(text)")
        await server.close()
    }

    @Test("a server without TLS is told apart")
    func plainServer() async throws {
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, handler: ScriptedHost { _ = await $0.end() })
        let text = try await Self.failure(
            .init(host: "127.0.0.1", port: server.port, tls: TLSClientSettings()))
        #expect(text.contains("write ws://"), "\(text)")
        await server.close()
    }

    /// What is told of a server that cannot be reached; the client is reset.
    private static func failure(_ upstream: HTTPOrigin) async throws -> String {
        let proxy = try await ChannelsProxy.listen(ProxyOptions(port: 0, upstream: upstream))
        await #expect(throws: TransportError.self) {
            _ = try await NIOWebSocketConnector().connect(
                to: WebSocketEndpoint(
                    HTTPOrigin(host: "127.0.0.1", port: proxy.port), target: "/app/key")
            ) { _ in }
        }
        let events = await proxy.takeNews().reports.flatMap(\.events)
        await proxy.close()
        return events.lazy.compactMap { event in
            guard case .attemptFailed(_, let end, _) = event.kind, let failure = end.failure else {
                return nil
            }
            return failure.text
        }.first ?? ""
    }

    @Test(
        "a client that does not trust the proxy's certificate, or uses no TLS, is told of",
        arguments: [
            (TLSClientSettings() as TLSClientSettings?, "Make the client trust the certificate"),
            (nil, "must use TLS"),
        ])
    func refusedClient(tls: TLSClientSettings?, advice: String) async throws {
        let bench = try await ProxyBench(usesTLS: true) { _ = await $0.end() }
        await #expect(throws: TransportError.self) {
            _ = try await NIOWebSocketConnector().connect(
                to: WebSocketEndpoint(
                    HTTPOrigin(host: "127.0.0.1", port: bench.proxy.port, tls: tls),
                    target: "/app/key")
            ) { _ in }
        }
        var failed: [FailedHandshake] = []
        for await _ in bench.proxy.wakeups {
            failed = await bench.proxy.takeNews().failedHandshakes
            if !failed.isEmpty { break }
        }
        #expect(failed.count == 1)
        let sentence = failed.first?.sentence ?? ""
        #expect(sentence.hasPrefix("127.0.0.1:"), "\(sentence)")
        #expect(sentence.contains(advice), "\(sentence)")
        await bench.close()
    }
}
