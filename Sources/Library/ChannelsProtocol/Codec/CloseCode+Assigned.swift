extension CloseCode {
    struct Row: Sendable {
        var code: CloseCode
        var name: String
        var meaning: String
        var advice: CloseAdvice?

        init(
            _ code: CloseCode, _ name: String, _ meaning: String? = nil, advice: CloseAdvice? = nil
        ) {
            self.code = code
            self.name = name
            self.meaning = meaning ?? name
            self.advice = advice
        }
    }

    private static let rows: [Row] = [
        // RFC 6455 and its registry. 1005 and 1006 are never on the wire.
        Row(1000, "normal closure"),
        Row(1001, "going away", "the server is going away"),
        Row(1002, "protocol error", "WebSocket protocol error"),
        Row(1003, "unsupported data", "data that the server does not support"),
        Row(1005, "no code", "closed without a code"),
        Row(1006, "abnormal closure", "the connection was lost"),
        Row(1007, "invalid text", "text that is not valid UTF-8"),
        Row(1008, "policy violation", "the server's policy was violated"),
        Row(1009, "message too big", "a message that is too large"),
        Row(1010, "missing extension", "a required extension is missing"),
        Row(1011, "internal error", "internal server error"),
        Row(1012, "service restart", "the server is restarting"),
        Row(1013, "try again later"),
        Row(1014, "bad gateway"),
        // Protocol 7: do not reconnect unless something changes. 4009 also ends a terminated user's
        // connections.
        Row(4000, "TLS only", "the application accepts only TLS connections", advice: .useTLS),
        Row(
            4001, "application does not exist", "the application does not exist"),
        Row(4003, "application disabled", "the application is disabled"),
        Row(4004, "over connection quota", "the application is over its connection quota"),
        Row(4005, "path not found"),
        Row(4006, "invalid version string", "the version string has an invalid format"),
        Row(4007, "unsupported protocol version", "the protocol version is not supported"),
        Row(4008, "no protocol version", "no protocol version was given"),
        Row(4009, "unauthorized", "the connection is not authorized"),
        // Protocol 7: reconnect later.
        Row(4100, "over capacity"),
        // Protocol 7: reconnect immediately.
        Row(4200, "reconnect immediately", "the server asks to reconnect"),
        Row(4201, "pong not received", "a pong did not arrive in time"),
        Row(4202, "closed after inactivity", "closed after long inactivity"),
        // Protocol 7: other errors, which usually do not end the connection.
        Row(4301, "client event rate limit", "client event refused: rate limit"),
        Row(4302, "watchlist limit", "watchlist limit exceeded"),
    ]

    private static let rowsByCode = Dictionary(
        Self.rows.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    var row: Row? { Self.rowsByCode[self] }

    package static let assigned: [CloseCode] = Self.rows.map(\.code)

    package static let overCapacity: CloseCode = 4100
    package static let clientEventRateLimit: CloseCode = 4301

    /// RFC 6455, 7.4.
    package var canBeSent: Bool {
        switch self.rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
