public import ChannelsProtocol

/// A request to the application's server, before it is sent: returned by a request builder
/// (``AuthMethod``), or changed by ``AuthEndpoint/editRequest``.
public struct AuthHTTPRequest: Hashable, Sendable {
    /// `GET`, `POST` and so on. The default is `POST`.
    public var method: String
    /// `http://` or `https://`.
    public var url: String
    /// The headers, including `Content-Type`, but not `Host`, `Connection`, `Content-Length`
    /// and `Transfer-Encoding`, which the client sets.
    public var headers: RequestFields
    /// The body, such as a form with `socket_id` and `channel_name`; empty if there isn't one.
    public var body: [UInt8]

    /// They belong to the connection; in lower case.
    static let transportHeaders: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding",
    ]

    /// Creates a request for a request builder, which returns it to be sent.
    /// - Parameters:
    ///   - method: `GET`, `POST` and so on.
    ///   - url: `http://` or `https://`.
    ///   - headers: the request headers, including `Content-Type`.
    ///   - body: the body.
    public init(
        method: String = "POST", url: String, headers: RequestFields = [], body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Sets a header, replacing any with the same name. Names are case-insensitive.
    public mutating func setHeader(_ name: String, _ value: String) {
        let field = RequestField(name, value)
        self.headers.removeAll { $0.isSameHeader(as: field) }
        self.headers.append(field)
    }
}

extension AuthHTTPRequest: Printed, Unreflected {
    package var printed: String {
        "\(self.method) \(ShownURL.text(self.url)) \(self.headers), \(self.body.count) bytes"
    }
}

/// The facts that a request to the application's server may depend on: the channel, the
/// socket id and the attempt. Providers and ``AuthEndpoint/editRequest`` receive it.
public struct AuthContext: Hashable, Sendable {
    /// The connection to sign for.
    public var socketID: SocketID
    /// The channel to be authorized; `nil` if a user is to be authenticated.
    public var channel: ChannelName?
    /// The attempt number, starting at 1; higher for retries after a temporary failure.
    public var attempt: Int

    /// Creates a context for testing a provider.
    /// - Parameters:
    ///   - socketID: the connection to sign for.
    ///   - channel: the channel to be authorized; `nil` for a user.
    ///   - attempt: the attempt number, starting at 1.
    public init(socketID: SocketID, channel: ChannelName?, attempt: Int = 1) {
        self.socketID = socketID
        self.channel = channel
        self.attempt = attempt
    }

    var endpointName: String {
        self.channel == nil ? "the authentication endpoint" : "the authorization endpoint"
    }
}
