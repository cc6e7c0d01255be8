internal import ArgumentParser
internal import ChannelsProtocol
internal import ChannelsSigning
internal import Glibc
internal import ProgramSupport
internal import Sandbox
internal import Transport

/// Runs only the sandbox, for other programs to connect to.
struct SandboxCommand: AsyncParsableCommand, HelpAppending {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run a small Channels service, for other programs to connect to.",
        usage: "buoy sandbox [OPTIONS]",
        discussion: """
            It has an authorization endpoint, the HTTP API, channels with simulated activity, and \
            faults on request. Ctrl-C ends it.

            Exit codes: 1 failed while running, 2 wrong usage, 128+n ended by signal n.
            """)

    /// The keys that it refuses, and the faults that it accepts.
    static var appendix: String {
        let keys = DemoKey.allCases.map { "  \($0.rawValue)  \($0.reason)" }
        let faults = SandboxFault.examples.map { "  \($0.json)\n      \($0.effect)" }
        return """
            KEYS THAT IT REFUSES:
            \(keys.joined(separator: "\n"))

            FAULTS, posted as JSON to /sandbox/faults:
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

    @Option(help: "The app's key.")
    var key = SandboxApp.standardKey

    @Option(help: "The app's secret.")
    var secret = SandboxApp.standardSecret

    @Option(
        name: .customLong("app-id"),
        help: ArgumentHelp("The app's id, in the paths of the HTTP API.", valueName: "id"))
    var appID = SandboxApp.standard.id

    @Option(
        name: .customLong("max-members"),
        help: ArgumentHelp("The maximum number of presence members.", valueName: "number"))
    var maxMembers = 100

    @Flag(
        name: .customLong("no-client-events"),
        help: "Refuse client events, like an app that has not enabled them.")
    var refusesClientEvents = false

    @Flag(name: .customLong("no-subscription-counts"), help: "Do not send subscription counts.")
    var hidesSubscriptionCounts = false

    @Option(
        name: .customLong("authorization-time"),
        help: ArgumentHelp(
            """
            Close connections that have neither signed in nor subscribed to a private or \
            presence channel within this time (code 4009).
            """, valueName: "seconds"))
    var authorizationTime: Int?

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "A PEM file with the server's certificate and any intermediate ones.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("A PEM file with the certificate's key.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Accept requests for faults. By default they are accepted on loopback addresses only.
            """)
    var faults: Bool?

    @Flag(name: .customLong("quiet"), help: "Run without simulated activity.")
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
            throw ValidationError("\(name) may contain only letters, digits, - and _.")
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
        let greeting = SandboxGreeting(
            app: options.app, secret: self.secret, address: self.address, port: port,
            certificate: self.tlsCertificate, isLoopback: options.isLoopback)
        try Console.print(greeting.text)
        let signal = await signals.next() ?? SIGTERM
        await server.stop()
        throw ExitCode(128 + signal)
    }
}
