package import ChannelsBasics
public import ChannelsRoutes

/// The options of a push client: how it reaches its service, and where it keeps its state.
public struct PushOptions: Hashable, Sendable {
    /// The way to the endpoint from the hosted service's documentation. That service was shut down
    /// years ago, so nothing answers there; the value is kept as documented.
    public static let documentedRoute = ServerRoute(
        host: .host("nativepushclient-cluster1.pusher.com"), path: "/client_api")

    /// The app key, which is public.
    public var appKey: String
    /// The way to the endpoint; its path is what precedes `/v1/clients`.
    public var route: ServerRoute
    /// The file that stores the device, the interests and the outbox between runs; `nil` to keep
    /// them only in memory. It contains the device's token, so only its owner may read it.
    public var stateFile: String?
    /// The time limit for one request, from the name lookup to the end of the response.
    public var requestTimeLimit: Duration = .seconds(10)
    package var settingWords = SettingWords.library

    /// Creates the options for an application; set the others as properties.
    /// - Parameters:
    ///   - appKey: the application's public key.
    ///   - route: the way to the endpoint, such as that of a URL: `ServerRoute(url:)`.
    ///   - stateFile: the file that stores the state between runs; `nil` to keep it only in memory.
    public init(
        appKey: String, route: ServerRoute = Self.documentedRoute, stateFile: String? = nil
    ) {
        self.appKey = appKey
        self.route = route
        self.stateFile = stateFile
    }
}
