import Channels
import Foundation
import Testing
import Transport

@testable import Sandbox

@Suite(
    "The client and the sandbox over TLS", .timeLimit(.minutes(1)),
    .enabled(if: OwnCertificate.shared != nil, "the openssl command is needed for a certificate"))
struct ClientTLSTests {
    @Test("the socket and the endpoint are trusted with the authority's file")
    func trusted() async throws {
        let certificate = try #require(OwnCertificate.shared)
        try await LoopbackSandbox.run(options: certificate.options) { sandbox in
            let method = sandbox.endpoint(user: "ana", scheme: "https")
            let change = { (options: inout ChannelsOptions) in
                options.usesTLS = true
                options.authorityFile = certificate.path
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
        let certificate = try #require(OwnCertificate.shared)
        try await LoopbackSandbox.run(options: certificate.options) { sandbox in
            let failure = try await Self.failure(at: sandbox.port) { $0.usesTLS = true }
            #expect(failure.kind == .tls)
            #expect(failure.text.contains("certificate"))
            #expect(failure.text.contains("self-signed"))
            #expect(failure.text.contains("127.0.0.1"))
            #expect(failure.text.contains("--ca-file"))
        }
    }

    @Test("plain WebSocket to a TLS port, and TLS to a plain port, fail with a sentence")
    func mixedUp() async throws {
        let certificate = try #require(OwnCertificate.shared)
        try await LoopbackSandbox.run(options: certificate.options) { sandbox in
            let failure = try await Self.failure(at: sandbox.port) { _ in }
            #expect(failure.kind == .unreachable || failure.kind == .protocolViolation)
            #expect(!failure.text.isEmpty)
        }
        try await LoopbackSandbox.run { sandbox in
            let failure = try await Self.failure(at: sandbox.port) { $0.usesTLS = true }
            #expect(failure.kind == .tls)
            #expect(failure.text.contains("Check that the port speaks TLS"))
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
                guard case .attemptFailed(1, .failed(let failure)) = kind else { return nil }
                return failure
            }
        }
        return try #require(failure)
    }
}

/// A certificate for 127.0.0.1 that is its own authority, made once for each run of the tests;
/// `nil` where there is no `openssl` command.
private struct OwnCertificate: Sendable {
    static let shared = OwnCertificate()

    private let folder: URL

    private init?() {
        self.folder = FileManager.default.temporaryDirectory
            .appending(path: "buoy-sandbox-\(ProcessInfo.processInfo.processIdentifier)")
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=buoy", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", self.keyPath, "-out", self.path,
        ]
        openssl.standardOutput = FileHandle.nullDevice
        openssl.standardError = FileHandle.nullDevice
        do {
            try FileManager.default.createDirectory(
                at: self.folder, withIntermediateDirectories: true)
            try openssl.run()
        } catch { return nil }
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { return nil }
        atexit {
            guard let shared = OwnCertificate.shared else { return }
            try? FileManager.default.removeItem(at: shared.folder)
        }
    }

    var path: String { self.folder.appending(path: "certificate.pem").path }
    private var keyPath: String { self.folder.appending(path: "key.pem").path }

    var options: SandboxOptions {
        var options = SandboxOptions()
        options.tls = TLSServerSettings(certificateFile: self.path, keyFile: self.keyPath)
        return options
    }
}
