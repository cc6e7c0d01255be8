import BuoyTestBasics
import Foundation
import Glibc
import Synchronization
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct NIOServerTests {
    @Test("requests that come together are answered in order on one connection")
    func pipelining() async throws {
        let server = try await NIOServer.loopback()
        let port = server.port
        let text = await onThread {
            let socket = RawSocket.connect(port: port)
            socket.write(
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
                    + "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
                    + "POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nyo\r\n0\r\n\r\n"
                    + "\r\nHEAD /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return socket.readTextToEnd()
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: "
        #expect(
            text == head + "7\r\nConnection: keep-alive\r\n\r\nGET /1 "
                + head + "10\r\nConnection: keep-alive\r\n\r\nPOST /2 hi"
                + head + "10\r\nConnection: keep-alive\r\n\r\nPOST /3 yo"
                + head + "8\r\nConnection: close\r\n\r\n")
        await server.close()
    }

    @Test(
        "rubbish is answered with its status, and the connection ends",
        arguments: ([
            ("\u{16}\u{3}\u{1}\u{2}\u{0}", "400"), ("GET / HTTP/1.1\r\n\r\n", "400"),
            ("GET / HTTP/9.9\r\nHost: a\r\n\r\n", "505"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n", "413"),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "400"
            ),
            ("GET /" + String(repeating: "x", count: 9_000) + " HTTP/1.1\r\n", "431"),
            (
                "GET / HTTP/1.1\r\n"
                    + String(repeating: "A: \(String(repeating: "x", count: 900))\r\n", count: 20),
                "431"
            ),
        ] as [(String, String)]).map { (HostileString($0), $1) })
    func rubbishIsRefused(_ request: HostileString, _ status: String) async throws {
        let request = request.text
        let server = try await NIOServer.loopback()
        let port = server.port
        let text = await onThread {
            let socket = RawSocket.connect(port: port)
            socket.write(request)
            return socket.readTextToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("Connection: close"))
        await server.close()
    }

    @Test("100-continue is sent before the body is waited for")
    func expectContinue() async throws {
        let server = try await NIOServer.loopback()
        let port = server.port
        let text = await onThread {
            let socket = RawSocket.connect(port: port)
            socket.write(
                "POST /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n"
                    + "Connection: close\r\n\r\n")
            let interim = socket.read(until: "\r\n\r\n")
            socket.write("hi")
            return interim + socket.readTextToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
        #expect(text.hasSuffix("POST /x hi"))
        await server.close()
    }

    @Test("a head and a body that do not come end the connection at their limits")
    func slowClientsEnd() async throws {
        let limits = ServerLimits(
            headTime: .milliseconds(100), bodyTime: .milliseconds(100),
            webSocket: WebSocketLimits())
        let server = try await NIOServer.loopback(limits: limits)
        let port = server.port
        for start in ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab"] {
            let (rest, isEnded) = await onThread {
                let socket = RawSocket.connect(port: port)
                socket.write(start)
                var rest: [UInt8] = []
                let isEnded = waitUntil {
                    rest += socket.readToEnd()
                    return errno != EAGAIN
                }
                return (rest, isEnded)
            }
            #expect(rest.isEmpty)
            #expect(isEnded)
        }
        await server.close()
    }

    @Test("a client that sends requests and reads no answer is cut off at the limit")
    func unreadAnswersEnd() async throws {
        let limits = ServerLimits(
            headTime: .seconds(60), bodyTime: .milliseconds(200), webSocket: WebSocketLimits())
        let answers = Mutex(0)
        let body = [UInt8](repeating: 0x61, count: 256 * 1024)
        let handler = TestHandler(answer: { _ in
            answers.withLock { $0 += 1 }
            return HTTPResponse(status: 200, body: body)
        })
        let server = try await NIOServer.loopback(handler, limits: limits)
        let port = server.port
        let isCutOff = await onThread {
            let socket = RawSocket.connect(port: port)
            socket.write(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 400))
            // The end lies behind what is not read: only writing meets it.
            return waitUntil { !socket.write("\r\n") }
        }
        #expect(isCutOff)
        #expect(answers.withLock { $0 } < 400)
        await server.close()
    }

    @Test("above the limit, the connection goes that has waited longest for a request")
    func connectionsAreCounted() async throws {
        let limits = ServerLimits(connections: 2, webSocket: WebSocketLimits())
        let server = try await NIOServer.loopback(limits: limits)
        let port = server.port
        let (first, second, third) = await onThread {
            // Half a head is no request yet. Its bytes would be refused if they came later.
            let first = RawSocket.connect(port: port)
            first.write("GET /1 HTTP/1.1\r\nHo")
            waitUntil { server.requestBytes > 0 }
            let second = RawSocket.connect(port: port)
            second.write("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = second.read(until: "GET /2 ")
            let third = RawSocket.connect(port: port)
            third.write("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
            let answered = third.read(until: "GET /3 ")
            second.write("GET /4 HTTP/1.1\r\nHost: a\r\n\r\n")
            return (first.readToEnd(), second.read(until: "GET /4 "), answered)
        }
        #expect(first.isEmpty)
        #expect(second.hasSuffix("GET /4 "))
        #expect(third.hasSuffix("GET /3 "))
        await server.close()
    }

    @Test("half-open connections do not keep good requests out")
    func halfOpen() async throws {
        let answers = try await Self.answers(amongSilent: 20, every: 4) { $0.write("GET / HT") }
        #expect(answers == 5)
    }

    @Test("half bodies do not keep good requests out")
    func halfBodies() async throws {
        let answers = try await Self.answers(amongSilent: 20, every: 1) { silent in
            silent.write(
                "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 9\r\n\r\nab")
            _ = silent.read(until: "\r\n\r\n")
        }
        #expect(answers == 20)
    }

    /// How many good requests a server of four connections answers among many that do not end.
    ///
    /// - Parameters:
    ///   - interval: after how many of them there is a good one.
    ///   - start: sends the start of a request.
    private static func answers(
        amongSilent count: Int, every interval: Int,
        _ begin: @escaping @Sendable (RawSocket) -> Void
    ) async throws -> Int {
        let limits = ServerLimits(connections: 4, webSocket: WebSocketLimits())
        let server = try await NIOServer.loopback(limits: limits)
        let port = server.port
        let answers = await onThread {
            var silent: [RawSocket] = []
            return (1...count).count { number in
                let socket = RawSocket.connect(port: port)
                silent.append(socket)
                begin(socket)
                guard number.isMultiple(of: interval) else { return false }
                let good = RawSocket.connect(port: port)
                good.write("GET /good HTTP/1.1\r\nHost: a\r\n\r\n")
                return good.read(until: "GET /good ").hasSuffix("GET /good ")
            }
        }
        await server.close()
        return answers
    }

    @Test("a body that stops is ended after the time for its pace, not after that for all of it")
    func slowBody() async throws {
        let limits = ServerLimits(
            bodyTime: .seconds(60), paceTime: .milliseconds(100), webSocket: WebSocketLimits())
        let server = try await NIOServer.loopback(limits: limits)
        let port = server.port
        let rest = await onThread {
            let socket = RawSocket.connect(port: port)
            socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab")
            return socket.readToEnd()
        }
        #expect(rest.isEmpty)
        await server.close()
    }

    @Test("what the bodies of all clients take is limited, and given back")
    func bodiesTogether() async throws {
        let limits = ServerLimits(requestBytes: 100_000, webSocket: WebSocketLimits())
        let server = try await NIOServer.loopback(limits: limits)
        let port = server.port
        let head =
            "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 90000\r\n\r\n"
        let answers = await onThread {
            let silent = RawSocket.connect(port: port)
            silent.write(head + String(repeating: "a", count: 60_000))
            waitUntil { server.requestBytes >= 60_000 }
            // Each of them needs more than the first one leaves, so that one goes.
            let answers = (0..<3).map { _ in
                let good = RawSocket.connect(port: port)
                good.write(head + String(repeating: "b", count: 90_000))
                // With the end of the connection, its room is given back.
                return good.readTextToEnd()
            }
            return answers + [String(decoding: silent.readToEnd(), as: UTF8.self)]
        }
        #expect(server.requestBytes == 0)
        for answer in answers.dropLast() { #expect(answer.hasPrefix("HTTP/1.1 200")) }
        #expect(answers.last == "")
        await server.close()
    }

    @Test("lines of a head that end in LF alone are refused, in requests and answers alike")
    func bareLineFeeds() async throws {
        let server = try await NIOServer.loopback()
        let port = server.port
        for request in [
            "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n",
        ] {
            let answer = await onThread {
                let socket = RawSocket.connect(port: port)
                socket.write(request)
                return socket.readTextToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.contains("a line does not end with CR LF"), "\(answer)")
        }
        await server.close()
    }

    @Test(
        "an upgrade request that is wrong is refused with its status",
        arguments: [
            (
                "GET",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                "426"
            ),
            (
                "GET",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                "426"
            ),
            (
                "GET",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n",
                "400"
            ),
            (
                "GET", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n",
                "400"
            ),
            (
                "GET",
                "Upgrade: websocket\r\nConnection: close\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                "400"
            ),
            (
                "POST",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                "400"
            ),
        ] as [(String, HostileString, String)])
    func badUpgradeIsRefused(_ method: String, _ headers: HostileString, _ status: String)
        async throws
    {
        let headers = headers.text
        let server = try await NIOServer.loopback()
        let port = server.port
        let text = await onThread {
            let socket = RawSocket.connect(port: port)
            socket.write("\(method) / HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
            return socket.readTextToEnd()
        }
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        await server.close()
    }

    @Test("the handler can refuse an upgrade with a response of its own")
    func handlerRefuses() async throws {
        let server = try await NIOServer.loopback(
            TestHandler(decide: { _ in
                .refuse(
                    HTTPResponse(
                        status: 503, headers: [HTTPHeader("Retry-After", "7")],
                        body: Array("full".utf8)))
            }))
        await #expect(
            throws: TransportError.upgradeRefused(
                HTTPRefusal(
                    status: 503, reason: "Service Unavailable", retryAfter: .seconds(7),
                    body: "full"))
        ) { _ = try await connect(port: server.port) }
        await server.close()
    }

    @Test("the subprotocol chosen is one of those offered, or none")
    func subprotocolIsChosen() async throws {
        let server = try await NIOServer.loopback(
            TestHandler(decide: { _ in .accept(subprotocol: "b") }))
        let offered = try await connect(port: server.port, subprotocols: ["a", "b"])
        #expect(offered.details.subprotocol == "b")
        let other = try await connect(port: server.port, subprotocols: ["a"])
        #expect(other.details.subprotocol == nil)
        await server.close()
    }

    /// An upgrade request.
    private static let upgrade = Array(
        ("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            .utf8)

    /// Text frames of a client, 1,000 letters each: `aaa…`, `bbb…` and so on.
    private static func frames(_ numbers: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        let encoder = WebSocketEncoder(role: .client)
        for number in numbers { encoder.append(.text, Self.text(number), to: &bytes) }
        return bytes
    }

    private static func text(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(0x61 + number), count: 1_000)
    }

    @Test("frames that come with the upgrade request stop the reading, and the upgrade resumes it")
    func framesWithTheRequest() async throws {
        // The read that brings the request brings more than may wait while it is being decided.
        let limits = ServerLimits(pipelinedBytes: 1_000, webSocket: WebSocketLimits())
        let (arrivals, arrival) = AsyncStream<[WebSocketMessage]>.makeStream()
        let server = try await NIOServer.loopback(
            TestHandler(talk: { connection in
                arrival.yield(await connection.receive(count: 26))
                arrival.finish()
            }), limits: limits)
        let port = server.port
        async let isSatisfied = onThread {
            let socket = RawSocket.connect(port: port)
            socket.write(Self.upgrade + Self.frames(0..<2))
            _ = socket.read(until: "\r\n\r\n")
            socket.write(Self.frames(2..<26))
            // The close frame of a server that has all, or nothing in 10 s. (When this end is
            // closed then, the server reads what it has left lying.)
            return !socket.read().isEmpty
        }
        var messages: [WebSocketMessage] = []
        for await arrived in arrivals { messages += arrived }
        #expect(messages == (0..<26).map { .text(Self.text($0)) })
        #expect(await isSatisfied)
        await server.close()
    }

    @Test("first frames that are too many for the reader slow the client down at once")
    func firstFramesPause() async throws {
        let limits = ServerLimits(
            pipelinedBytes: 1_000, webSocket: WebSocketLimits(waitingBytes: 500))
        let (ends, end) = AsyncStream<Void>.makeStream()
        let server = try await NIOServer.loopback(
            TestHandler(talk: { _ in for await _ in ends {} }), limits: limits)
        let port = server.port
        let isSlowedDown = await onThread {
            let socket = RawSocket.connect(port: port)
            var limit = timeval(tv_sec: 0, tv_usec: 300_000)
            setsockopt(
                socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit,
                socklen_t(MemoryLayout<timeval>.size))
            socket.write(Self.upgrade + Self.frames(0..<2))
            _ = socket.read(until: "\r\n\r\n")
            var frame: [UInt8] = []
            WebSocketEncoder(role: .client).append(
                .text, [UInt8](repeating: 0x61, count: 1 << 20), to: &frame)
            // More than sockets hold.
            return !(0..<64).allSatisfy { _ in socket.write(frame) }
        }
        #expect(isSlowedDown)
        end.finish()
        await server.close()
    }

    @Test("closing the server ends its connections, and waits for the handler")
    func closeWaits() async throws {
        let running = Mutex(0)
        let server = try await NIOServer.loopback(
            TestHandler(talk: { connection in
                running.withLock { $0 += 1 }
                await TestHandler.echo(connection)
                running.withLock { $0 -= 1 }
            }))
        var connections: [any WebSocketConnection] = []
        for _ in 0..<5 {
            let connection = try await connect(port: server.port)
            try connection.send([Array("x".utf8)])
            _ = await connection.receive(count: 1)
            connections.append(connection)
        }
        #expect(running.withLock { $0 } == 5)
        async let again: Void = server.close()
        await server.close()
        await again
        #expect(running.withLock { $0 } == 0)
        for connection in connections { #expect(await connection.receiveClosure().error != nil) }
        await #expect(throws: TransportError.self) { _ = try await connect(port: server.port) }
    }

    @Test("when the handler returns, the client sees an orderly close")
    func returnCloses() async throws {
        let server = try await NIOServer.loopback(TestHandler(talk: { _ in }))
        let connection = try await connect(port: server.port)
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 1000))
        await server.close()
    }

    @Test("a server listens on ::1 too, and tells address and port")
    func listensOnIPv6() async throws {
        let server = try await NIOServer.listen(
            address: "::1", port: 0, handler: TestHandler())
        #expect(server.address == "::1")
        let endpoint = WebSocketEndpoint(HTTPOrigin(host: "::1", port: server.port), target: "/")
        let phases = Mutex<[ConnectPhase]>([])
        let connection = try await NIOWebSocketConnector().connect(to: endpoint) { phase in
            phases.withLock { $0.append(phase) }
        }
        #expect(connection.details.remoteAddress == "[::1]:\(server.port)")
        #expect(
            phases.withLock { $0 } == [
                .resolving, .connecting("[::1]:\(server.port)"), .upgrading,
            ])
        await server.close()
    }

    @Test("an address that is taken, or none, cannot be listened on")
    func listenFails() async throws {
        let server = try await NIOServer.loopback()
        for (address, port) in [("127.0.0.1", server.port), ("nonsense", 0), ("127.0.0.1", 70_000)]
        {
            await #expect(throws: TransportError.self) {
                _ = try await NIOServer.listen(
                    address: address, port: port, handler: TestHandler())
            }
        }
        await server.close()
    }
}
