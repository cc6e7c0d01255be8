import ChannelsBasics
import ChannelsProtocol
import ChannelsRoutes
import ChannelsTransport

struct ConnectionTarget: Sendable {
    private let secure: HTTPOrigin
    /// `nil` for a connection that starts with TLS: it never switches to plain text.
    private let plain: HTTPOrigin?
    private let requestTarget: String
    private let headers: [HTTPHeader]

    init(_ options: ChannelsOptions) throws(ChannelsError) {
        var secure = options.route
        secure.usesTLS = true
        secure.port = options.tlsPort ?? secure.port
        self.secure = try secure.origin()
        self.plain = options.route.usesTLS ? nil : try options.route.origin()
        self.headers = options.handshakeHeaders.map { HTTPHeader($0.name, $0.value) }
        let client = PercentEncoding.encode(options.clientName, leaving: .javaScript)
        let version = PercentEncoding.encode(options.clientVersion, leaving: .javaScript)
        let query = "protocol=7&client=\(client)&version=\(version)"
        self.requestTarget =
            "\(options.route.path)/app/"
            + "\(PercentEncoding.encode(options.appKey, leaving: .javaScript))?\(query)"
    }

    /// The server, with TLS if that is requested or the only way.
    func origin(usesTLS: Bool) -> HTTPOrigin {
        usesTLS ? self.secure : self.plain ?? self.secure
    }

    /// `wss://host:port/path`, for a log; without the query.
    func shownAddress(usesTLS: Bool) -> String {
        self.origin(usesTLS: usesTLS).url + self.requestTarget.prefix { $0 != "?" }
    }

    func endpoint(usesTLS: Bool) -> WebSocketEndpoint {
        WebSocketEndpoint(
            self.origin(usesTLS: usesTLS), target: self.requestTarget, headers: self.headers)
    }
}
