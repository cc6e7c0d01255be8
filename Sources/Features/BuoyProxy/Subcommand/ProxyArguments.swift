import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import Channels
import ChannelsTransport
import Glibc

/// The options of `buoy proxy`: where it listens, and which server it reaches.
struct ProxyArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The server: HOST:PORT (TLS on port 443 only), ws://HOST:PORT or wss://HOST:PORT.
            """, valueName: "server"))
    var to: String?

    @Option(
        .server, help: "The name of a configured server, instead of --to.",
        completion: ServerArguments.completion)
    var servers: [String] = []

    @Option(.environmentFile, help: "An app's .env file with its server, instead of --to.")
    var environmentPath: String?

    @Option(.cluster, help: "The hosted service's cluster, instead of --to: eu, us2, mt1, …")
    var cluster: String?

    @Option(
        .listen,
        help: "Where to listen: ADDRESS:PORT, an address or a port. Port 0 picks a free port.")
    var listen = Self.standardPlace

    private static let standardPlace = "127.0.0.1:6030"

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "A PEM file with the certificate for clients and its chain.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("A PEM file with that certificate's private key.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Option(
        .trustRootsFile,
        help: "A PEM file with the certificates to trust for the server, instead of the system's.")
    var trustRootsFile: String?

    @Option(
        name: .customLong("when-unreachable"),
        help: ArgumentHelp(
            """
            The response to clients while the server is unreachable: refuse (the default), reject \
            CODE or status STATUS, as for --fault.
            """, valueName: "fault"))
    var whenUnreachable: String?

    init() {}

    func validate() throws {
        guard self.servers.isEmpty, self.environmentPath == nil else {
            guard self.to == nil, self.cluster == nil else {
                throw ValidationError("Use only one of --server, --env, --to and --cluster.")
            }
            return
        }
        _ = try self.options()
    }

    /// Takes the place of a server. Its path is what clients ask for.
    mutating func complete(from server: NamedServer) throws {
        self.servers = []
        self.environmentPath = nil
        let settings = server.settings
        let usesTLS = settings.usesTLS ?? true
        self.trustRootsFile = self.trustRootsFile ?? settings.trustRootsFile
        let host =
            switch server.place {
            case .cluster(let cluster): ChannelsHost.cluster(cluster).name
            case .host(let host): host
            }
        let port = settings.port ?? (usesTLS ? 443 : 80)
        self.to = "\(usesTLS ? "wss" : "ws")://\(ListenAddress.authority(host, port))"
        try self.validate()
    }

    /// - Throws: `ValidationError` if they cannot be used.
    func options() throws -> ProxyOptions {
        guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
            throw ValidationError("TLS requires both --tls-certificate and --tls-key.")
        }
        let (address, port) = try ListenAddress.listening(
            self.listen, standard: Self.standardPlace)
        var options = ProxyOptions(address: address, port: port, upstream: try self.upstream())
        options.whenUnreachable = try self.unreachedAnswer()
        if let certificate = self.tlsCertificate, let key = self.tlsKey {
            options.tls = TLSServerSettings(certificateFile: certificate, keyFile: key)
        }
        return options
    }

    private func unreachedAnswer() throws -> UnreachedAnswer {
        guard let line = self.whenUnreachable else { return .reset }
        let step: FaultScript.Step
        do { step = try FaultLine.step(line) } catch {
            throw ValidationError("--when-unreachable: \(error)")
        }
        let hasTimes = step != FaultScript.Step(at: .zero, step.fault)
        switch step.fault {
        case .refuse where !hasTimes: return .reset
        case .reject(let code) where !hasTimes: return .close(code)
        case .status(let status) where !hasTimes: return .status(status)
        default:
            throw ValidationError(
                "--when-unreachable must be refuse, reject CODE or status STATUS, without times.")
        }
    }

    private func upstream() throws -> ProxyOptions.Upstream {
        switch (self.to, self.cluster) {
        case (let to?, nil):
            guard let upstream = Self.upstream(to, self.trustRootsFile) else {
                throw ValidationError(
                    "--to must be HOST:PORT, ws://HOST:PORT or wss://HOST:PORT, without a path.")
            }
            return upstream
        case (nil, let cluster?):
            return ProxyOptions.Upstream(
                host: ChannelsHost.cluster(cluster).name, port: 443,
                tls: TLSClientSettings(trustRootsFile: self.trustRootsFile))
        case (nil, nil):
            throw ValidationError("Specify the server: --to HOST:PORT, --cluster or --server.")
        case (.some, .some):
            throw ValidationError("Use --to or --cluster, not both.")
        }
    }

    /// - Returns: `nil` if it is no server.
    static func upstream(_ text: String, _ trustRoots: String?) -> ProxyOptions.Upstream? {
        var rest = text[...]
        var usesTLS: Bool?
        for (scheme, isSecure) in [
            ("ws://", false), ("wss://", true), ("http://", false), ("https://", true),
        ] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            usesTLS = isSecure
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.contains("/") else { return nil }
        let parts =
            ListenAddress.hostAndPort(String(rest))
            ?? usesTLS.map { (String(rest), $0 ? 443 : 80) }
        guard let (host, port) = parts, !host.isEmpty, (1...65_535).contains(port) else {
            return nil
        }
        let isSecure = usesTLS ?? (port == 443)
        return ProxyOptions.Upstream(
            host: host, port: port,
            tls: isSecure ? TLSClientSettings(trustRootsFile: trustRoots) : nil)
    }
}
