import BuoyTestBasics
import Glibc
import Testing

@testable import ChannelsTransport

@Suite("A server that fails on purpose", .inTurn)
struct FailingServerTests {
    @Test("an aborted connection ends with a reset; one that is ended, with an end of file")
    func aborting() async throws {
        for isAborted in [true, false] {
            let handler = TestHandler(talk: { connection in
                _ = await connection.receive()
                if isAborted {
                    await connection.abort()
                } else {
                    await connection.close(code: nil, reason: "", timeLimit: .zero)
                }
            })
            let server = try await NIOServer.loopback(handler)
            let port = server.port
            let (bytes, error) = await onThread {
                let socket = RawSocket.upgraded(port: port)
                socket.write(Self.ping)
                let bytes = socket.readToEnd()
                return (bytes, errno)
            }
            // The pong went out before; a reset may overtake it.
            #expect(bytes == Self.pong || isAborted && bytes.isEmpty)
            #expect(error == (isAborted ? ECONNRESET : 0))
            await server.close()
        }
    }

    @Test("the end of what a peer sends is told apart from a reset", arguments: [true, false])
    func endInOrder(isReset: Bool) async throws {
        let handler = TestHandler(talk: { connection in
            try? connection.send([Array("x".utf8)])
            _ = await connection.receive()
            if isReset {
                await connection.abort()
            } else {
                await connection.close(code: nil, reason: "", timeLimit: .zero)
            }
        })
        let server = try await NIOServer.loopback(handler)
        let client = try await connect(port: server.port)
        #expect(await client.receive() == .messages([.text(Array("x".utf8))]))
        try client.send([Array("y".utf8)])
        let closure = await client.receiveClosure()
        #expect(closure.code == nil && closure.error != nil && !closure.closedByUs)
        #expect(closure.endedInOrder == !isReset)
        await server.close()
    }

    @Test("a reader of an aborted connection hears that this end closed it")
    func abortedReader() async throws {
        let (closures, closure) = AsyncStream<WebSocketClosure>.makeStream()
        let handler = TestHandler(talk: { connection in
            async let end = connection.receiveClosure()
            await connection.abort()
            closure.yield(await end)
        })
        let server = try await NIOServer.loopback(handler)
        let client = try await connect(port: server.port)
        #expect(await client.receiveClosure().error != nil)
        #expect(await closures.first { _ in true } == WebSocketClosure(closedByUs: true))
        await server.close()
    }

    @Test("a silent connection answers neither a ping nor a close frame, and sends nothing")
    func silence() async throws {
        let (silences, silent) = AsyncStream<Void>.makeStream()
        let handler = TestHandler(talk: { connection in
            await connection.stopResponding()
            try? connection.send([Array("x".utf8)])
            silent.yield()
            _ = await connection.receive()
        })
        let server = try await NIOServer.loopback(handler)
        let port = server.port
        let socket = await onThread { RawSocket.upgraded(port: port) }
        _ = await silences.first { _ in true }
        let (bytes, error) = await onThread {
            socket.waitNoLonger(than: .milliseconds(300))
            socket.write(Self.ping + Self.close)
            return (socket.read(), errno)
        }
        #expect(bytes.isEmpty)
        #expect(error == EAGAIN)
        await server.close()
    }

    @Test("a silent connection reads nothing: its peer can write only until the buffers are full")
    func silenceDoesNotRead() async throws {
        let (silences, silent) = AsyncStream<Void>.makeStream()
        let handler = TestHandler(talk: { connection in
            await connection.stopResponding()
            silent.yield()
            _ = await connection.receive()
        })
        let server = try await NIOServer.loopback(handler)
        let port = server.port
        let socket = await onThread { RawSocket.upgraded(port: port) }
        _ = await silences.first { _ in true }
        let isStuck = await onThread {
            socket.waitNoLonger(than: .milliseconds(300))
            let flood = [UInt8](repeating: 0, count: 1 << 20)
            for _ in 0..<64 where !socket.write(flood) { return errno == EAGAIN }
            return false
        }
        #expect(isStuck)
        await server.close()
    }

