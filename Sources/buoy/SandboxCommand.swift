internal import ArgumentParser
internal import ChannelsProtocol
internal import Glibc
internal import Sandbox
internal import Transport

/// Runs the sandbox alone, for other programs to connect to.
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run a small Channels service, for other programs to connect to.",
        discussion: Self.discussion)

    private static var discussion: String {
        let keys = DemoKey.allCases.map { "  \($0.rawValue)  \($0.reason)" }
        let faults = SandboxFault.examples.map { "  \($0.json)\n      \($0.effect)" }
        return """
            Besides its own app key there are keys that are turned away, each with the close code \
            in its name:
            \(keys.joined(separator: "\n"))

            Other programs can be tried against faults. They are asked for with POST \
            /sandbox/faults:
            \(faults.joined(separator: "\n"))
            """
    }

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 6001

    @Option(
        help: """
            The address to listen on. Other machines can connect when it is not a loopback address: \
            the sandbox's secret is public.
            """)
    var address = "127.0.0.1"

    @Option(help: "What the scenario's dice start from: the same seed gives the same events.")
    var seed: UInt64 = 1

    @Option(name: .customLong("max-members"), help: "The most members of a presence channel.")
    var maxMembers = 100

    @Option(
        name: .customLong("tls-certificate"), help: "A PEM file with the certificate to show.")
    var tlsCertificate: String?

    @Option(name: .customLong("tls-key"), help: "A PEM file with the certificate's key.")
    var tlsKey: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Take requests for faults. Without the flag they are taken on loopback addresses only.
            """)
    var faults: Bool?

    @Flag(name: .customLong("quiet"), help: "Without the scenario: nothing happens by itself.")
    var isQuiet = false

    func validate() throws {
        guard (0...65535).contains(self.port) else {
            throw ValidationError("The port must be between 0 and 65535.")
        }
        guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
            throw ValidationError("TLS needs both --tls-certificate and --tls-key.")
        }
        var number = in6_addr()
        guard
            self.address == "localhost" || inet_pton(AF_INET, self.address, &number) == 1
                || inet_pton(AF_INET6, self.address, &number) == 1
        else {
            throw ValidationError("--address must be an IP address of this machine, or localhost.")
        }
        guard (1...100_000).contains(self.maxMembers) else {
            throw ValidationError("--max-members must be between 1 and 100000.")
        }
    }

    func run() async throws {
        var options = SandboxOptions()
        options.port = self.port
        options.address = self.address
        options.seed = self.seed
        options.hasBots = !self.isQuiet
        options.limits.members = self.maxMembers
        options.takesFaults = self.faults
        if let certificate = self.tlsCertificate, let key = self.tlsKey {
            options.tls = TLSServerSettings(certificateFile: certificate, keyFile: key)
        }
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let server = SandboxServer(options: options)
        let port = try await server.startOrFail()
        Console.print(self.greeting(port: port, isLoopback: options.isLoopback))
        let signal = await signals.next() ?? SIGTERM
        await server.stop()
        throw ExitCode(128 + signal)
    }

    private func greeting(port: Int, isLoopback: Bool) -> String {
        let isSecure = self.tlsCertificate != nil
        let host = Self.bracketed(self.reachableAddress)
        let http = isSecure ? "https" : "http"
        var lines = [
            "The sandbox listens on \(isSecure ? "wss" : "ws")://"
                + "\(Self.bracketed(self.address)):\(port). Ctrl-C ends it.",
            "",
            "  app id  \(SandboxApp.standard.id)",
            "  key     \(SandboxApp.standardKey)",
            "  secret  \(SandboxApp.standardSecret)   (public: it opens nothing but a sandbox)",
            "  sealing \(SandboxApp.standardMasterKey)   (master key of encrypted channels)",
            "  auth    \(http)://\(host):\(port)/pusher/auth",
            "  users   \(http)://\(host):\(port)/pusher/user-auth",
            "  API     \(http)://\(host):\(port)/apps/\(SandboxApp.standard.id)/events",
            "",
            "Watch it:",
            "  buoy --key \(SandboxApp.standardKey) --host \(self.reachableAddress) --port \(port)"
                + (isSecure ? " --ca-file ROOT.pem" : " --no-tls")
                + " --auth-endpoint '\(http)://\(host):\(port)/pusher/auth'"
                + " --subscribe "
                + SandboxDirectory.demoChannels.map(\.text).joined(separator: ","),
            "",
            "Point pusher-js at it:",
            "  new Pusher(\"\(SandboxApp.standardKey)\", { cluster: \"\", wsHost: \"\(host)\", "
                + "wsPort: \(port), wssPort: \(port), forceTLS: \(isSecure),",
            "    enabledTransports: [\"ws\", \"wss\"], channelAuthorization: "
                + "{ endpoint: \"\(http)://\(host):\(port)/pusher/auth\" } })",
        ]
        if !isLoopback {
            lines.insert("Warning: everybody who reaches this address can use it.", at: 1)
        }
        return lines.joined(separator: "\n")
    }

    /// Where this machine reaches a sandbox that listens on all of its addresses.
    private var reachableAddress: String {
        switch self.address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: self.address
        }
    }

    /// As a URL has it.
    private static func bracketed(_ address: String) -> String {
        address.contains(":") ? "[\(address)]" : address
    }
}
