import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct TLSTests {
    @Test("a certificate is accepted or refused as it should be", arguments: Certificates.rows)
    func matrix(_ row: Certificates.Row) throws {
        let certificates = Certificates.shared
        let client = try TLSSession(
            context: TLSContext(TLSClientSettings(trustRootsFile: certificates.root)),
            peerName: row.host)
        // The server may show what we would not use: weak keys and signatures.
        let server = try TLSSession(
            context: TLSContext(certificates.server(row.certificate), securityLevel: 0),
            peerName: "client")
        let failure = Self.shakeHands(client, server)
        guard row.verdict == "refuse" else {
            // `documented`: without a CRL or a staple these are accepted, as by nearly every
            // client.
            #expect(failure == nil)
            #expect(client.version == "TLSv1.3")
            return
        }
        guard case .tlsFailed(let trouble) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(trouble.isCertificate)
        #expect(trouble.host == row.host)
        let words = try #require(Self.words[row.words])
        #expect(words.contains(where: trouble.reason.contains), "\(trouble.reason)")
        if row.certificate == "cn-only" {
            #expect(trouble.certificateNames == [])
            #expect(TransportError.tlsFailed(trouble).description.contains("names no host"))
        } else {
            #expect(!trouble.certificateNames.isEmpty)
        }
        #expect(TransportError.tlsFailed(trouble).description.contains(row.host))
    }

    @Test("a certificate that is named as trusted needs no authority")
    func namedCertificate() throws {
        let certificates = Certificates.shared
        for (name, isTrusted) in [("good", true), ("self-signed", false)] {
            let client = try TLSSession(
                context: TLSContext(
                    TLSClientSettings(trustRootsFile: certificates.server(name).certificateFile)),
                peerName: "localhost")
            let server = try TLSSession(
                context: TLSContext(certificates.server("good")), peerName: "client")
            #expect((Self.shakeHands(client, server) == nil) == isTrusted, "\(name)")
        }
    }

    @Test("a named intermediate is an anchor, for what it has issued and for nothing else")
    func namedIntermediate() throws {
        let certificates = Certificates.shared
        let chain = try String(
            contentsOfFile: certificates.server("good").certificateFile, encoding: .utf8)
        let start = try #require(chain.ranges(of: "-----BEGIN CERTIFICATE-----").dropFirst().first)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try Data(chain[start.lowerBound...].utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for (name, isTrusted) in [("good", true), ("untrusted", false), ("expired", false)] {
            let client = try TLSSession(
                context: TLSContext(
                    TLSClientSettings(trustRootsFile: file.path(percentEncoded: false))),
                peerName: "localhost")
            let server = try TLSSession(
                context: TLSContext(certificates.server(name)), peerName: "client")
            #expect((Self.shakeHands(client, server) == nil) == isTrusted, "\(name)")
        }
    }

    /// What the matrix asks for, in OpenSSL's words.
    private static let words = [
        "name mismatch": ["hostname mismatch", "IP address mismatch"],
        "name mismatch (no subjectAltName)": ["hostname mismatch"],
        "name mismatch; both names shown": ["hostname mismatch"],
        "expired; date shown": ["certificate has expired (Jan  1 00:00:00 2021 GMT)"],
        "not yet valid (hint: check this machine's clock)": [
            "certificate is not yet valid (Jan  1"
        ],
        "self-signed": ["self-signed certificate"],
        "unknown issuer": [
            "unable to get local issuer", "self-signed certificate in certificate chain",
        ],
        "incomplete chain": [
            "unable to get local issuer", "unable to verify the first certificate",
        ],
        "wrong purpose": ["unsuitable certificate purpose", "unsupported certificate purpose"],
        "issuer is not a CA": ["invalid CA certificate"],
        "path length": ["path length constraint exceeded"],
        "name constraints": ["permitted subtree violation"],
        "key too small": ["key too weak"],
        "weak signature": ["signature digest algorithm too weak", "CA md too weak"],
    ]

    /// A NUL in a name is not taken as its end.
    @Test(
        "all names of the certificate are told, whole, and addresses as such",
        arguments: [
            ("nul-name", [HostileString("localhost\u{0}.evil.test")]),
            ("ip-san", [HostileString("127.0.0.1"), HostileString("0:0:0:0:0:0:0:1")]),
        ])
    func namesAreWhole(certificate: String, names: [HostileString]) throws {
        let certificates = Certificates.shared
        let client = try TLSSession(
            context: TLSContext(TLSClientSettings(trustRootsFile: certificates.root)),
            peerName: "localhost")
        let server = try TLSSession(
            context: TLSContext(certificates.server(certificate)), peerName: "client")
        guard case .tlsFailed(let failure) = Self.shakeHands(client, server) else {
            Issue.record("accepted")
            return
        }
        #expect(failure.certificateNames == names.map(\.text))
    }

    @Test(
        "upper case, and a dot at the end, do not change a name",
        arguments: ["LOCALHOST", "localhost."])
    func nameIsNormal(_ name: String) throws {
        let certificates = Certificates.shared
        let client = try TLSSession(
            context: TLSContext(TLSClientSettings(trustRootsFile: certificates.root)),
            peerName: name)
        let server = try TLSSession(
            context: TLSContext(certificates.server("good")), peerName: "client")
        #expect(Self.shakeHands(client, server) == nil)
    }

    @Test("the system's authorities do not vouch for a test certificate")
    func systemRootsRefuse() throws {
        let certificates = Certificates.shared
        let client = try TLSSession(
            context: TLSContext(TLSClientSettings()), peerName: "localhost")
        let server = try TLSSession(
            context: TLSContext(certificates.server("good")), peerName: "client")
        guard case .tlsFailed(let failure) = Self.shakeHands(client, server) else {
            Issue.record("accepted")
            return
        }
        #expect(TransportError.tlsFailed(failure).description.contains("trustRootsFile"))
    }

    @Test("files that cannot be used are told as settings")
    func badFiles() throws {
        let certificates = Certificates.shared
        #expect(throws: TransportError.self) {
            _ = try TLSContext(TLSClientSettings(trustRootsFile: Nowhere.file))
        }
        #expect(throws: TransportError.self) {
            _ = try TLSContext(TLSClientSettings(trustRootsFile: certificates.path("good.key")))
        }
        #expect(throws: TransportError.self) {
            _ = try TLSContext(
                TLSServerSettings(
                    certificateFile: certificates.path("good.pem"),
                    keyFile: certificates.path("ip-san.key")))
        }
        // Refused by the security level that listening ends have.
        #expect(throws: TransportError.self) { _ = try TLSContext(certificates.server("weak-key")) }
    }

    @Test("a WebSocket over TLS carries large texts both ways")
    func webSocketOverTLS() async throws {
        let certificates = Certificates.shared
        let server = try await NIOServer.loopback(
            context: TLSContext(certificates.server("ip-san")))
        let connection = try await Self.connectSecurely(server.port, certificates)
        #expect(connection.details.tlsVersion == "TLSv1.3")
        let texts = [10, 16_384, 100_000, 900_000].map { [UInt8](repeating: 0x61, count: $0) }
        try connection.send(texts)
        #expect(await connection.receive(count: 4) == texts.map { .text($0) })
        await connection.close(code: 1000, reason: "", timeLimit: .seconds(30))
        #expect(await connection.receiveClosure() == WebSocketClosure(code: 1000, closedByUs: true))
        await server.close()
    }

    @Test("first frames behind the 101 are not lost over TLS")
    func firstFramesOverTLS() async throws {
        let certificates = Certificates.shared
        let server = try await NIOServer.loopback(
            TestHandler(talk: { connection in
                try? connection.send([[0x61]])
                _ = await connection.receiveClosure()
            }), context: TLSContext(certificates.server("ip-san")))
        for _ in 0..<20 {
            let connection = try await Self.connectSecurely(server.port, certificates)
            #expect(await connection.receiveSeparately() == .messages([.text([0x61])]))
            await connection.close(code: 1000, reason: "", timeLimit: .seconds(30))
        }
        await server.close()
    }

    @Test("a request over https is answered")
    func httpsRequest() async throws {
        let certificates = Certificates.shared
        let server = try await NIOServer.loopback(
            context: TLSContext(certificates.server("ip-san")))
        let origin = HTTPOrigin(
            host: "127.0.0.1", port: server.port,
            tls: TLSClientSettings(trustRootsFile: certificates.root))
        let response = try await NIOHTTPRequester().send(
            HTTPRequest(method: "POST", origin: origin, target: "/x", body: [0x61]),
            timeLimit: .seconds(30), bodyLimit: 100)
        #expect(response.body == Array("POST /x a".utf8))
        await server.close()
    }

    @Test("a wrong certificate is refused on the wire too, with both names")
    func refusedOnTheWire() async throws {
        let certificates = Certificates.shared
        let server = try await NIOServer.loopback(
            context: TLSContext(certificates.server("wrong-host")))
        do {
            _ = try await Self.connectSecurely(server.port, certificates)
            Issue.record("accepted")
        } catch {
            var failure = TLSFailure(
                host: "127.0.0.1", reason: "IP address mismatch",
                certificateNames: ["other.test"], isCertificate: true)
            failure.hasOwnRoots = true
            #expect(error == .tlsFailed(failure))
        }
        await server.close()
    }

    @Test("TLS spoken to a plain server, and plain spoken to a TLS server, fail cleanly")
    func mixedUp() async throws {
        let certificates = Certificates.shared
        let plain = try await NIOServer.loopback()
        do {
            _ = try await Self.connectSecurely(plain.port, certificates)
            Issue.record("connected")
        } catch {
            guard case .tlsFailed(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!failure.isCertificate)
        }
        let secure = try await NIOServer.loopback(context: TLSContext(certificates.server("good")))
        await #expect(throws: TransportError.self) { _ = try await connect(port: secure.port) }
        await plain.close()
        await secure.close()
    }

    /// A request to this server gets no answer, because the connection ends before its end.
    static func expectCut(_ origin: HTTPOrigin) async {
        do {
            let response = try await NIOHTTPRequester().send(
                HTTPRequest(method: "GET", origin: origin, target: "/"), timeLimit: .seconds(30),
                bodyLimit: 100)
            Issue.record("\(response)")
        } catch {
            guard case .closed = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("data cut off without the end of TLS is an error, not the end of a body")
    func truncationIsNoticed() async throws {
        let certificates = Certificates.shared
        let context = try TLSContext(certificates.server("ip-san"))
        let server = RawServer { Self.answer($0, context, with: Self.halfAnAnswer) }
        let origin = HTTPOrigin(
            host: "127.0.0.1", port: server.port,
            tls: TLSClientSettings(trustRootsFile: certificates.root))
        await Self.expectCut(origin)
    }

    @Test("bytes behind the end of TLS are no error, and do not hide what came before")
    func bytesBehindTheEnd() async throws {
        let certificates = Certificates.shared
        let context = try TLSContext(certificates.server("ip-san"))
        let behind = Array("no TLS record".utf8) + [UInt8](repeating: 0x17, count: 40_000)
        let server = RawServer {
            Self.answer(
                $0, context, with: "HTTP/1.1 200 OK\r\n\r\nwhole", endsTLS: true, then: behind)
        }
        let origin = HTTPOrigin(
            host: "127.0.0.1", port: server.port,
            tls: TLSClientSettings(trustRootsFile: certificates.root))
        let response = try await NIOHTTPRequester().send(
            HTTPRequest(method: "GET", origin: origin, target: "/"), timeLimit: .seconds(30),
            bodyLimit: 100)
        #expect(response.body == Array("whole".utf8))
    }

    @Test("TLS that breaks after it has carried something is a connection that broke")
    func breaksLater() async throws {
        let certificates = Certificates.shared
        let context = try TLSContext(certificates.server("ip-san"))
        let server = RawServer {
            Self.answer($0, context, with: Self.halfAnAnswer, then: Array("no TLS record".utf8))
        }
        let origin = HTTPOrigin(
            host: "127.0.0.1", port: server.port,
            tls: TLSClientSettings(trustRootsFile: certificates.root))
        do {
            let response = try await NIOHTTPRequester().send(
                HTTPRequest(method: "GET", origin: origin, target: "/"), timeLimit: .seconds(30),
                bodyLimit: 100)
            Issue.record("\(response)")
        } catch {
            guard case .closed(let cause, _) = error, cause.hasPrefix("TLS failed: ") else {
                Issue.record("\(error)")
                return
            }
        }
    }

    static let halfAnAnswer = "HTTP/1.1 200 OK\r\n\r\nhalf a bo"

    /// Plays a server that speaks TLS by hand, answers a request, and ends TCP.
    ///
    /// - Parameters:
    ///   - endsTLS: whether TLS is ended orderly behind the answer.
    ///   - behind: what follows in the same packet, as it is.
    static func answer(
        _ socket: RawSocket, _ context: TLSContext, with text: String,
        endsTLS: Bool = false,
        then behind: [UInt8] = []
    ) {
        guard let session = try? TLSSession(context: context, peerName: "client") else { return }
        var isDone = false
        while !isDone {
            let bytes = socket.read()
            guard !bytes.isEmpty else { return }
            bytes.withUnsafeBytes { session.receive($0) }
            isDone = (try? session.handshake()) ?? true
            socket.write(session.outgoing())
        }
        // The request may have come with the end of the handshake.
        var request = [UInt8](repeating: 0, count: 1_000)
        while case .wait = request.withUnsafeMutableBytes({ session.read(into: $0) }) {
            let bytes = socket.read()
            guard !bytes.isEmpty else { return }
            bytes.withUnsafeBytes { session.receive($0) }
        }
        Array(text.utf8).withUnsafeBytes { _ = session.write($0) }
        if endsTLS { session.shutdown() }
        socket.write(session.outgoing() + behind)
    }

    private static func connectSecurely(
        _ port: Int, _ certificates: Certificates
    ) async throws(TransportError) -> any WebSocketConnection {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(
                host: "127.0.0.1", port: port,
                tls: TLSClientSettings(trustRootsFile: certificates.root)), target: "/app/key")
        return try await NIOWebSocketConnector().connect(to: endpoint) { _ in }
    }

    /// Carries bytes between two sessions until both are done.
    ///
    /// - Returns: why the client refused, if it did.
    private static func shakeHands(_ client: TLSSession, _ server: TLSSession) -> TransportError? {
        for _ in 0..<10 {
            do throws(TransportError) {
                let isDone = try client.handshake()
                client.outgoing().withUnsafeBytes { server.receive($0) }
                if isDone { return nil }
            } catch {
                return error
            }
            _ = try? server.handshake()
            server.outgoing().withUnsafeBytes { client.receive($0) }
        }
        return .timedOut(phase: "shaking hands")
    }
}

extension TLSSession {
    /// All bytes that wait for the network.
    func outgoing() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: self.outgoingCount) { buffer, count in
            count = self.takeOutgoing(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
