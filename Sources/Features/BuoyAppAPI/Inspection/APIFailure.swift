package struct APIFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The server did not accept this request: HTTP 400, or a limit was exceeded.
        case badRequest
        /// The app id, key or secret is wrong, or the app is switched off: HTTP 401, 403, 404.
        case refused
        /// It may succeed later: HTTP 429 and 5xx, no response, no connection.
        case temporary
    }

    package let kind: Kind
    /// May contain text of the server.
    package let text: String
    package let retryAfter: Duration?

    package init(_ kind: Kind, _ text: String, retryAfter: Duration? = nil) {
        self.kind = kind
        self.text = text
        self.retryAfter = retryAfter
    }
}
