import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

@Suite("The client and the sandbox over TLS", .inTurn)
struct ClientTLSTests {
    @Test("the socket and the endpoint are trusted with the authority's file")
    func trusted() async throws {
        try await LoopbackSandbox.run(options: OwnCertificate.options) { sandbox in
            let method = sandbox.endpoint(user: "ana", scheme: "https")
            let change = { (options: inout ChannelsOptions) in
                options.route.usesTLS = true
                options.route.trustRootsFile = LoopbackCertificate.path
            }
            try await LiveClient.run(at: sandbox.port, authMethod: method, change: change) { live in
                try await live.connect()
                try await live.subscribe("private-orders")
                await sandbox.publish("paid", on: "private-orders")
                #expect(try await live.report.received().name == "paid")
            }
        }
    }

    @Test("without the authority's file the failure names the certificate and the way out")
    func untrusted() async throws {
        try await LoopbackSandbox.run(options: OwnCertificate.options) { sandbox in
            let failure = try await Self.failure(at: sandbox.port) { $0.route.usesTLS = true }
            guard case .tls = failure.kind else {
                Issue.record("\(failure)")
                return
            }
            #expect(failure.text.contains("certificate"))
            #expect(failure.text.contains("self-signed"))
            #expect(failure.text.contains("127.0.0.1"))
            #expect(failure.text.contains("in trustRootsFile"))
        }
    }

    @Test("plain WebSocket to a TLS port, and TLS to a plain port, fail with a sentence")
    func mixedUp() async throws {
        try await LoopbackSandbox.run(options: OwnCertificate.options) { sandbox in
            let failure = try await Self.failure(at: sandbox.port) { _ in }
            #expect(failure.kind == .unreachable || failure.kind == .protocolViolation)
            #expect(!failure.text.isEmpty)
        }
        try await LoopbackSandbox.run { sandbox in
            let failure = try await Self.failure(at: sandbox.port) { $0.route.usesTLS = true }
            guard case .tls = failure.kind else {
                Issue.record("\(failure)")
                return
            }
            #expect(failure.text.contains("set usesTLS to false"))
        }
    }

    /// How the first attempt fails.
    private static func failure(
        at port: Int, change: (inout ChannelsOptions) -> Void
    ) async throws -> ConnectFailure {
        var failure: ConnectFailure?
        try await LiveClient.run(at: port, change: change) { live in
            await live.client.connect()
            failure = try await live.report.first { kind in
                guard case .attemptFailed(1, let end, _) = kind, let failure = end.failure else {
                    return nil
                }
                return failure
            }
        }
        return try #require(failure)
    }
}

/// A sandbox with TLS.
private enum OwnCertificate {
    static var options: SandboxOptions {
        var options = SandboxOptions()
        options.tls = TLSServerSettings(
            certificateFile: LoopbackCertificate.path, keyFile: LoopbackCertificate.keyPath)
        return options
    }
}
