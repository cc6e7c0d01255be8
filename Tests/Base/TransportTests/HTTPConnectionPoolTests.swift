import BuoyTestBasics
import Synchronization
import Testing

@testable import ChannelsHTTPAPI
@testable import ChannelsTransport

@Suite("Kept connections", .inTurn)
struct HTTPConnectionPoolTests {
    /// What a server saw.
    private final class Visits: Sendable {
        let connections = Mutex(0)
        let requests = Mutex<[String]>([])
        let ends = AsyncStream<Bool>.makeStream()

        /// The first line of the next request, which is read whole; `nil` at the end.
        func next(_ socket: RawSocket) -> String? {
            let text = socket.read(until: "\r\n\r\n")
            guard let line = text.split(separator: "\r\n").first, text.hasSuffix("\r\n\r\n") else {
                return nil
            }
            self.requests.withLock { $0.append(String(line)) }
            return String(line)
        }
    }

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private static func pool(
        _ server: RawServer, maximum: Int = 1, idleLimit: Duration = .seconds(60)
    ) -> HTTPConnectionPool {
        HTTPConnectionPool(
            to: HTTPOrigin(host: "127.0.0.1", port: server.port), maximum: maximum,
            idleLimit: idleLimit)
    }

    private static func request(_ method: String = "POST", _ path: String = "/") -> HTTPRequest {
        HTTPRequest(method: method, origin: HTTPOrigin(host: "127.0.0.1", port: 1), target: path)
    }

    private static func send(
        _ pool: HTTPConnectionPool, _ request: HTTPRequest = Self.request(),
        timeLimit: Duration = .seconds(60)
    ) async throws(HTTPExchangeFailure) -> HTTPResponse {
        try await pool.send(request, timeLimit: timeLimit, bodyLimit: 1024)
    }

