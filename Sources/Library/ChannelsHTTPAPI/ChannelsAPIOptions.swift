package import ChannelsBasics
public import ChannelsProtocol
public import ChannelsSigning
import ChannelsTransport
public import FoundationEssentials

/// The application whose HTTP API to call, and how to reach it.
public struct ChannelsAPIOptions: Sendable {
    /// The application's id, which is part of every path.
    public var appID: String
    /// The application's public key.
    public var appKey: String
    /// The application's secret, which signs every request.
    public var secret: AppSecret
    /// The server.
    public var host: ChannelsHost
    /// The TCP port; `nil` for 443 with TLS and 80 without.
    public var port: Int? = nil
    /// Whether requests use TLS. Without it, anyone on the network path can read the data.
    public var usesTLS = true
    /// The path before `/apps`, for a server behind a prefix: empty, or starting with `/`. It is
    /// not signed, because a proxy removes it before the server sees the request.
    public var path = ""
    /// A PEM file with the certificates to trust instead of the system's.
    public var trustRootsFile: String? = nil
    /// A PEM file with the client certificate (and its chain), for a server that requests one.
    public var clientCertificateFile: String? = nil
    /// A PEM file with that certificate's private key; `nil` if the key is in the certificate file.
    public var clientKeyFile: String? = nil
    /// The proxy to connect through.
    public var proxy: ProxyChoice = .environment
    /// The master key for encrypted channels. Without it, nothing can be published on them.
    public var encryptionMasterKey: EncryptionMasterKey? = nil
    /// The time limit for a request, from its turn in the queue to the end of the response.
    public var timeLimit: Duration = .seconds(10)
    /// The maximum number of connections, and therefore of concurrent requests. Further requests
    /// wait for their turn.
    public var maximumConnections = 8
    /// The maximum size of an event's data, in bytes. The default plan allows 10 kB; other plans
    /// and servers allow more.
    public var maximumDataBytes = 10_240
    /// Whether requests carry the server's time instead of this machine's. The server's time is
    /// known after the first response; a request refused because of its timestamp is then resent
    /// once.
    public var correctsClock = false
    /// The encoder for values published with `trigger(_:on:data:)`, for example with ISO 8601
    /// dates.
    public var encoder = JSONEncoder()
    /// How sentences name the options: a program has others.
    package var settingWords = SettingWords.library
    /// What stands around each request: `ChannelsTracing` sets it.
    package var requestObserver: (any APIRequestObserver)? = nil

    /// Creates the options for an application on a server.
    public init(appID: String, appKey: String, secret: AppSecret, host: ChannelsHost) {
        self.appID = appID
        self.appKey = appKey
        self.secret = secret
        self.host = host
    }
}

extension ChannelsHost {
    /// The name or address to connect to.
    var apiName: String {
        switch self {
        case .cluster(let cluster): "api-\(cluster).pusher.com"
        case .host(let host): host
        }
    }
}

extension ChannelsAPIOptions {
    /// The server and the way to it.
    ///
    /// - Throws: `ChannelsError.option` if an option cannot be used.
    func origin() throws(ChannelsError) -> HTTPOrigin {
        try self.check()
        let port = self.port ?? (self.usesTLS ? 443 : 80)
        return HTTPOrigin(
            host: self.host.apiName, port: port,
            tls: self.usesTLS
                ? TLSClientSettings(
                    trustRootsFile: self.trustRootsFile,
                    certificateFile: self.clientCertificateFile, keyFile: self.clientKeyFile)
                : nil,
            proxy: try self.proxySettings(port: port))
    }

    private func check() throws(ChannelsError) {
        for (name, value) in [("id", self.appID), ("key", self.appKey)] where value.isEmpty {
            throw .option("The app \(name) cannot be empty.")
        }
        let host = self.host.apiName
        let isHost = host.utf8.allSatisfy {
            $0 > 0x20 && $0 != 0x7F && !"/\\?#@[]\"<>".utf8.contains($0)
        }
        guard !host.isEmpty, isHost, host.utf8.count(where: { $0 == UInt8(ascii: ":") }) != 1 else {
            throw .option(
                "The host \(host.debugDescription) is not a host name or an address: omit the "
                    + "scheme, port and path.")
        }
        if let port, !(1...65_535).contains(port) {
            throw .option("The port must be between 1 and 65535, not \(port).")
        }
        guard self.path.isEmpty || self.path.hasPrefix("/"),
            self.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .option(
                "The path \(self.path.debugDescription) must start with a slash, and be "
                    + "percent-encoded.")
        }
        guard self.timeLimit > .zero else { throw .option("The time limit must be above zero.") }
        guard (1...1000).contains(self.maximumConnections) else {
            throw .option(
                "The number of connections must be between 1 and 1000, not "
                    + "\(self.maximumConnections).")
        }
    }

    private func proxySettings(port: Int) throws(ChannelsError) -> ProxySettings? {
        do {
            switch self.proxy {
            case .none: return nil
            case .url(let url): return try ProxySettings(url: url)
            case .environment:
                return try ProxyRules(environment: ProcessInfo.processInfo.environment)
                    .proxy(for: self.usesTLS ? .https : .http, host: self.host.apiName, port: port)
            }
        } catch {
            throw .option("\(error)")
        }
    }
}
