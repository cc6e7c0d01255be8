import BuoyTestBasics
import BuoyTestSupport
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct NIOWebSocketConnectionTests {
    @Test("batches of texts come back in order")
    func echo() async throws {
        let server = try await NIOServer.loopback()
        let connection = try await connect(port: server.port)
        let texts = (0..<500).map { Array("message \($0) é".utf8) }
        try connection.send(texts)
        #expect(await connection.receive(count: 500) == texts.map { .text($0) })
        await connection.close(code: 1000, reason: "done", timeLimit: .seconds(30))
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 1000, closedByUs: true))
        await server.close()
    }

    @Test("a ping is answered before the batch is handed over, with the same bytes")
    func pingIsAnswered() async throws {
        let (answers, answer) = AsyncStream<[UInt8]>.makeStream()
        let server = RawServer { socket in
            socket.acceptUpgrade(followedBy: [0x89, 0x02, 0x68, 0x69])
            answer.yield(socket.read(8))
            answer.finish()
        }
        let connection = try await connect(port: server.port)
        #expect(await connection.receive() == .messages([.ping]))
        for await frame in answers {
            var decoder = WebSocketDecoder(role: .server, limits: WebSocketLimits())
            var output = WebSocketDecoder.Output()
            frame.withUnsafeBytes { decoder.decode($0, into: &output) }
            #expect(output.messages == [.pong([0x68, 0x69])])
        }
    }

    @Test("our ping comes back as a pong")
    func pong() async throws {
        let server = try await NIOServer.loopback()
        let connection = try await connect(port: server.port)
        try connection.ping([1, 2, 3])
        #expect(await connection.receive() == .messages([.pong([1, 2, 3])]))
        await server.close()
    }

    @Test("a close of the peer is echoed with its code, and told")
    func peerCloses() async throws {
        let (echoes, echo) = AsyncStream<[UInt8]>.makeStream()
        let server = RawServer { socket in
            socket.acceptUpgrade(followedBy: [0x88, 0x04, 0x0F, 0xA1, 0x6E, 0x6F])
            echo.yield(socket.readToEnd())
            echo.finish()
        }
        let connection = try await connect(port: server.port)
        let closure = WebSocketClosure(code: 4001, reason: "no")
        #expect(await connection.receive() == .closed(closure))
        #expect(await connection.receive() == .closed(closure))
        #expect(throws: TransportError.self) { try connection.send([[0x61]]) }
        for await bytes in echoes {
            #expect(Self.end(bytes) == .close(code: 4001, reason: ""))
        }
    }

    @Test("a breach of the protocol is told to the peer and to the reader, after what came before")
    func violation() async throws {
        let (echoes, echo) = AsyncStream<[UInt8]>.makeStream()
        let server = RawServer { socket in
            socket.acceptUpgrade(followedBy: [0x81, 0x01, 0x61, 0x81, 0x01, 0xFF, 0x81, 0x01, 0x62])
            // Much more behind it must not turn the close frame into an RST.
            socket.write([UInt8](repeating: 0x81, count: 200_000))
            echo.yield(socket.readToEnd())
            echo.finish()
        }
        let connection = try await connect(port: server.port)
        #expect(await connection.receiveSeparately() == .messages([.text([0x61])]))
        let closure = await connection.receiveClosure()
        #expect(closure.error == .webSocketViolation(code: 1007, "a text message is not UTF-8"))
        for await bytes in echoes {
            #expect(Self.end(bytes) == .close(code: 1007, reason: "a text message is not UTF-8"))
        }
    }

    @Test("an end without a close frame is an error", arguments: [true, false])
    func abruptEnd(isReset: Bool) async throws {
        let server = RawServer { socket in
            socket.acceptUpgrade()
            _ = socket.read(1)
            if isReset { socket.resetOnClose() }
        }
        let connection = try await connect(port: server.port)
        try connection.send([[0x61]])
        let closure = await connection.receiveClosure()
        guard case .closed = closure.error else {
            Issue.record("\(closure)")
            return
        }
        #expect(closure.code == nil && !closure.closedByUs)
    }

    @Test("closing gives up on a peer that does not answer when the time limit passes")
    func closeHasLimit() async throws {
        let server = RawServer { socket in
            socket.acceptUpgrade()
            while !socket.read().isEmpty {}
        }
        let connection = try await connect(port: server.port)
        let start = ContinuousClock.now
        await connection.close(code: 1000, reason: "", timeLimit: .milliseconds(100))
        #expect(ContinuousClock.now - start < .seconds(8))
        #expect(await connection.receiveClosure() == WebSocketClosure(closedByUs: true))
    }

    @Test("closing without a code ends TCP at once")
    func closeAtOnce() async throws {
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let server = RawServer { socket in
            socket.acceptUpgrade()
            end.yield(socket.waitForEnd())
            end.finish()
        }
        let connection = try await connect(port: server.port)
        await connection.close(code: nil, reason: "", timeLimit: .seconds(60))
        #expect(await connection.receiveClosure() == WebSocketClosure(closedByUs: true))
        for await isEnded in ends { #expect(isEnded) }
    }

    @Test("a connection that nobody holds any more ends")
    func droppedConnectionEnds() async throws {
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let server = RawServer { socket in
            socket.acceptUpgrade()
            end.yield(socket.waitForEnd())
            end.finish()
        }
        do { _ = try await connect(port: server.port) }
        for await isEnded in ends { #expect(isEnded) }
    }

    @Test("a cancelled reader gets .closed with .cancelled, and another goes on where it stopped")
    func cancelledReader() async throws {
        let server = try await NIOServer.loopback()
        let connection = try await connect(port: server.port)
        let reader = Task { await connection.receive() }
        reader.cancel()
        #expect(await reader.value == .closed(WebSocketClosure(error: .cancelled)))
        try connection.send([[0x61]])
        #expect(await connection.receiveSeparately() == .messages([.text([0x61])]))
        await server.close()
    }

    @Test("where it costs least to read, a task is on the event loop, also after it has waited")
    func readingExecutor() async throws {
        let server = try await NIOServer.loopback()
        let connection = try await connect(port: server.port)
        let loop = try #require(connection as? NIOWebSocketConnection).channel.eventLoop
        let executor = try #require(connection.readingExecutor)
        #expect(!loop.inEventLoop)
        await withTaskExecutorPreference(executor) {
            #expect(loop.inEventLoop)
            for number in 0..<3 {
                try? connection.send([[UInt8(number)]])
                #expect(await connection.receiveSeparately() == .messages([.text([UInt8(number)])]))
                #expect(loop.inEventLoop)
            }
        }
        #expect(!loop.inEventLoop)
        await connection.close(code: nil, reason: "", timeLimit: .zero)
        await server.close()
    }

    @Test("a reader that is slow stops the peer, and all arrives when it goes on")
    func backPressure() async throws {
        let sent = Mutex(0)
        let total = 3_000
        let server = RawServer { socket in
            socket.acceptUpgrade()
            let payload = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
            for _ in 0..<total {
                guard socket.write([0x81, 126, 0x27, 0x10] + payload) else { return }
                sent.withLock { $0 += 1 }
            }
            _ = socket.readToEnd()
        }
        let connection = try await connect(
            port: server.port, limits: WebSocketLimits(waitingBytes: 100_000))
        // From then on, the sender can only fill the buffers of the kernel.
        let channel = try #require(connection as? NIOWebSocketConnection).channel
        try await eventually { try await !channel.getOption(.autoRead).get() }
        #expect(sent.withLock { $0 } < total)
        #expect(await connection.receive(count: total).count == total)
        await connection.close(code: nil, reason: "", timeLimit: .zero)
    }

    @Test("sending to a peer that does not read fails at the limit, and works again afterwards")
    func sendQueueIsBounded() async throws {
        let (gates, gate) = AsyncStream<Void>.makeStream()
        let mayRead = DispatchSemaphore(value: 0)
        let server = RawServer { socket in
            socket.acceptUpgrade()
            mayRead.wait()
            while !socket.read().isEmpty {}
            gate.finish()
        }
        let limit = 1_000_000
        let connection = try await connect(
            port: server.port, limits: WebSocketLimits(unsentBytes: limit))
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        // What is sent at once may pass it.
        try connection.send(Array(repeating: text, count: 15))
        #expect(throws: TransportError.sendQueueFull(limit: limit)) {
            for _ in 0..<1_000 { try connection.send([text]) }
        }
        mayRead.signal()
        var isTaken = false
        while !isTaken {
            do throws(TransportError) {
                try connection.send([text])
                isTaken = true
            } catch {
                #expect(error == .sendQueueFull(limit: limit))
                await Task.yield()
            }
        }
        await connection.close(code: nil, reason: "", timeLimit: .zero)
        for await _ in gates {}
    }

    @Test("giving up on a peer that does not read throws away what waits, and tells the code")
    func giveUp() async throws {
        let (moments, mayRead) = AsyncStream<Void>.makeStream()
        // The buffers of the kernel take less than half of this while nobody reads.
        let count = 640
        let limit = count * WebSocketEncoder.size(payload: 50_000)
        let server = try await NIOServer.loopback(
            TestHandler(talk: { connection in
                let text = [UInt8](repeating: UInt8(ascii: "x"), count: 50_000)
                for _ in 0..<count { #expect(throws: Never.self) { try connection.send([text]) } }
                async let ending: Void = connection.giveUp(
                    code: 4100, reason: "slow", timeLimit: .seconds(30))
                // The peer reads only after what waited was thrown away, which makes room.
                await Self.waitForRoom(connection, size: limit / 2)
                mayRead.finish()
                await ending
            }), limits: ServerLimits(webSocket: WebSocketLimits(unsentBytes: limit)))
        let connection = try await connect(
            port: server.port, limits: WebSocketLimits(waitingBytes: 1_000))
        for await _ in moments {}
        var received = 0
        while case .messages(let messages) = await connection.receive() {
            received += messages.texts.count
        }
        #expect(received < count)
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 4100, reason: "slow"))
        await server.close()
    }

    /// Sends a string until it is taken, or nothing can be sent any more.
    private static func waitForRoom(_ connection: any WebSocketConnection, size: Int) async {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        while true {
            do throws(TransportError) {
                try connection.send([text])
                return
            } catch {
                guard case .sendQueueFull = error else { return }
                await Task.yield()
            }
        }
    }

    @Test("a close comes behind all that waits, however much that is")
    func closeBehindQueue() async throws {
        let server = try await NIOServer.loopback(
            TestHandler(talk: { connection in
                let text = [UInt8](repeating: 0x61, count: 50_000)
                for _ in 0..<60 { try? connection.send([text]) }
                await connection.close(code: 4200, reason: "", timeLimit: .seconds(10))
            }))
        let connection = try await connect(port: server.port)
        #expect(await connection.receive(count: 60).count == 60)
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 4200))
        await server.close()
    }

    @Test("a close reaches a peer although its data was not read here")
    func closeBehindUnreadData() async throws {
        let server = try await NIOServer.loopback(
            TestHandler(talk: { connection in
                try? connection.send(
                    Array(repeating: [UInt8](repeating: 0x61, count: 1_000), count: 2_000))
                _ = await connection.receiveClosure()
            }))
        let connection = try await connect(
            port: server.port, limits: WebSocketLimits(waitingBytes: 1_000))
        _ = await connection.receive()
        await connection.close(code: 1000, reason: "", timeLimit: .seconds(30))
        #expect(await connection.receiveClosure().closedByUs)
        await server.close()
    }

    private static func end(_ bytes: [UInt8]) -> WebSocketDecoder.End? {
        var decoder = WebSocketDecoder(role: .server, limits: WebSocketLimits())
        var output = WebSocketDecoder.Output()
        bytes.withUnsafeBytes { decoder.decode($0, into: &output) }
        return output.end
    }
}
