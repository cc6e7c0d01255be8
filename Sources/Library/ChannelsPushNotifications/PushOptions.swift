package import ChannelsBasics
public import ChannelsProtocol

/// The options of a push client: how it reaches its service, and where it keeps its state.
public struct PushOptions: Hashable, Sendable {
    /// The endpoint from the hosted service's documentation. That service was shut down years ago,
    /// so nothing answers there; the value is kept as documented.
    public static let documentedEndpoint = "https://nativepushclient-cluster1.pusher.com/client_api"

    /// The application's public key.
    public var appKey: String
    /// The URL before `/v1/clients`; `http` or `https`.
    public var endpoint: String
    /// The file that stores the device, the interests and the outbox between runs; `nil` to keep
    /// them only in memory. It contains the device's token, so only its owner may read it.
    public var stateFile: String?
    /// The time limit for one request, from the name lookup to the end of the response.
    public var requestTimeLimit: Duration = .seconds(10)
    /// A PEM file with the certificates to trust instead of the system's.
    public var trustRootsFile: String? = nil
    /// The proxy to connect through.
    public var proxy: ProxyChoice = .environment
    /// How sentences name the options: a program has others.
    package var settingWords = SettingWords.library

    /// Creates the options for an application; set the others as properties.
    /// - Parameters:
    ///   - appKey: the application's public key.
    ///   - endpoint: the URL before `/v1/clients`.
    ///   - stateFile: the file that stores the state between runs; `nil` to keep it only in memory.
    public init(
        appKey: String, endpoint: String = Self.documentedEndpoint, stateFile: String? = nil
    ) {
        self.appKey = appKey
        self.endpoint = endpoint
        self.stateFile = stateFile
    }
}
