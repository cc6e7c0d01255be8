package import ChannelsBasics
public import ChannelsFoundation
import ChannelsProtocol
public import ChannelsRoutes
public import ChannelsSigning
import ChannelsTransport

/// The application whose HTTP API to call, and how to reach it. The id, key and secret are
/// in the app's settings on the server.
public struct ChannelsAPIOptions: Sendable {
    /// The app id, which is part of every path. Clients use the key instead.
    public var appID: String
    /// The app key, which identifies the secret that signs a request. It is public.
    public var appKey: String
    /// The app secret, which signs every request.
    public var secret: AppSecret
    /// The server, and the way to it.
    public var route: ServerRoute
    /// The master key for encrypted channels. Without it, nothing can be published on them.
    public var encryptionMasterKey: EncryptionMasterKey? = nil
    /// The time limit for a request, from its turn in the queue to the end of the response.
    public var timeLimit: Duration = .seconds(10)
    /// The maximum number of connections, and therefore of concurrent requests: 1 to 1,000.
    /// Further requests wait for their turn.
    public var maximumConnections = 8
    /// The maximum size of an event's data, in bytes. The default plan allows 10 kB; other plans
    /// and servers allow more.
    public var maximumDataBytes = 10_240
    /// Whether requests carry the server's time instead of this machine's. The server's time is
    /// known after the first response; a request refused because of its timestamp is then resent
    /// once.
    public var correctsClock = false
    /// The encoder for values published with `trigger(_:on:encoding:)`, for example with ISO
    /// 8601 dates.
    public var encoder = JSONEncoder()
    package var settingWords = SettingWords.library
    /// Set by `ChannelsTracing`.
    package var requestObserver: (any APIRequestObserver)? = nil

    /// Creates the options for an application on a server, such as the one that a client connects
    /// to.
    public init(appID: String, appKey: String, secret: AppSecret, route: ServerRoute) {
        self.appID = appID
        self.appKey = appKey
        self.secret = secret
        self.route = route
    }

    /// Creates the options for an application on a server, with the same values as a client's.
    ///
    /// - Parameters:
    ///   - appID: the app id.
    ///   - appKey: the app key.
    ///   - secret: the app secret.
    ///   - host: a cluster of the hosted service, or a host.
    ///   - port: the TCP port; `nil` for 443 with TLS and 80 without.
    ///   - path: the path before `/apps/<id>` in the URL.
    ///   - usesTLS: whether connections use TLS.
    public init(
        appID: String, appKey: String, secret: AppSecret, host: ChannelsHost, port: Int? = nil,
        path: String = "", usesTLS: Bool = true
    ) {
        self.init(
            appID: appID, appKey: appKey, secret: secret,
            route: ServerRoute(host: host, port: port, path: path, usesTLS: usesTLS))
    }

    func origin() throws(ChannelsError) -> HTTPOrigin {
        for (name, value) in [("id", self.appID), ("key", self.appKey)] where value.isEmpty {
            throw .option("The app \(name) cannot be empty.")
        }
        guard self.timeLimit > .zero else { throw .option("The time limit must be above zero.") }
        guard (1...1000).contains(self.maximumConnections) else {
            throw .option(
                "The number of connections must be between 1 and 1000, not "
                    + "\(self.maximumConnections).")
        }
        return try self.route.origin(at: self.route.host.apiName)
    }
}
