import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

struct AuthFault: Error, Hashable, Sendable {
    var parts: FailureParts
    var quotesAnswer: Bool
    var repetition: Repetition

    init(
        _ what: String, _ cause: String = "", advice: String? = nil, quotesAnswer: Bool = false,
        repetition: Repetition = .useless, origin: (any Error)? = nil
    ) {
        let advice = advice.flatMap { $0.isEmpty ? nil : FailureParts.sentence($0) }
        self.parts = FailureParts(what, cause, advice: advice ?? "")
        self.parts.origin = FailureOrigin(origin, isTemporary: repetition != .useless)
        self.quotesAnswer = quotesAnswer
        self.repetition = repetition
    }

    enum Repetition: Hashable, Sendable {
        case useless
        case promising(retryAfter: Duration?)
    }

    static let cancelled = AuthFault("the authorization was cancelled")
}

extension AuthFault {
    /// - Parameter name: the program's code that failed.
    init(_ name: String, threw error: any Error) {
        switch error {
        case let failure as AuthorizationFailure:
            let isTemporary = failure.kind == .temporary
            self.init(
                "\(name) \(isTemporary ? "failed" : "refused")", failure.reason,
                repetition: isTemporary ? .promising(retryAfter: failure.retryAfter) : .useless,
                origin: failure.underlyingError ?? failure)
        case let failure as any ReportedFailure:
            let reason = FailureParts(failure.what, failure.cause).reason
            self.init("\(name) failed", reason, advice: failure.advice, origin: failure)
            self.parts.origin.isTemporary = failure.isTemporary
        default: self.init("\(name) failed", error.words, origin: error)
        }
    }
}

extension AuthFault {
    init(refusal response: HTTPResponse, from source: String, sentSession: Bool) {
        let status = response.status
        if 300..<400 ~= status, let login = response.header("Location").flatMap(LoginPage.path) {
            self.init(
                "\(source) redirected to \(login)",
                sentSession ? "the session has expired" : "the request has no session",
                advice: sentSession
                    ? "Log in again and save the new cookies"
                    : "Send a session's cookies, or a token as a header")
            return
        }
        switch status {
        case 200..<300:
            self.init(
                "\(source) responded with HTTP \(status) instead of an authorization",
                advice: "An endpoint authorizes with status 200 or 201", quotesAnswer: true)
        case 300..<400:
            let place = response.header("Location").map(HTTPURL.place) ?? "nowhere"
            self.init(
                "\(source) redirected with HTTP \(status) to \(place)",
                advice: "Redirects are not followed, so that secrets reach only one server: use "
                    + "the final address")
        default:
            self.init(
                "\(source) refused with HTTP \(status)",
                advice: Self.advice(response, sentSession: sentSession),
                quotesAnswer: true, repetition: Self.repetition(response))
        }
    }

    /// Timeouts, rate limits and server errors are temporary; everything else is final.
    private static func repetition(_ response: HTTPResponse) -> Repetition {
        switch response.status {
        case 408, 425, 429, 500..<600:
            .promising(retryAfter: response.header("Retry-After").flatMap(RetryAfter.duration))
        default: .useless
        }
    }

    private static func advice(_ response: HTTPResponse, sentSession: Bool) -> String? {
        switch response.status {
        case 400, 422: "A parameter is missing: check which ones the server expects"
        case 401, 403:
            "Check the request's token or session, and this user's permissions"
        case 404, 410: "Check the path of the URL"
        case 405: "Check the path of the URL, and whether it supports this method"
        case 407: "A proxy in between requires a login"
        case 419:
            sentSession
                ? "The session or its CSRF token has expired: log in again and save the new cookies"
                : "The request lacks a CSRF token"
        case 408, 425, 429, 500..<600:
            Self.wait(response) ?? "The server is busy or broken: see its log, or try again later"
        default: nil
        }
    }

    private static func wait(_ response: HTTPResponse) -> String? {
        guard let wait = response.header("Retry-After").flatMap(RetryAfter.duration) else {
            return nil
        }
        return "The server asked the client to wait \(wait.components.seconds)s"
    }
}