    @Test("one request after the other uses one connection")
    func reuse() async throws {
        let visits = Visits()
        let server = RawServer { socket in
            visits.connections.withLock { $0 += 1 }
            while visits.next(socket) != nil { socket.write(Self.answer) }
        }
        let pool = Self.pool(server)
        for number in 0..<20 {
            let response = try await Self.send(pool, Self.request("POST", "/\(number)"))
            #expect(response.body == Array("ok".utf8))
        }
        #expect(visits.connections.withLock { $0 } == 1)
        #expect(
            visits.requests.withLock { $0 } == (0..<20).map { "POST /\($0) HTTP/1.1" })
    }

    @Test(
        "a connection that the server ends is replaced before anything is sent",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
            "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
            // What nobody asked for comes after the answer.
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 408 Late\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\nok",
        ])
    func replacement(answer: String) async throws {
        let visits = Visits()
        let server = RawServer { socket in
            visits.connections.withLock { $0 += 1 }
            guard visits.next(socket) != nil else { return }
            socket.write(answer)
            socket.finish()
            visits.ends.continuation.yield(true)
            _ = socket.waitForEnd()
        }
        let pool = Self.pool(server)
        var ends = visits.ends.stream.makeAsyncIterator()
        for _ in 0..<5 {
            let response = try await Self.send(pool)
            #expect(response.body == Array("ok".utf8))
            _ = await ends.next()
        }
        #expect(visits.connections.withLock { $0 } == 5)
        #expect(visits.requests.withLock { $0.count } == 5)
    }

    @Test("a request that may have arrived is not sent again; a question is")
    func unknownFate() async throws {
        let visits = Visits()
        let server = RawServer { socket in
            // Answers one request of each connection, and reads the second without an answer.
            guard visits.next(socket) != nil else { return }
            socket.write(Self.answer)
            _ = visits.next(socket)
        }
        let pool = Self.pool(server)
        _ = try await Self.send(pool)
        let failure = await #expect(throws: HTTPExchangeFailure.self) {
            try await Self.send(pool, Self.request("POST", "/once"))
        }
        #expect(failure?.mayHaveArrived == true)
        #expect(failure?.error.isCutResponse == true, "\(String(describing: failure))")
        _ = try await Self.send(pool)
        let response = try await Self.send(pool, Self.request("GET", "/again"))
        #expect(response.status == 200)
        let requests = visits.requests.withLock { $0 }
        #expect(requests.count { $0.hasPrefix("POST /once") } == 1)
        #expect(requests.count { $0.hasPrefix("GET /again") } == 2)
    }

    @Test("a request fails on its own, and does not arrive, if nobody listens")
    func unreachable() async throws {
        let port = {
            let server = RawServer { _ in }
            return server.port
        }()
        let pool = HTTPConnectionPool(
            to: HTTPOrigin(host: "127.0.0.1", port: port), maximum: 1)
        let failure = await #expect(throws: HTTPExchangeFailure.self) {
            try await Self.send(pool)
        }
        #expect(failure?.mayHaveArrived == false)
    }

    @Test("no more connections than allowed, and the others wait in order")
    func bound() async throws {
        let visits = Visits()
        let (arrivals, arrival) = AsyncStream<RawSocket>.makeStream()
        let server = RawServer { socket in
            visits.connections.withLock { $0 += 1 }
            while visits.next(socket) != nil { arrival.yield(socket) }
        }
        let pool = Self.pool(server, maximum: 2)
        var arrived = arrivals.makeAsyncIterator()
        try await withThrowingTaskGroup { group in
            for number in 0..<6 {
                group.addTask { _ = try await Self.send(pool, Self.request("POST", "/\(number)")) }
            }
            for _ in 0..<6 {
                let socket = try #require(await arrived.next())
                await onThread { _ = socket.write(Self.answer) }
            }
            try await group.waitForAll()
        }
        #expect(visits.connections.withLock { $0 } == 2)
        #expect(visits.requests.withLock { $0.count } == 6)
    }

    @Test("a cancelled request ends its connection at once, and the next one has its turn")
    func cancellation() async throws {
        let visits = Visits()
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = RawServer { socket in
            guard let line = visits.next(socket) else { return }
            arrival.yield()
            if line.hasPrefix("POST /hang") {
                visits.ends.continuation.yield(socket.waitForEnd())
            } else {
                socket.write(Self.answer)
            }
        }
        let pool = Self.pool(server)
        let hanging = Task { try await Self.send(pool, Self.request("POST", "/hang")) }
        var arrived = arrivals.makeAsyncIterator()
        await arrived.next()
        let waiting = Task { try await Self.send(pool, Self.request("POST", "/never")) }
        waiting.cancel()
        let given = await waiting.result
        #expect(throws: HTTPExchangeFailure(.cancelled, mayHaveArrived: false)) { try given.get() }
        let next = Task { try await Self.send(pool, Self.request("POST", "/next")) }
        hanging.cancel()
        let result = await hanging.result
        #expect(throws: HTTPExchangeFailure(.cancelled, mayHaveArrived: true)) { try result.get() }
        var ends = visits.ends.stream.makeAsyncIterator()
        #expect(await ends.next() == true)
        #expect(try await next.value.status == 200)
        #expect(visits.requests.withLock { !$0.contains("POST /never HTTP/1.1") })
    }

    @Test("a request that takes too long ends its connection")
    func timeLimit() async throws {
        let visits = Visits()
        let server = RawServer { socket in
            _ = visits.next(socket)
            visits.ends.continuation.yield(socket.waitForEnd())
        }
        let failure = await withGrowingLimit(until: { $0?.mayHaveArrived == true }) { limit in
            await #expect(throws: HTTPExchangeFailure.self) {
                try await Self.send(Self.pool(server), timeLimit: limit)
            }
        }
        #expect(failure?.error == .timedOut(phase: "waiting for the response"))
        #expect(failure?.mayHaveArrived == true)
        var ends = visits.ends.stream.makeAsyncIterator()
        #expect(await ends.next() == true)
    }

    @Test(
        "an idle connection is closed, at the latest when the server says",
        arguments: [("", nil), ("Keep-Alive: timeout=1\r\n", Duration.seconds(60))])
    func idle(header: String, limit: Duration?) async throws {
        let visits = Visits()
        let server = RawServer { socket in
            _ = visits.next(socket)
            socket.write("HTTP/1.1 200 OK\r\n\(header)Content-Length: 2\r\n\r\nok")
            visits.ends.continuation.yield(socket.waitForEnd())
        }
        // If the limit passes before the request is sent, the request fails.
        let pool = await withGrowingLimit(until: { $0 != nil }) { short in
            let pool = Self.pool(server, idleLimit: limit ?? short)
            return (try? await Self.send(pool)).map { _ in pool }
        }
        var ends = visits.ends.stream.makeAsyncIterator()
        #expect(await ends.next() == true)
        withExtendedLifetime(try #require(pool)) {}
    }

    @Test("a connection over TLS is kept too, and its end is noticed")
    func overTLS() async throws {
        let connections = Mutex(0)
        let count: @Sendable () async -> AcceptDecision = {
            connections.withLock { $0 += 1 }
            return .serve
        }
        let certificates = Certificates.shared
        let context = try TLSContext(certificates.server("ip-san"))
        let server = try await NIOServer.loopback(
            TestHandler(decideToAccept: count), context: context)
        let pool = HTTPConnectionPool(
            to: HTTPOrigin(
                host: "127.0.0.1", port: server.port,
                tls: TLSClientSettings(trustRootsFile: certificates.root)), maximum: 1)
        for _ in 0..<5 { #expect(try await Self.send(pool).status == 200) }
        #expect(connections.withLock { $0 } == 1)
        let port = server.port
        await server.close()
        try await eventually { NIOWebSocketConnectorTests.connections(to: port) == 0 }
        let failure = await #expect(throws: HTTPExchangeFailure.self) { try await Self.send(pool) }
        #expect(failure?.mayHaveArrived == false)
    }

    @Test("whatever is cancelled when, nothing is lost: every turn comes back")
    func churn() async throws {
        let server = RawServer { socket in
            while socket.read(until: "\r\n\r\n").hasSuffix("\r\n\r\n") {
                guard socket.write(Self.answer) else { return }
            }
        }
        let pool = Self.pool(server, maximum: 3)
        var dice = Dice(seed: 7)
        let tasks = (0..<150).map { number in
            Task { try await Self.send(pool, Self.request("POST", "/\(number)")) }
        }
        for task in tasks where Int.random(in: 0..<3, using: &dice) == 0 { task.cancel() }
        for task in tasks {
            switch await task.result {
            case .success(let response): #expect(response.status == 200)
            case .failure(let error): #expect((error as? HTTPExchangeFailure)?.error == .cancelled)
            }
        }
        let all = (0..<3).map { _ in Task { try await Self.send(pool) } }
        for task in all { #expect(try await task.value.status == 200) }
    }
}
