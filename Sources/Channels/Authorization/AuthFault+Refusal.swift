internal import Transport

extension AuthFault {
    /// A response with another status than 200 and 201.
    init(refusal response: HTTPResponse, from source: String) {
        let status = response.status
        switch status {
        case 200..<300:
            self.init(
                "\(source) answered with HTTP \(status), which grants nothing",
                advice: "An authorization comes with 200 or 201", quotesAnswer: true)
        case 300..<400:
            let place = response.header("Location").map(HTTPURL.place) ?? "nowhere"
            self.init(
                "\(source) redirects with HTTP \(status) to \(place)",
                advice: "Redirects are not followed, so that secrets reach one server only: give "
                    + "the last address")
        default:
            self.init(
                "\(source) refused with HTTP \(status)", advice: Self.advice(response),
                quotesAnswer: true, repetition: Self.repetition(response))
        }
    }

    /// Timeouts, too many requests and a server's own troubles pass; everything else is an answer.
    private static func repetition(_ response: HTTPResponse) -> Repetition {
        switch response.status {
        case 408, 425, 429, 500..<600:
            .promising(retryAfter: response.header("Retry-After").flatMap(RetryAfter.duration))
        default: .useless
        }
    }

    private static func advice(_ response: HTTPResponse) -> String? {
        switch response.status {
        case 400, 422: "The request lacks something: compare its parameters with the server's code"
        case 401, 403:
            "Check the token or session that the request carries, and whether this user may have it"
        case 404, 410: "Check the path of the URL"
        case 405: "Check the path of the URL, and whether it takes this method"
        case 407: "A proxy in between asks for a login"
        case 419: "The request lacks a CSRF token"
        case 408, 425, 429, 500..<600:
            Self.wait(response) ?? "The server is busy or broken: see its log, or try again later"
        default: nil
        }
    }

    /// What the server says about when to come back.
    private static func wait(_ response: HTTPResponse) -> String? {
        guard let wait = response.header("Retry-After").flatMap(RetryAfter.duration) else {
            return nil
        }
        return "The server asks to wait \(wait.components.seconds) s"
    }
}
