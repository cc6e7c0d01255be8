import BuoyTestBasics
import NIOPosix
import Synchronization
import Testing

@testable import ChannelsTransport

/// How names become connections.
@Suite(.inTurn)
struct DialerTests {
    private static func connector(_ resolver: ScriptedResolver) -> NIOWebSocketConnector {
        NIOWebSocketConnector(
            Dialer(group: MultiThreadedEventLoopGroup.singleton, resolver: resolver))
    }

    private static let endpoint = WebSocketEndpoint(
        HTTPOrigin(host: "name.test", port: 1), target: "/")

    @Test("IPv4 does not wait for an IPv6 that swallows everything")
    func happyEyeballs() async throws {
        let server = try await NIOServer.loopback()
        let hole = try #require(BlackHole())
        let resolver = try ScriptedResolver(
            v6: [("::1", hole.port)], v4: [("127.0.0.1", server.port)])
        let phases = Mutex<[(ConnectPhase, ContinuousClock.Instant)]>([])
        let connection = try await Self.connector(resolver).connect(to: Self.endpoint) { phase in
            phases.withLock { $0.append((phase, .now)) }
        }
        let seen = phases.withLock { $0 }
        #expect(
            seen.map(\.0) == [
                .resolving, .connecting("[::1]:\(hole.port)"),
                .connecting("127.0.0.1:\(server.port)"), .upgrading,
            ])
        #expect(connection.details.remoteAddress == "127.0.0.1:\(server.port)")
        // A quarter of a second as RFC 8305 recommends, and time for a machine that is busy. The
        // IPv6 would take minutes.
        let first = try #require(seen.first?.1)
        let last = try #require(seen.last?.1)
        #expect(last - first >= .milliseconds(200))
        #expect(last - first < .seconds(30))
        await server.close()
    }

    @Test("IPv6 is tried first, and IPv4 at once when it fails")
    func refusedIPv6() async throws {
        let server = try await NIOServer.loopback()
        let resolver = try ScriptedResolver(v6: [("::1", 1)], v4: [("127.0.0.1", server.port)])
        let phases = Mutex<[ConnectPhase]>([])
        let connection = try await Self.connector(resolver).connect(to: Self.endpoint) { phase in
            phases.withLock { $0.append(phase) }
        }
        #expect(
            phases.withLock { $0 }.dropFirst().dropLast() == [
                .connecting("[::1]:1"), .connecting("127.0.0.1:\(server.port)"),
            ])
        #expect(connection.details.remoteAddress == "127.0.0.1:\(server.port)")
        await server.close()
    }

    @Test("when all addresses fail, all are named")
    func allRefused() async throws {
        let resolver = try ScriptedResolver(v6: [("::1", 1)], v4: [("127.0.0.1", 1)])
        await #expect(
            throws: TransportError.connectFailed(
                address: "[::1]:1, 127.0.0.1:1", cause: "Connection refused",
                isRefused: true)
        ) { _ = try await Self.connector(resolver).connect(to: Self.endpoint) { _ in } }
    }

    @Test("each attempt asks for the name again, and goes where it leads now")
    func resolvedAnew() async throws {
        let old = try await NIOServer.loopback()
        let new = try await NIOServer.loopback()
        let resolver = try ScriptedResolver(v4: [("127.0.0.1", old.port)])
        let connector = Self.connector(resolver)
        let first = try await connector.connect(to: Self.endpoint) { _ in }
        #expect(first.details.remoteAddress == "127.0.0.1:\(old.port)")
        try resolver.answer(v4: [("127.0.0.1", new.port)])
        let second = try await connector.connect(to: Self.endpoint) { _ in }
        #expect(second.details.remoteAddress == "127.0.0.1:\(new.port)")
        #expect(resolver.queries == ["name.test", "name.test"])
        await old.close()
        await new.close()
    }

    @Test("with a proxy, only the proxy's name is asked for")
    func proxyName() async throws {
        let server = try await NIOServer.loopback()
        let proxy = try await ScriptedProxy.socks(to: server.port)
        let resolver = try ScriptedResolver(v4: [("127.0.0.1", proxy.port)])
        var endpoint = Self.endpoint
        endpoint.origin.proxy = ProxySettings(kind: .socks5, host: "proxy.test", port: 1)
        let connection = try await Self.connector(resolver).connect(to: endpoint) { _ in }
        #expect(connection.details.proxy == "socks5://proxy.test:1")
        #expect(connection.details.remoteAddress == "127.0.0.1:\(proxy.port)")
        #expect(resolver.queries == ["proxy.test"])
        await server.close()
    }

    @Test("an attempt that is cancelled does not wait for a resolver that hangs")
    func hangingResolver() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let resolver = try ScriptedResolver { arrival.finish() }
        let task = Task { () -> TransportError? in
            do throws(TransportError) {
                _ = try await Self.connector(resolver).connect(to: Self.endpoint) { _ in }
                return nil
            } catch {
                return error
            }
        }
        for await _ in arrivals {}
        task.cancel()
        #expect(await task.value == .cancelled)
        resolver.giveUp()
    }
}
