/// The code of a WebSocket close frame, read as protocol 7 ("Connection closure") and RFC 6455 say.
public struct CloseCode: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public init(integerLiteral value: UInt16) { self.rawValue = value }

    /// What the range of the code tells a client to do. Unlisted codes follow their range.
    public var advice: CloseAdvice {
        switch self.rawValue {
        case 4000: .useTLS
        case 4001...4099: .doNotReconnect
        case 4100...4199: .backOff
        case 4200...4299: .reconnectAtOnce
        case 4300...4399: .doNotReconnect
        default: .retry
        }
    }

    /// What the code means, in a few words.
    public var meaning: String {
        Self.meanings[self.rawValue] ?? self.meaningOfRange
    }

    private var meaningOfRange: String {
        switch self.rawValue {
        case 4000...4099: "the server does not want this client again"
        case 4100...4199: "the server asks to come back later"
        case 4200...4299: "the server asks to reconnect"
        case 4300...4399: "the server reports an error"
        case 3000...3999: "closed with a registered code"
        default: "closed with an unknown code"
        }
    }

    private static let meanings: [UInt16: String] = [
        1000: "normal closure",
        1001: "the server is going away",
        1002: "WebSocket protocol error",
        1003: "data that the server does not accept",
        1005: "closed without a code",
        1006: "the connection was lost",
        1007: "text that is not valid UTF-8",
        1008: "the server's policy was violated",
        1009: "a message that is too large",
        1010: "a required extension is missing",
        1011: "internal error of the server",
        1012: "the server is restarting",
        1013: "try again later",
        1014: "bad gateway",
        4000: "the application accepts TLS connections only",
        4001: "the application does not exist: check the app key and the cluster",
        4003: "the application is disabled",
        4004: "the application is over its connection quota",
        4005: "path not found",
        4006: "the version string has an invalid format",
        4007: "the protocol version is not supported",
        4008: "no protocol version was given",
        4009: "the connection is not authorized",
        4100: "over capacity",
        4200: "the server asks to reconnect",
        4201: "a pong did not arrive in time",
        4202: "closed after a long inactivity",
        4301: "client event refused: rate limit",
        4302: "watchlist limit exceeded",
    ]
}

/// What to do after a close, by the range of its code.
public enum CloseAdvice: Hashable, Sendable {
    /// Connect again, with TLS.
    case useTLS
    /// The same attempt would be refused again.
    case doNotReconnect
    /// Wait a second at least.
    case backOff
    /// Connect again at once (with a floor, so that a loop does no harm).
    case reconnectAtOnce
    /// Nothing is said: the policy decides.
    case retry
}
