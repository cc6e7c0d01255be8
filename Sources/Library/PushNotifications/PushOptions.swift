public import ChannelsProtocol
package import Transport

/// How a push client reaches its service, and where it keeps its state.
public struct PushOptions: Hashable, Sendable {
    /// The endpoint that the documentation of the hosted service names. That service was switched
    /// off years ago, so nothing answers there; it is kept as the documented value.
    public static let documentedEndpoint = "https://nativepushclient-cluster1.pusher.com/client_api"

    /// The application's public key.
    public var appKey: String
    /// The URL before `/v1/clients`; `http` or `https`.
    public var endpoint: String
    /// The file that keeps the device, the interests and the outbox between runs; `nil` to keep
    /// them in memory only. It contains the device's token, so only its owner may read it.
    public var stateFile: String?
    /// How long one request may take, from the name lookup to the end of the response.
    public var requestTimeLimit: Duration = .seconds(10)
    /// A PEM file with the certificates to trust instead of the system's.
    public var trustRootsFile: String? = nil
    /// The proxy to connect through.
    public var proxy: ProxyChoice = .environment
    /// Replaced: all products have the same `proxy`.
    @available(*, unavailable, message: "set proxy to .environment or .none")
    public var usesProxies: Bool { self.proxy != .none }
    /// How sentences name the options: a program has others.
    package var settingWords = SettingWords.library

    /// The options of an application; the others have properties.
    /// - Parameters:
    ///   - appKey: the public key of the application.
    ///   - endpoint: the URL before `/v1/clients`.
    ///   - stateFile: the file that keeps the state between runs; `nil` to keep it in memory only.
    public init(
        appKey: String, endpoint: String = Self.documentedEndpoint, stateFile: String? = nil
    ) {
        self.appKey = appKey
        self.endpoint = endpoint
        self.stateFile = stateFile
    }
}
