import BuoyTestBasics
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct NIOWebSocketConnectorTests {
    /// Where a peer lets a connection die.
    enum Phase: String, CaseIterable, Sendable {
        case refused
        case silent
        case halfHeaders
        case silentTLS
        case resetAfterRequest
        case resetAfterOpen
        case endAfterOpen
    }

    @Test(
        "a connection that dies leaves nothing behind, in whatever phase", arguments: Phase.allCases
    )
    func nothingLeaks(_ phase: Phase) async throws {
        let server = RawServer { Self.play(phase, on: $0) }
        let port = phase == .refused ? 1 : server.port
        let tls = phase == .silentTLS ? TLSClientSettings() : nil
        await Self.attempt(phase, port: port, tls: tls)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { await Self.attempt(phase, port: port, tls: tls) }
            }
        }
        try await eventually { Self.connections(to: port) == 0 }
    }

    @Test("cancelling ends the attempt at once and closes its socket", arguments: [true, false])
    func cancellation(isSecure: Bool) async {
        await expectCancellation { port, isWaiting throws(TransportError) in
            let endpoint = WebSocketEndpoint(
                HTTPOrigin(
                    host: "127.0.0.1", port: port, tls: isSecure ? TLSClientSettings() : nil),
                target: "/")
            _ = try await NIOWebSocketConnector().connect(to: endpoint) { phase in
                if phase == .upgrading || phase == .securing { isWaiting() }
            }
        }
    }

    @Test("a task that is cancelled before it connects opens nothing")
    func cancelledBefore() async {
        let task = Task { () -> TransportError? in
            while !Task.isCancelled { await Task.yield() }
            do throws(TransportError) {
                _ = try await connect(port: 1)
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("a name that does not exist is told as such")
    func unknownName() async {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "no-such-host.invalid", port: 1), target: "/")
        do {
            _ = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
            Issue.record("connected")
        } catch {
            guard case .nameNotResolved("no-such-host.invalid", "unknown host name") = error
            else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("localhost is found by name, and each phase is told once")
    func phases() async throws {
        let server = try await NIOServer.loopback()
        let phases = Mutex<[ConnectPhase]>([])
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "localhost", port: server.port), target: "/")
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { phase in
            phases.withLock { $0.append(phase) }
        }
        let seen = phases.withLock { $0 }
        #expect(seen.first == .resolving)
        #expect(seen.last == .upgrading)
        #expect(seen.contains(.connecting("127.0.0.1:\(server.port)")))
        #expect(connection.details.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(connection.details.tlsVersion == nil)
        await server.close()
    }

    @Test(
        "what the server calls its software is known",
        arguments: [("X-Powered-By: Laravel Reverb\r\n", "Laravel Reverb"), ("", nil)])
    func software(header: String, name: String?) async throws {
        let server = RawServer { $0.acceptUpgrade(extra: header) }
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: server.port), target: "/")
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
        #expect(connection.details.software == name)
        await connection.close(code: nil, reason: "", timeLimit: .zero)
    }

    private static func play(_ phase: Phase, on socket: RawSocket) {
        switch phase {
        case .refused: break
        case .silent, .silentTLS: _ = socket.waitForEnd()
        case .halfHeaders:
            socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgra")
            _ = socket.waitForEnd()
        case .resetAfterRequest:
            _ = socket.readUpgradeAccept()
            socket.resetOnClose()
        case .resetAfterOpen:
            socket.acceptUpgrade(followedBy: [0x81, 0x01, 0x61])
            socket.resetOnClose()
        case .endAfterOpen:
            socket.acceptUpgrade()
        }
    }

    /// Connects, waits for the end, and gives up on a peer that is silent.
    private static func attempt(_ phase: Phase, port: Int, tls: TLSClientSettings?) async {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: port, tls: tls), target: "/app/key")
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let task = Task {
            defer { arrival.finish() }
            let connection = try? await NIOWebSocketConnector().connect(to: endpoint) { phase in
                if phase == .upgrading || phase == .securing { arrival.finish() }
            }
            _ = await connection?.receiveClosure()
        }
        for await _ in arrivals {}
        if [.silent, .halfHeaders, .silentTLS].contains(phase) { task.cancel() }
        await task.value
    }

    /// How many descriptors of this process are sockets connected to this port of 127.0.0.1.
    static func connections(to port: Int) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.count { descriptor in
            // A `sockaddr_in`: the family, and the port in network order.
            var address = [UInt8](repeating: 0, count: 128)
            var length = socklen_t(address.count)
            let isConnected = address.withUnsafeMutableBytes { bytes in
                let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
                return place.map { getpeername(descriptor, $0, &length) == 0 } == true
            }
            return isConnected && address[0] == UInt8(AF_INET)
                && Int(address[2]) << 8 | Int(address[3]) == port
        }
    }
}
