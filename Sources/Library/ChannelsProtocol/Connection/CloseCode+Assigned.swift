/// The assigned codes and their names.
extension CloseCode {
    // RFC 6455 and its registry.

    /// The purpose of the connection is fulfilled.
    package static let normalClosure: CloseCode = 1000
    /// The server is shutting down, or the client is leaving.
    package static let goingAway: CloseCode = 1001
    /// The peer broke the WebSocket protocol.
    package static let protocolError: CloseCode = 1002
    /// The data is of a kind that the peer does not accept.
    package static let unsupportedData: CloseCode = 1003
    /// The close frame had no code. Never on the wire.
    package static let noStatus: CloseCode = 1005
    /// There was no close frame. Never on the wire.
    package static let abnormalClosure: CloseCode = 1006
    /// A text that is not UTF-8.
    package static let invalidText: CloseCode = 1007
    /// A rule of the server was violated that has no code of its own.
    package static let policyViolation: CloseCode = 1008
    /// A message that is too large to be processed.
    package static let messageTooBig: CloseCode = 1009
    /// A required extension is missing.
    package static let missingExtension: CloseCode = 1010
    /// The server failed.
    package static let internalError: CloseCode = 1011
    /// The service is restarting.
    package static let serviceRestart: CloseCode = 1012
    /// The service is overloaded.
    package static let tryAgainLater: CloseCode = 1013
    /// A gateway received an invalid response from its server.
    package static let badGateway: CloseCode = 1014

    // Protocol 7: do not reconnect unless something changes.

    /// The application accepts only TLS connections: connect again with `wss`.
    package static let tlsOnly: CloseCode = 4000
    /// There is no application with this key in this cluster.
    package static let applicationDoesNotExist: CloseCode = 4001
    /// The application is disabled.
    package static let applicationDisabled: CloseCode = 4003
    /// The application has reached its limit of connections.
    package static let overConnectionQuota: CloseCode = 4004
    /// The service has no such path.
    package static let pathNotFound: CloseCode = 4005
    /// The version of the client library has an invalid format.
    package static let invalidVersionString: CloseCode = 4006
    /// The protocol version of the URL is not supported.
    package static let unsupportedProtocolVersion: CloseCode = 4007
    /// The URL has no protocol version.
    package static let noProtocolVersion: CloseCode = 4008
    /// The connection is not authorized. Also sent when a user's connections are terminated.
    package static let unauthorized: CloseCode = 4009

    // Protocol 7: reconnect later.

    /// The service is over its capacity.
    package static let overCapacity: CloseCode = 4100

    // Protocol 7: reconnect immediately.

    /// The server wants the client to reconnect, for no particular reason.
    package static let reconnectImmediately: CloseCode = 4200
    /// The server pinged, and got no pong in time.
    package static let pongNotReceived: CloseCode = 4201
    /// The client was inactive for a long time, and does not support pings.
    package static let inactivity: CloseCode = 4202

    // Protocol 7: other errors, which usually do not end the connection.

    /// A client event was refused because too many were sent in a second.
    package static let clientEventRateLimit: CloseCode = 4301
    /// A user's watchlist exceeds the limit.
    package static let watchlistLimit: CloseCode = 4302

    /// Every assigned code, in order.
    package static let assigned: [CloseCode] = Self.words.keys.sorted { $0.rawValue < $1.rawValue }

    /// Whether a close frame may carry it (RFC 6455, 7.4).
    package var canBeSent: Bool {
        switch self.rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// The name and meaning of a code, and what to do after it.
    struct Words: Sendable {
        var name: String
        var meaning: String
        /// What to do after it; `nil` to follow its range.
        var advice: CloseAdvice?

        init(_ name: String, _ meaning: String, advice: CloseAdvice? = nil) {
            self.name = name
            self.meaning = meaning
            self.advice = advice
        }
    }

    static let words: [CloseCode: Words] = [
        .normalClosure: Words("normal closure", "normal closure"),
        .goingAway: Words("going away", "the server is going away"),
        .protocolError: Words("protocol error", "WebSocket protocol error"),
        .unsupportedData: Words("unsupported data", "data that the server does not accept"),
        .noStatus: Words("no code", "closed without a code"),
        .abnormalClosure: Words("abnormal closure", "the connection was lost"),
        .invalidText: Words("invalid text", "text that is not valid UTF-8"),
        .policyViolation: Words("policy violation", "the server's policy was violated"),
        .messageTooBig: Words("message too big", "a message that is too large"),
        .missingExtension: Words("missing extension", "a required extension is missing"),
        .internalError: Words("internal error", "internal error of the server"),
        .serviceRestart: Words("service restart", "the server is restarting"),
        .tryAgainLater: Words("try again later", "try again later"),
        .badGateway: Words("bad gateway", "bad gateway"),
        .tlsOnly: Words(
            "TLS only", "the application accepts TLS connections only", advice: .useTLS),
        .applicationDoesNotExist: Words(
            "application does not exist",
            "the application does not exist: check the app key and the cluster"),
        .applicationDisabled: Words("application disabled", "the application is disabled"),
        .overConnectionQuota: Words(
            "over connection quota",
            "the application is over its connection quota"),
        .pathNotFound: Words("path not found", "path not found"),
        .invalidVersionString: Words(
            "invalid version string",
            "the version string has an invalid format"),
        .unsupportedProtocolVersion: Words(
            "unsupported protocol version",
            "the protocol version is not supported"),
        .noProtocolVersion: Words("no protocol version", "no protocol version was given"),
        .unauthorized: Words("unauthorized", "the connection is not authorized"),
        .overCapacity: Words("over capacity", "over capacity"),
        .reconnectImmediately: Words("reconnect immediately", "the server asks to reconnect"),
        .pongNotReceived: Words("pong not received", "a pong did not arrive in time"),
        .inactivity: Words("closed after inactivity", "closed after a long inactivity"),
        .clientEventRateLimit: Words("client event rate limit", "client event refused: rate limit"),
        .watchlistLimit: Words("watchlist limit", "watchlist limit exceeded"),
    ]
}