    @Test("a silent connection ends with its peer, and when it is closed: without a word")
    func endOfSilence() async throws {
        let (silences, silent) = AsyncStream<Void>.makeStream()
        let (ends, ended) = AsyncStream<Void>.makeStream()
        let handler = TestHandler(talk: { connection in
            await connection.stopResponding()
            silent.yield()
            if case .messages(let messages) = await connection.receive() {
                Issue.record("\(messages) came")
            }
            ended.yield()
        })
        let server = try await NIOServer.loopback(handler)
        let port = server.port
        var socket: RawSocket? = await onThread { RawSocket.upgraded(port: port) }
        _ = await silences.first { _ in true }
        socket?.write(Self.ping)
        socket = nil
        _ = await ends.first { _ in true }
        await server.close()
    }

    @Test("closing a silent connection ends TCP at once, and sends no close frame")
    func closingInSilence() async throws {
        let handler = TestHandler(talk: { connection in
            await connection.stopResponding()
            await connection.close(code: 1001, reason: "", timeLimit: .seconds(30))
        })
        let server = try await NIOServer.loopback(handler)
        let port = server.port
        let bytes = await onThread { RawSocket.upgraded(port: port).readToEnd() }
        #expect(bytes.isEmpty)
        await server.close()
    }

    @Test("a connection that is not wanted ends before HTTP")
    func ending() async throws {
        let server = try await NIOServer.loopback(TestHandler(decideToAccept: { .end }))
        let port = server.port
        let (bytes, isEnded) = await onThread {
            let socket = RawSocket.connect(port: port)
            return (socket.readToEnd(), errno == 0)
        }
        #expect(bytes.isEmpty)
        #expect(isEnded)
        await server.close()
    }

    @Test("a connection that is ignored stays open, is not answered, and ends with the server")
    func ignoring() async throws {
        let server = try await NIOServer.loopback(TestHandler(decideToAccept: { .ignore }))
        let port = server.port
        let (sockets, socket) = AsyncStream<RawSocket>.makeStream()
        let error = await onThread {
            let ignored = RawSocket.connect(port: port)
            socket.yield(ignored)
            ignored.waitNoLonger(than: .milliseconds(300))
            ignored.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return ignored.read().isEmpty ? errno : 0
        }
        #expect(error == EAGAIN)
        let ignored = try #require(await sockets.first { _ in true })
        await server.close()
        #expect(await onThread { ignored.waitForEnd() })
    }

    @Test("a client that is ignored and leaves is forgotten")
    func ignoredLeaving() async throws {
        let limits = ServerLimits(connections: 1, webSocket: WebSocketLimits())
        let server = try await NIOServer.loopback(
            TestHandler(decideToAccept: { .ignore }), limits: limits)
        let port = server.port
        // Only one at a time is let in: the others are ended until the first is forgotten.
        let isForgotten = await onThread {
            _ = RawSocket.connect(port: port).write("GET / HTTP/1.1\r\n")
            for _ in 0..<500 {
                let next = RawSocket.connect(port: port)
                next.waitNoLonger(than: .milliseconds(50))
                if next.read().isEmpty, errno == EAGAIN { return true }
            }
            return false
        }
        #expect(isForgotten)
        await server.close()
    }

    /// A ping and a close frame without payload, masked with zeros; and what answers the ping.
    private static let ping: [UInt8] = [0x89, 0x80, 0, 0, 0, 0]
    private static let close: [UInt8] = [0x88, 0x80, 0, 0, 0, 0]
    private static let pong: [UInt8] = [0x8A, 0x00]
}

extension RawSocket {
    /// A WebSocket connection whose upgrade has been answered.
    fileprivate static func upgraded(port: Int) -> RawSocket {
        let socket = RawSocket.connect(port: port)
        socket.write(
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        _ = socket.read(until: "\r\n\r\n")
        return socket
    }

    fileprivate func waitNoLonger(than time: Duration) {
        let (seconds, fraction) = time.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(fraction / 1_000_000_000_000))
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                self.descriptor, SOL_SOCKET, option, &limit,
                socklen_t(MemoryLayout<timeval>.size))
        }
    }
}
