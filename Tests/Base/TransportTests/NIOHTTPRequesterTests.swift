import BuoyTestBasics
import Foundation
import Synchronization
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct NIOHTTPRequesterTests {
    private static let responses: [AuthResponse] = Corpus.load("auth-responses.json")

    @Test(
        "an answer of an authorization endpoint is handed over, or the transport says why not",
        arguments: responses)
    func answerIsHandedOver(_ entry: AuthResponse) async throws {
        let server = RawServer { Self.play(entry, on: $0) }
        let isEndless = entry.name == "never-answers"
        let timeUp = Result<HTTPResponse, TransportError>.failure(
            .timedOut(phase: "waiting for the response"))
        let outcome = await withGrowingLimit(until: { !isEndless || $0 == timeUp }) { limit in
            await Self.send(port: server.port, timeLimit: isEndless ? limit : .seconds(60))
        }
        switch entry.name {
        case "auth-giant", "body-endless":
            #expect(outcome == .failure(.bodyTooLarge(limit: 65_536)))
        case "never-answers":
            #expect(outcome == timeUp)
        case "reset":
            guard case .failure(.closed) = outcome else {
                Issue.record("\(outcome)")
                return
            }
        default:
            let response = try outcome.get()
            #expect(response.status == entry.status)
            #expect(response.body == Array(entry.body_base64))
            for (name, value) in entry.headers { #expect(response.header(name) == value) }
        }
    }

    @Test("a redirect is returned, not followed")
    func redirectIsReturned() async throws {
        let visitors = Mutex(0)
        let other = RawServer { _ in visitors.withLock { $0 += 1 } }
        let port = other.port
        let server = RawServer { socket in
            _ = socket.read(until: "\r\n\r\n")
            socket.write(
                "HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:\(port)/\r\nContent-Length: 0\r\n\r\n"
            )
        }
        let response = try await Self.send(port: server.port).get()
        #expect(response.status == 307)
        #expect(response.header("location") == "http://127.0.0.1:\(port)/")
        #expect(visitors.withLock { $0 } == 0)
    }

    @Test("the request says what HTTP/1.1 wants, and headers of the caller cannot contradict it")
    func requestIsWhole() async throws {
        let server = RawServer { socket in
            let head = socket.read(until: "\r\n\r\n")
            let body = socket.read(3)
            let echo = head + String(decoding: body, as: UTF8.self)
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: \(echo.utf8.count)\r\n\r\n\(echo)")
        }
        let request = HTTPRequest(
            method: "POST", origin: HTTPOrigin(host: "127.0.0.1", port: server.port),
            target: "/auth?a=1",
            headers: [
                HTTPHeader("Authorization", "Bearer x"), HTTPHeader("content-length", "99"),
                HTTPHeader("Host", "evil"), HTTPHeader("Connection", "keep-alive"),
            ], body: Array("a=b".utf8))
        let response = try await NIOHTTPRequester().send(
            request, timeLimit: .seconds(30), bodyLimit: 10_000)
        let expected =
            "POST /auth?a=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
            + "Content-Length: 3\r\nUser-Agent: buoy/0.1\r\nAuthorization: Bearer x\r\n\r\na=b"
        #expect(String(decoding: response.body, as: UTF8.self) == expected)
    }

    @Test(
        "a response that is cut is an error",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "HTTP/1.1 200 OK\r\nContent",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "",
            "HTTP/1.1 101 Switching\r\n\r\n",
        ] as [HostileString])
    func cutResponseIsError(_ text: HostileString) async {
        let text = text.text
        let server = RawServer { socket in
            _ = socket.read(until: "\r\n\r\n")
            socket.write(text)
        }
        guard case .failure(.badResponse) = await Self.send(port: server.port) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("a body without a length ends with the connection")
    func bodyEndsWithConnection() async throws {
        let server = RawServer { socket in
            _ = socket.read(until: "\r\n\r\n")
            socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nabc")
        }
        #expect(try await Self.send(port: server.port).get().body == Array("abc".utf8))
    }

    @Test("a cancelled task gets .cancelled at once, and the connection ends")
    func cancellationCloses() async {
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let (started, start) = AsyncStream<Void>.makeStream()
        let server = RawServer { socket in
            _ = socket.read(until: "\r\n\r\n")
            start.finish()
            end.yield(socket.waitForEnd())
            end.finish()
        }
        let task = Task { await Self.send(port: server.port, timeLimit: .seconds(60)) }
        for await _ in started {}
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        for await isEnded in ended { #expect(isEnded) }
    }

    @Test("a port where nobody listens is said to refuse")
    func refusedIsSaid() async {
        let outcome = await Self.send(port: Nowhere.port)
        #expect(
            outcome
                == .failure(
                    .connectFailed(
                        address: "127.0.0.1:\(Nowhere.port)", cause: "Connection refused",
                        isRefused: true)))
    }

    private static func play(_ entry: AuthResponse, on socket: RawSocket) {
        _ = socket.read(until: "\r\n\r\n")
        guard entry.status != 0 else {
            if entry.then == "rst" { socket.resetOnClose() } else { _ = socket.readToEnd() }
            return
        }
        let isChunked = entry.headers["Transfer-Encoding"] != nil
        var head = "HTTP/1.1 \(entry.status) x\r\n"
        for (name, value) in entry.headers { head += "\(name): \(value)\r\n" }
        let size = entry.repeat_body_to ?? entry.body_base64.count
        if !isChunked { head += "Content-Length: \(size)\r\n" }
        socket.write(head + "\r\n")
        guard entry.repeat_body_to != nil else {
            socket.write(Array(entry.body_base64))
            return
        }
        // Until the client has had enough: it must not take 10 MB or 1 GB.
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
        for _ in 0..<2_000 {
            guard socket.write(isChunked ? Array("1000\r\n".utf8) + block + [13, 10] : block) else {
                return
            }
        }
        Issue.record("the client read 8 MB")
    }

    private static func send(
        port: Int, timeLimit: Duration = .seconds(30)
    ) async -> Result<HTTPResponse, TransportError> {
        let request = HTTPRequest(
            method: "GET", origin: HTTPOrigin(host: "127.0.0.1", port: port), target: "/")
        do throws(TransportError) {
            return .success(
                try await NIOHTTPRequester().send(
                    request, timeLimit: timeLimit, bodyLimit: 65_536))
        } catch {
            return .failure(error)
        }
    }
}
