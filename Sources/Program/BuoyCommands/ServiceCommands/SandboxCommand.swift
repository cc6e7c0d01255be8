package import ArgumentParser
package import BuoyProgramSupport
import BuoyServers
import BuoySessions
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Glibc

package struct SandboxCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run a small Channels service for other programs.",
        usage: "buoy sandbox [OPTIONS]",
        discussion: """
            Includes an authorization endpoint, the HTTP API, webhooks, channels with simulated \
            activity, and faults on request. Ctrl-C stops it.

            Exit codes: 1 failed while running, 2 wrong usage, 128+n ended by signal n.
            """)

    package static var appendix: String {
        let keys = DemoKey.allCases.map { "  \($0.rawValue)  \($0.reason)" }
        let limits = SandboxLimit.all.map { HelpText.entry($0.name, $0.help) }
        let faults = SandboxFault.examples.map { "  \($0.json)\n      \($0.effect)" }
        return """
            LIMITS FOR --LIMIT
            \(limits.joined(separator: "\n"))

            KEYS THAT IT REFUSES
            \(keys.joined(separator: "\n"))

            FAULTS, posted as JSON to /sandbox/faults
            \(faults.joined(separator: "\n"))
            """
    }

    @Option(
        .listen,
        help: """
            Where to listen: ADDRESS:PORT, an address or a port. Port 0 picks a free port. Unless the \
            address is a loopback address, other machines can connect: the sandbox's secret is public.
            """)
    var listen = Self.standardPlace

    @OptionGroup var hosts: HostArguments

    @Option(help: "The scenario seed: the same seed gives the same events.")
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
        help: ArgumentHelp(
            """
            A TOML file with several apps, each with its key, id, secret, limits and webhooks, \
            instead of --key, --secret and --app-id.
            """, valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var apps: String?

    @OptionGroup(title: "WEBHOOKS")
    var webhooks: SandboxWebhookArguments

    @OptionGroup(title: "LIMITS")
    var limits: SandboxLimitArguments

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "A PEM file with the server's certificate and any intermediate ones.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("A PEM file with the certificate's private key.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Accept fault requests; by default, only on loopback addresses.
            """)
    var faults: Bool?

    @OptionGroup(title: "METRICS")
    var metrics: MetricsArguments

    @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Run without simulated activity.")
    var isQuiet = false

    package init() {}

    package func validate() throws {
        _ = try self.place()
        guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
            throw ValidationError("TLS requires both --tls-certificate and --tls-key.")
        }
        for (name, value) in [("--key", self.key), ("--app-id", self.appID)]
        where !SandboxApp.isName(value) {
            throw ValidationError("\(name) may contain only letters, digits, - and _.")
        }
        guard !self.secret.isEmpty else { throw ValidationError("--secret is empty.") }
        let isStandard =
            self.key == SandboxApp.standardKey && self.secret == SandboxApp.standardSecret
            && self.appID == SandboxApp.standard.id && self.webhooks.urls.isEmpty
        guard self.apps == nil || isStandard else {
            throw ValidationError(
                "Use --apps, or --key, --secret, --app-id and --webhook-url, not both.")
        }
    }

    private static let standardPlace = "127.0.0.1:6001"

    private func place() throws -> (address: String, port: Int) {
        try ListenAddress.listening(self.listen, standard: Self.standardPlace)
    }

    package func run() async throws {
        try FileDescriptors.require()
        let options = try self.options()
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let server = SandboxServer(options: options)
        let port = try await server.startOrFail()
        let metrics = try await self.metrics.address(allowing: self.hosts.allowedHosts)?
            .serve { await server.measurements }
        let announcement = RunningSandbox.announce(
            options.app, host: SandboxGreeting.reachable(options.address), port: port,
            usesTLS: options.tls != nil, environment: Environment.current)
        defer { announcement?.end() }
        try Console.print(self.greeting(options, port: port))
        let signal = await withDiscardingTaskGroup { group in
            for reports in await server.webhookReports {
                group.addTask {
                    let offset = LocalTime.utcOffsetSeconds
                    for await report in reports where !report.isUnremarkable {
                        Console.error(ServiceStart.line(report.text, utcOffsetSeconds: offset))
                    }
                }
            }
            let signal = await signals.next() ?? SIGTERM
            await server.stop()
            await metrics?.stop()
            group.cancelAll()
            return signal
        }
        throw ExitCode(128 + signal)
    }

    private func options() throws -> SandboxOptions {
        var options = SandboxOptions()
        (options.address, options.port) = try self.place()
        options.allowedHosts = self.hosts.allowedHosts
        options.seed = self.seed
        options.hasBots = !self.isQuiet
        options.takesFaults = self.faults
        options.measures = try self.metrics.address() != nil
        if let certificate = self.tlsCertificate, let key = self.tlsKey {
            options.tls = TLSServerSettings(certificateFile: certificate, keyFile: key)
        }
        var base = SandboxApplication()
        try self.limits.apply(to: &base)
        try self.webhooks.apply(to: &base)
        guard let path = self.apps else {
            base.app = SandboxApp(
                id: self.appID, key: self.key, secret: AppSecret(self.secret))
            options.main = base
            return options
        }
        let file = try AppsFile(path, base: base)
        for warning in file.warnings { Console.error("warning: \(warning)") }
        options.main = file.apps.first ?? base
        options.others = Array(file.apps.dropFirst())
        return options
    }

    private func greeting(_ options: SandboxOptions, port: Int) -> String {
        SandboxGreeting(
            app: options.app, secret: self.apps == nil ? self.secret : nil,
            others: options.others.map(\.app), address: options.address, port: port,
            certificate: self.tlsCertificate
        ).text
    }
}

extension SandboxCommand: HelpedCommand {
    package static var commonOptions: [String]? {
        [
            "listen", "key", "secret", "app-id", "apps", "limit", "webhook-url",
            "tls-certificate", "tls-key", "metrics", "quiet",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("buoy sandbox", "on 127.0.0.1:6001, with activity"),
            CommandExample("buoy sandbox -q --listen 7000", "on another port, without activity"),
            CommandExample(
                "buoy sandbox --limit max-members=5", "a small limit, to see what happens"),
        ]
    }
}
