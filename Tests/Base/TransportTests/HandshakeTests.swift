import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Glibc
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct HandshakeTests {
    private static let responses: [HandshakeResponse] = Corpus.load("handshake-responses.json")

    @Test("the example key of RFC 6455 gives the example answer")
    func exampleKey() {
        #expect(
            WebSocketKey.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test("only 16 bytes in base64 are a key")
    func keyIsSixteenBytes() {
        #expect(WebSocketKey.isValid("dGhlIHNhbXBsZSBub25jZQ=="))
        for key in [
            "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=A", "AAAA",
            "dGhlIHNhbXBsZSBub25jZS1h",
        ] {
            #expect(!WebSocketKey.isValid(key))
        }
        #expect(!WebSocketKey.isValid("!!!!!!!!!!!!!!!!!!!!!!=="))
    }

    @Test("an answer to the upgrade request ends as it should", arguments: responses)
    func answerEndsAsExpected(_ entry: HandshakeResponse) async throws {
        let (silences, silence) = AsyncStream<Void>.makeStream()
        let server = RawServer { Self.play(entry, on: $0) { silence.finish() } }
        // Silence, and headers without an end, are ended by the caller; nothing else may need that.
        let isEndless = ["never-answers", "slow-loris-headers"].contains(entry.name)
        let outcome = await Self.outcome(
            port: server.port, cancelledAfter: isEndless ? silences : nil)
        let note: Comment = "\(entry.name): \(outcome)"
        switch (entry.expected, outcome) {
        case ("connected", .success): break
        case ("stop", .failure(.upgradeRefused(let refusal))):
            #expect([302, 307, 400, 404, 407, 426].contains(refusal.status), note)
        case ("retry-after:7", .failure(.upgradeRefused(let refusal))):
            #expect(refusal.status == 429 && refusal.retryAfter == .seconds(7), note)
        case ("retry-after:3", .failure(.upgradeRefused(let refusal))):
            #expect(refusal.status == 503 && refusal.retryAfter == .seconds(3), note)
        case ("retry-backoff", .failure(.upgradeRefused(let refusal))):
            let status = refusal.status
            #expect(status == 408 || status == 429 || status >= 500, note)
            #expect(refusal.body.utf8.count <= 1024, note)
        case ("retry-backoff", .failure(.closed)), ("retry-backoff", .failure(.connectFailed)):
            #expect(["close-at-once", "reset-at-once"].contains(entry.name), note)
        case ("error-then-retry", .failure(.badResponse)): break
        case ("error-then-retry", .failure(.oversizedHead)):
            #expect(entry.name == "endless-headers", note)
        case ("error-then-retry", .failure(.cancelled)): #expect(isEndless, note)
        default: Issue.record(note)
        }
    }

    @Test(
        "control characters in a head, TLS and redirects are told apart",
        arguments: [
            ("HTTP/1.1 101 Switching\u{7}\r\n\r\n", "will not be retried"),
            ("HTTP/1.1 200 OK\r\nX: a\u{1B}[2J\r\n\r\n", "will not be retried"),
            ("HTTP/1.1 200 OK\r\nX: a\u{0}\r\n\r\n", "a header value contains a NUL"),
            ("HTTP/1.1 101 \u{0}\r\n\r\n", "the first line contains a NUL"),
            ("HTTP/1.1 101 S\nUpgrade: websocket\n\n", "a line does not end with CR LF"),
            ("HTTP/1.1 101 S\r\nUpgrade: websocket\n\r\n", "a line does not end with CR LF"),
            ("\u{15}\u{3}\u{3}\u{0}\u{2}\u{2}F", "set usesTLS to true"),
            (
                "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.",
                "set usesTLS to true"
            ),
            (
                HostileString(
                    "HTTP/1.1 301 Moved\r\nLocation: https://u:p@b.test:8443/app/k?token=x\r\n"
                        + "Content-Length: 0\r\n\r\n"),
                "It redirects to https://b.test:8443/app/k. "
            ),
        ] as [(HostileString, String)])
    func words(_ answer: HostileString, words: String) async {
        let server = RawServer { socket in
            _ = socket.readUpgradeAccept()
            socket.write(Array(answer.text.utf8))
            socket.finish()
            _ = socket.readToEnd()
        }
        guard case .failure(let error) = await Self.outcome(port: server.port) else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.description.contains(words), "\(error)")
    }

    @Test("a head that arrives byte by byte is known for TLS at its second byte")
    func recordOfTLS() throws {
        var parser = HTTPResponseParser(method: "GET", bodyLimit: 100)
        [UInt8(0x15)].withUnsafeBytes { parser.append($0) }
        #expect(try parser.next() == .needsMore)
        [UInt8(0x03)].withUnsafeBytes { parser.append($0) }
        #expect(throws: HTTPSyntaxError.tls) { try parser.next() }
    }

    @Test("a date in Retry-After that is far away and a number that overflows are cut, not lost")
    func absurdWaitsAreCut() {
        #expect(RetryAfter.duration("Wed, 21 Oct 2099 07:28:00 GMT") == .seconds(999_999_999))
        #expect(RetryAfter.duration("99999999999999999999") == .seconds(999_999_999))
        #expect(RetryAfter.duration("Wed, 21 Oct 2015 07:28:00 GMT") == .zero)
        #expect(RetryAfter.duration("120") == .seconds(120))
        for bad in [
            "", "-1", "1.5", "soon", "Wed, 41 Oct 2099 07:28:00 GMT",
            "Wed, 21 Foo 2099 07:28:00 GMT",
        ] {
            #expect(RetryAfter.duration(bad) == nil)
        }
    }

    @Test("a date in Retry-After is measured from now")
    func dateIsMeasuredFromNow() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let wait = try #require(RetryAfter.duration(formatter.string(from: Date() + 100)))
        #expect(wait >= .seconds(90) && wait <= .seconds(100))
    }

    @Test("first frames that come in the packet of the 101 are not lost")
    func firstFramesArrive() async throws {
        for _ in 0..<50 {
            let server = RawServer { socket in
                socket.acceptUpgrade(followedBy: [0x81, 0x02, 0x68, 0x69, 0x81, 0x01, 0x21])
                _ = socket.read()
            }
            let connection = try await Self.connect(port: server.port)
            let expected: [WebSocketMessage] = [.text([0x68, 0x69]), .text([0x21])]
            #expect(await connection.receiveSeparately() == .messages(expected))
            await connection.close(code: nil, reason: "", timeLimit: .zero)
        }
    }

    @Test("a path or header with a line break is refused before anything is sent")
    func lineBreaksAreRefused() async {
        for endpoint in [
            WebSocketEndpoint(HTTPOrigin(host: "127.0.0.1", port: 1), target: "/a\r\nX: y"),
            WebSocketEndpoint(HTTPOrigin(host: "127.0.0.1", port: 1), target: "/a b"),
            WebSocketEndpoint(
                HTTPOrigin(host: "127.0.0.1", port: 1), target: "/",
                headers: [HTTPHeader("X", "a\nb")]),
            WebSocketEndpoint(HTTPOrigin(host: "127.0.0.1\r\n", port: 1), target: "/"),
            WebSocketEndpoint(HTTPOrigin(host: "", port: 1), target: "/"),
            WebSocketEndpoint(HTTPOrigin(host: "127.0.0.1", port: 70_000), target: "/"),
        ] {
            await #expect(throws: TransportError.self) {
                _ = try await NIOWebSocketConnector().connect(to: endpoint) { phase in
                    if case .connecting = phase { Issue.record("it was tried: \(endpoint)") }
                }
            }
        }
    }

    /// - Parameter wasSent: called when nothing more will be sent.
    private static func play(
        _ entry: HandshakeResponse, on socket: RawSocket, wasSent: () -> Void
    ) {
        if entry.then == "rst" {
            socket.resetOnClose()
            return
        }
        let accept = socket.readUpgradeAccept()
        let answer = String(decoding: entry.response_base64, as: Unicode.ASCII.self)
        let bytes =
            answer.contains("@ACCEPT@")
            ? Array(answer.replacingOccurrences(of: "@ACCEPT@", with: accept).utf8)
            : Array(entry.response_base64)
        if entry.then.hasPrefix("trickle") {
            // One byte at a time; of a head that does not end, fewer lines than are too many.
            for byte in entry.name == "slow-loris-headers" ? bytes.prefix(500) : bytes[...] {
                guard socket.write([byte]) else { return }
                sched_yield()
            }
        } else {
            socket.write(bytes)
        }
        // Closing with a FIN; keeping open until the client goes.
        if entry.then == "close" { socket.finish() }
        wasSent()
        _ = socket.readToEnd()
    }

    private static func connect(port: Int) async throws(TransportError) -> any WebSocketConnection {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: port), target: "/app/key")
        return try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
    }

    /// The result of an attempt, which is cancelled when the stream ends.
    private static func outcome(
        port: Int, cancelledAfter end: AsyncStream<Void>? = nil
    ) async -> Result<ConnectionDetails, TransportError> {
        let attempt = Task { () -> Result<ConnectionDetails, TransportError> in
            do throws(TransportError) {
                let connection = try await Self.connect(port: port)
                await connection.close(code: nil, reason: "", timeLimit: .zero)
                return .success(connection.details)
            } catch {
                return .failure(error)
            }
        }
        if let end {
            for await _ in end {}
            attempt.cancel()
        }
        return await attempt.value
    }
}
