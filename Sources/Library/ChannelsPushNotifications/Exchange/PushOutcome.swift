enum PushOutcome: Hashable, Sendable {
    case answered(PushAnswer)
    /// No answer; the server may have received the request.
    case failed(String)
    /// The client was stopped; the server may have received the request.
    case cancelled
}

struct PushAnswer: Hashable, Sendable {
    var status: Int
    var retryAfter: Duration? = nil
    var clientID: String? = nil
    var excerpt: String? = nil

    enum Verdict: Hashable, Sendable {
        case done
        /// 408, 425, 429 and 5xx.
        case later
        /// 404.
        case unknown
        /// Every other status: the response would be the same again.
        case never
    }

    /// RFC 9110, section 15.
    var verdict: Verdict {
        switch self.status {
        case 200..<300: .done
        case 404: .unknown
        case 408, 425, 429, 500..<600: .later
        default: .never
        }
    }

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
