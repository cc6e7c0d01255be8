public import ChannelsProtocol

/// A request to the application's server, before it is sent.
public struct AuthHTTPRequest: Hashable, Sendable {
    /// `GET`, `POST` and so on.
    public var method: String
    /// `http://` or `https://`.
    public var url: String
    /// The headers, sent as given except for `transportHeaders`, which are set for every request.
    public var headers: RequestFields
    /// The body; empty if there isn't one.
    public var body: [UInt8]

    /// The headers, in lower case, that belong to the connection and cannot be set.
    static let transportHeaders: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding",
    ]

    /// Creates a request without sending it.
    /// - Parameters:
    ///   - method: `GET`, `POST` and so on.
    ///   - url: `http://` or `https://`.
    ///   - headers: the request headers.
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

extension AuthHTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method, the address and the header names. Values, query and body may be secrets.
    public var description: String {
        "\(self.method) \(ShownURL.text(self.url)) \(self.headers), \(self.body.count) bytes"
    }

    /// No children, so that `dump` does not show what `description` hides.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The channel, the socket id and the attempt of a request to the application's server.
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

    /// The name of the endpoint, for a sentence.
    var endpointName: String {
        self.channel == nil ? "the authentication endpoint" : "the authorization endpoint"
    }
}
