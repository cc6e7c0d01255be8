internal import ArgumentParser
internal import ChannelsProtocol
internal import ChannelsSigning
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
            Besides its own app key, the sandbox has keys that it refuses, each with the close code \
            in its name:
            \(keys.joined(separator: "\n"))

            To test other programs against faults, POST these to \
            /sandbox/faults:
            \(faults.joined(separator: "\n"))
            """
    }

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 6001

    @Option(
        help: """
            The address to listen on. Unless it is a loopback address, other machines can \
            connect: the sandbox's secret is public.
            """)
    var address = "127.0.0.1"

    @Option(help: "The seed of the scenario: the same seed gives the same events.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The app's key (\(SandboxApp.standardKey)).", valueName: "key"))
    var key = SandboxApp.standardKey

    @Option(
        help: ArgumentHelp("The app's secret (\(SandboxApp.standardSecret)).", valueName: "secret"))
    var secret = SandboxApp.standardSecret

    @Option(name: .customLong("app-id"), help: "The app's id, in the paths of the HTTP API.")
    var appID = SandboxApp.standard.id

    @Option(name: .customLong("max-members"), help: "The most members of a presence channel.")
    var maxMembers = 100

    @Flag(
        name: .customLong("no-client-events"),
        help: "Refuse client events, as an app does that has them off.")
    var refusesClientEvents = false

    @Flag(name: .customLong("no-subscription-counts"), help: "Tell nobody how many are subscribed.")
    var hidesSubscriptionCounts = false

    @Option(
        name: .customLong("authorization-time"),
        help: ArgumentHelp(
            """
            Close connections with 4009 that have neither signed in nor subscribed to a private or \
            presence channel after this long.
            """, valueName: "seconds"))
    var authorizationTime: Int?

    @Option(
        name: .customLong("tls-certificate"), help: "A PEM file with the server's certificate.")
    var tlsCertificate: String?

    @Option(name: .customLong("tls-key"), help: "A PEM file with the certificate's key.")
    var tlsKey: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Accept requests for faults. By default they are accepted on loopback addresses only.
            """)
    var faults: Bool?

    @Flag(name: .customLong("quiet"), help: "Run without the scenario: nothing happens on its own.")
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
        guard (1...86_400).contains(self.authorizationTime ?? 1) else {
            throw ValidationError("--authorization-time must be between 1 and 86400 seconds.")
        }
        for (name, value) in [("--key", self.key), ("--app-id", self.appID)]
        where value.isEmpty || !value.utf8.allSatisfy(Self.isPartOfID) {
            throw ValidationError("\(name) may have letters, digits, - and _ only.")
        }
        guard !self.secret.isEmpty else { throw ValidationError("--secret is empty.") }
    }

    private static func isPartOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    func run() async throws {
        try FileDescriptors.require()
        var options = SandboxOptions()
        options.app = SandboxApp(
            id: self.appID, key: self.key, secret: AppSecret(self.secret))
        options.countsSubscriptions = !self.hidesSubscriptionCounts
        options.limits.takesClientEvents = !self.refusesClientEvents
        options.limits.authorizationTime = self.authorizationTime.map { .seconds($0) }
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
        try Console.print(self.greeting(port: port, isLoopback: options.isLoopback))
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
                + "\(Self.bracketed(self.address)):\(port). Press Ctrl-C to stop.",
            "",
            "  app id  \(self.appID)",
            "  key     \(self.key)",
            "  secret  \(self.secret)"
                + (self.secret == SandboxApp.standardSecret
                    ? "   (public: it only works for a sandbox)" : ""),
            "  sealing \(SandboxApp.standardMasterKey)   (master key of encrypted channels)",
            "  auth    \(http)://\(host):\(port)/pusher/auth",
            "  users   \(http)://\(host):\(port)/pusher/user-auth",
            "  API     \(http)://\(host):\(port)/apps/\(self.appID)/events",
            "",
            "Watch it:",
            "  buoy --key \(self.key) --host \(self.reachableAddress) --port \(port)"
                + (isSecure ? " --ca-file ROOT.pem" : " --no-tls")
                + " --auth-endpoint '\(http)://\(host):\(port)/pusher/auth'"
                + " --subscribe "
                + SandboxDirectory.demoChannels.map(\.text).joined(separator: ","),
            "",
            "Point pusher-js at it:",
            "  new Pusher(\"\(self.key)\", { cluster: \"\", wsHost: \"\(host)\", "
                + "wsPort: \(port), wssPort: \(port), forceTLS: \(isSecure),",
            "    enabledTransports: [\"ws\", \"wss\"], channelAuthorization: "
                + "{ endpoint: \"\(http)://\(host):\(port)/pusher/auth\" } })",
        ]
        if !isLoopback {
            lines.insert("Warning: anybody who can reach this address can use it.", at: 1)
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
