import ArgumentParser
package import BuoyScripts
package import Channels
import ChannelsBasics
import ChannelsTransport

package struct RouteArguments: ServerOptions {
    package static let title = "TLS and proxies"

    @Flag(.noTLS) package var noTLS = false

    @Option(.trustRootsFile) var trustRootsFile: String?

    @Option(.clientCertificateFile) var clientCertificateFile: String?

    @Option(.clientKeyFile) var clientKeyFile: String?

    @Option(
        help: ArgumentHelp(
            """
            The proxy to connect through: http://, https:// or socks5://. Put a URL with a \
            password in a file: @FILE. The default is the environment (https_proxy, …).
            """, valueName: "url"))
    var proxy: String?

    @Flag(
        name: .customLong("no-proxy"),
        help: "Connect directly, and ignore proxies in the environment.")
    var noProxy = false

    package static let bindings: [SettingBinding<Self>] = [
        SettingBinding(off: \.noTLS, \.usesTLS),
        SettingBinding(\.trustRootsFile, \.trustRootsFile),
        SettingBinding(\.clientCertificateFile, \.clientCertificateFile),
        SettingBinding(\.clientKeyFile, \.clientKeyFile),
    ]

    package init() {}

    package func validate() throws {
        if self.noTLS, let (setting, _) = self.files.first(where: { $0.1 != nil }) {
            throw ValidationError(
                "\(setting.option.argument) has no effect with --no-tls: leave out one of them.")
        }
        try self.checkProxy()
    }

    /// Checks the options about proxies, which alone can contradict each other once the rest comes
    /// from a server of the configuration.
    func checkProxy() throws {
        if self.proxy != nil, self.noProxy {
            throw ValidationError("Use --proxy or --no-proxy, not both.")
        }
        if let proxy, Self.holdsPassword(proxy) {
            throw ValidationError(
                "Do not give a password as an argument: other users can see arguments. Put "
                    + "the proxy's URL in a file that only you can read and use --proxy @FILE, or "
                    + "set the environment variable all_proxy.")
        }
    }

    private var files: [(ServerSetting, String?)] {
        [
            (.trustRootsFile, self.trustRootsFile),
            (.clientCertificateFile, self.clientCertificateFile),
            (.clientKeyFile, self.clientKeyFile),
        ]
    }

    var namesOfProxyOptions: [String] {
        [("--proxy", self.proxy != nil), ("--no-proxy", self.noProxy)].filter(\.1).map(\.0)
    }

    private func checkFiles() throws {
        if self.clientKeyFile != nil, self.clientCertificateFile == nil {
            throw ValidationError("--client-key needs --client-certificate.")
        }
        for case (let setting, let file?) in self.files {
            guard let reason = PEMFile.unreadableReason(file) else { continue }
            throw ValidationError(
                FileProblem.cannot(.read, file, option: setting.option.argument, reason: reason))
        }
        if let trustRootsFile { try Self.checkCACertificates(trustRootsFile) }
    }

    /// A file without a certificate is found before anything is connected.
    private static func checkCACertificates(_ file: String) throws {
        do throws(TransportError) {
            _ = try TLSContext(TLSClientSettings(trustRootsFile: file))
        } catch .tlsSettings(let text) {
            throw ValidationError("\(ServerSetting.trustRootsFile.option.argument): \(text)")
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// The way to a place, with the certificates and the proxy of the arguments.
    ///
    /// - Throws: `ValidationError` if a file cannot be read.
    package func route(to place: ServerRoute) throws -> ServerRoute {
        try self.checkFiles()
        var route = place
        if self.noTLS { route.usesTLS = false }
        route.trustRootsFile = self.trustRootsFile
        route.clientCertificateFile = self.clientCertificateFile
        route.clientKeyFile = self.clientKeyFile
        route.proxy = try self.proxyChoice()
        return route
    }

    private func proxyChoice() throws -> ProxyChoice {
        if self.noProxy { return .none }
        guard let proxy else { return .environment }
        let url =
            proxy.hasPrefix("@")
            ? try SecretFile.read(String(proxy.dropFirst()), option: "--proxy") : proxy
        return .url(url.contains("://") ? url : "http://\(url)")
    }

    /// Whether a URL contains a password: text after a colon before the last `@`. If in doubt, it
    /// does.
    private static func holdsPassword(_ url: String) -> Bool {
        guard !url.hasPrefix("@"), let at = url.lastIndex(of: "@") else { return false }
        let scheme = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        return scheme < at && url[scheme..<at].contains(":")
    }
}

extension ServerSettings {
    /// Where the server is, without the rest of the way to it.
    ///
    /// - Throws: `ValidationError` if no server is named.
    package func place() throws -> ServerRoute {
        guard let host = self.cluster.map(ChannelsHost.cluster) ?? self.host.map(ChannelsHost.host)
        else {
            throw ValidationError(
                "The server is missing: use --cluster (eu, us2, …) or --host, or set BUOY_CLUSTER "
                    + "or BUOY_HOST.")
        }
        return ServerRoute(
            host: host, port: self.port, path: self.path ?? "", usesTLS: self.usesTLS ?? true)
    }
}
