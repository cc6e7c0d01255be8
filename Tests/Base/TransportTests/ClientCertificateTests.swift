import BuoyTestBasics
import CChannelsOpenSSL
import Foundation
import Testing

@testable import ChannelsTransport

@Suite(.inTurn)
struct ClientCertificateTests {
    /// A server that asks for a certificate of the test authority.
    private static func server(_ certificates: Certificates) async throws -> NIOServer {
        let context = try TLSContext(certificates.server("ip-san"))
        SSL_CTX_load_verify_file(context.pointer, certificates.root)
        SSL_CTX_set_verify(
            context.pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        return try await NIOServer.loopback(context: context)
    }

    private static func connect(
        _ server: NIOServer, _ tls: TLSClientSettings
    ) async -> Result<any WebSocketConnection, TransportError> {
        let endpoint = WebSocketEndpoint(
            HTTPOrigin(host: "127.0.0.1", port: server.port, tls: tls), target: "/")
        do throws(TransportError) {
            return .success(try await NIOWebSocketConnector().connect(to: endpoint) { _ in })
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "a server that asks for a certificate is shown it, with its chain",
        arguments: [("client.pem", "client.key"), ("client-with-key.pem", nil)])
    func isShown(_ certificate: String, _ key: String?) async throws {
        let certificates = Certificates.shared
        let server = try await Self.server(certificates)
        let tls = TLSClientSettings(
            trustRootsFile: certificates.root, certificateFile: certificates.path(certificate),
            keyFile: key.map(certificates.path))
        let connection = try await Self.connect(server, tls).get()
        try connection.send([[0x61]])
        #expect(await connection.receive(count: 1) == [.text([0x61])])
        await server.close()
    }

    @Test("PEM blocks may have text between them, carriage returns and company")
    func forms() async throws {
        let certificates = Certificates.shared
        let folder = try TestFolder()
        let file = { (names: [String]) in
            let parts = try names.map {
                "\($0):\n" + (try String(contentsOfFile: certificates.path($0), encoding: .utf8))
            }
            let text = parts.joined(separator: "\n") + "\nEnd\n"
            let name = names.joined(separator: "+")
            try folder.write(text.replacing("\n", with: "\r\n"), to: name)
            return folder.file(name)
        }
        let context = try TLSContext(
            TLSServerSettings(
                certificateFile: file(["ip-san.pem"]), keyFile: file(["ip-san.key"])))
        try PEMFile(certificates.root).trust(in: context.pointer)
        SSL_CTX_set_verify(
            context.pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        let server = try await NIOServer.loopback(context: context)
        let tls = try TLSClientSettings(
            trustRootsFile: file(["client.key", "untrusted.pem", "root.pem", "root.pem"]),
            certificateFile: file(["client.pem"]), keyFile: file(["client.key"]))
        let connection = try await Self.connect(server, tls).get()
        try connection.send([[0x61]])
        #expect(await connection.receive(count: 1) == [.text([0x61])])
        await server.close()
    }

    @Test("a damaged certificate after the first is an error, not the end of the chain")
    func damagedChain() throws {
        let certificates = Certificates.shared
        let folder = try TestFolder()
        let own = try String(contentsOfFile: certificates.path("client.pem"), encoding: .utf8)
        let end = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        try folder.write(own + end, to: "client.pem")
        #expect(throws: TransportError.self) {
            try TLSContext(
                TLSClientSettings(
                    certificateFile: folder.file("client.pem"),
                    keyFile: certificates.path("client.key")))
        }
    }

    @Test("a pipe is refused at once as any of the files")
    func pipes() throws {
        let certificates = Certificates.shared
        let folder = try TestFolder()
        let (path, good) = (folder.file("pipe"), certificates.path("client.pem"))
        #expect(mkfifo(path, 0o600) == 0)
        for settings in [
            TLSClientSettings(trustRootsFile: path), TLSClientSettings(certificateFile: path),
            TLSClientSettings(certificateFile: good, keyFile: path),
        ] {
            #expect(
                throws: TransportError.tlsSettings("cannot read \(path): not a regular file")
            ) { try TLSContext(settings) }
        }
    }

    @Test(
        "a server that misses a certificate, or does not accept it, is told as a failure of TLS",
        arguments: [
            (nil, "requires a client certificate"),
            ("untrusted", "rejected the client certificate"),
        ])
    func isMissing(_ name: String?, _ words: String) async throws {
        let certificates = Certificates.shared
        let server = try await Self.server(certificates)
        var tls = TLSClientSettings(trustRootsFile: certificates.root)
        if let name {
            tls.certificateFile = certificates.path("\(name).pem")
            tls.keyFile = certificates.path("\(name).key")
        }
        guard case .failure(.tlsFailed(let failure)) = await Self.connect(server, tls) else {
            Issue.record("no failure of TLS")
            return
        }
        #expect(TransportError.tlsFailed(failure).description.contains(words), "\(failure)")
        #expect(!failure.isCertificate)
        await server.close()
    }

    @Test("a server that does not ask is not disturbed by a certificate")
    func isNotAsked() async throws {
        let certificates = Certificates.shared
        let server = try await NIOServer.loopback(
            context: TLSContext(certificates.server("ip-san")))
        let tls = TLSClientSettings(
            trustRootsFile: certificates.root, certificateFile: certificates.path("client.pem"),
            keyFile: certificates.path("client.key"))
        _ = try await Self.connect(server, tls).get()
        await server.close()
    }

    @Test(
        "a file that cannot be used is named, with the reason",
        arguments: [
            ("missing.pem", "client.key", "missing.pem"),
            ("client.key", "client.key", "client.key"),
            ("client.pem", "missing.key", "missing.key"),
            ("client.pem", "good.key", "good.key"),
            ("client.pem", "client.pem", "client.pem"), ("client.pem", nil, "client.pem"),
            ("client.pem", "client-encrypted.key", "client-encrypted.key requires a passphrase"),
            (
                "client.pem", "client-encrypted-old.key",
                "client-encrypted-old.key requires a passphrase"
            ),
            (nil, "client.key", "client.key"),
        ] as [(String?, String?, String)])
    func badFiles(_ certificate: String?, _ key: String?, _ words: String) throws {
        let certificates = Certificates.shared
        let tls = TLSClientSettings(
            certificateFile: certificate.map(certificates.path), keyFile: key.map(certificates.path)
        )
        do {
            _ = try TLSContext(tls)
            Issue.record("taken")
        } catch {
            guard case .tlsSettings(let text) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(text.contains(words), "\(text)")
            #expect(!text.contains("no reason given"), "\(text)")
        }
    }
}
