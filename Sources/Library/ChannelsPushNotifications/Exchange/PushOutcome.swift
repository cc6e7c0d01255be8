/// What became of a request.
enum PushOutcome: Hashable, Sendable {
    case answered(PushAnswer)
    /// Nobody answered: the connection failed, or took too long. The server may have received the
    /// request.
    case failed(String)
    /// The client was stopped meanwhile. The server may have received the request.
    case cancelled
}

/// An answer of the server.
struct PushAnswer: Hashable, Sendable {
    /// The HTTP status.
    var status: Int
    /// The wait that the server asks for.
    var retryAfter: Duration? = nil
    /// The `id` of a client, if the body has one.
    var clientID: String? = nil
    /// The start of the body if it may be shown; it is text from a peer.
    var excerpt: String? = nil

    /// What the status means for the operation.
    enum Verdict: Hashable, Sendable {
        case done
        /// 408, 425, 429 and 5xx: later the answer may be another.
        case later
        /// 404.
        case unknown
        /// Every other status: the answer would be the same again.
        case never
    }

    /// The meaning of the status (RFC 9110, section 15).
    var verdict: Verdict {
        switch self.status {
        case 200..<300: .done
        case 404: .unknown
        case 408, 425, 429, 500..<600: .later
        default: .never
        }
    }

    /// A sentence about an answer that is not success.
    var sentence: String {
        let words =
            switch self.status {
            case 300..<400: "redirects, and redirects are not followed: use the final URL"
            case 400, 422: "rejected the request"
            case 401, 403: "refused the app key"
            case 404: "has nothing at this address"
            case 429: "asks for fewer requests"
            case 500..<600: "had an internal error"
            default: "refused the request"
            }
        let quotation = self.excerpt.map { ": \($0)" } ?? ""
        return "The service \(words) (HTTP \(self.status))\(quotation)"
    }
}
