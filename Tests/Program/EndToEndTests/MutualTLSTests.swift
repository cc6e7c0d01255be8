import BuoyServers
import BuoyTestBasics
import BuoyTestSupport
import CChannelsOpenSSL
import Foundation
import Testing

@testable import ChannelsTransport

/// A server that only clients with a certificate reach, as behind nginx with `ssl_verify_client
/// on`, and that is known by name. An endpoint on the same host authorizes channels.
@Suite("A server that requires a client certificate", .inTurn)
struct MutualTLSTests {
    /// The certificates of the transport's tests: one for the server, one for its clients.
    private static func certificate(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Base/TransportTests/Corpora/certificates/\(name)")
            .standardized.path(percentEncoded: false)
    }

    /// Serves a sandbox, and gives the test the variables that name a configuration with it.
    private func serve(_ test: ([String: String], Int) async throws -> Void) async throws {
        let context = try TLSContext(
            TLSServerSettings(
                certificateFile: Self.certificate("ip-san.pem"),
                keyFile: Self.certificate("ip-san.key")))
        SSL_CTX_load_verify_file(context.pointer, Self.certificate("root.pem"))
        SSL_CTX_set_verify(
            context.pointer, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        let server = try await NIOServer.listen(
            address: "127.0.0.1", port: 0, context: context,
            limits: ServerLimits(webSocket: WebSocketLimits()),
            handler: SandboxServer(options: SandboxOptions()))
        let file = try SecretFile(Self.configuration(port: server.port))
        try await test(["BUOY_CONFIG": file.path], server.port)
        await server.close()
    }

    private static func configuration(port: Int) -> String {
        """
        [servers.mutual]
        host = "127.0.0.1"
        port = \(port)
        key = "buoy-sandbox-key"
        ca_file = "\(Self.certificate("root.pem"))"
        client_certificate = "\(Self.certificate("client.pem"))"
        client_key = "\(Self.certificate("client.key"))"
        app_id = "1"
        secret_command = ["printf", "%s\\\\n", "buoy-sandbox-secret"]
        auth.endpoint = "https://127.0.0.1:\(port)/pusher/auth"
        channels = ["private-orders"]
        """
    }

    @Test(
        "commands show the certificate to the socket, the HTTP API and the endpoint",
        arguments: [
            ["channels"], ["check", "private-orders"], ["check", "private-orders", "--publish"],
            ["trigger", "orders", "paid", "1"],
        ])
    func commands(_ arguments: [String]) async throws {
        try await self.serve { environment, _ in
            let run = try Run(arguments + ["--server", "mutual"], environment: environment)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }

    @Test("without the certificate, nothing is answered")
    func missing() async throws {
        try await self.serve { environment, port in
            let run = try Run(
                [
                    "channels", "--host", "127.0.0.1", "--port", "\(port)", "--key",
                    "buoy-sandbox-key", "--app-id", "1", "--secret-command",
                    "echo buoy-sandbox-secret", "--ca-file", Self.certificate("root.pem"),
                ], environment: environment)
            #expect(run.status != 0 && run.output.isEmpty)
        }
    }

    @Test("the dashboard subscribes to a private channel, and publishes")
    func dashboard() async throws {
        try await self.serve { environment, _ in
            let terminal = try PseudoTerminal(
                BuiltProgram.path, ["mutual"], columns: 100, rows: 30, environment: environment)
            #expect(terminal.shows("● private-orders"), "\(terminal.screen.text)")
            terminal.type(":publish private-orders paid 1\r")
            #expect(
                terminal.shows("paid was published to private-orders"), "\(terminal.screen.text)")
            terminal.type("Q")
            #expect(terminal.end() == 0)
        }
    }

    @Test("the proxy shows it to a server that it knows by name")
    func proxy() async throws {
        try await self.serve { environment, _ in
            let proxy = try Running(
                ["proxy", "--server", "mutual", "--listen", "127.0.0.1:0"],
                environment: environment)
            let address = /clients connect to ws:\/\/127\.0\.0\.1:(\d+)/
            #expect(waitUntil { proxy.errors.contains(address) }, "\(proxy.errors)")
            let port = try #require(proxy.errors.firstMatch(of: address)).1
            let run = try Run(
                [
                    "tail", "orders", "--key", "buoy-sandbox-key", "--host", "127.0.0.1",
                    "--port", String(port), "--no-tls",
                ]
            ) { $0.contains("orders ~subscribed") }
            #expect(run.output.contains("orders ~subscribed"), "\(proxy.output)\(proxy.errors)")
            proxy.interrupt()
        }
    }
}
