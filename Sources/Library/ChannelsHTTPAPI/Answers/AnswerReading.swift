import ChannelsBasics
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

struct AnswerReading {
    let call: APICall
    let signed: SignedRequest
    let skew: Duration?
    let now: Double
    let mask: SecretMask

    /// Old servers answer `202 ACCEPTED` after publishing; that gives an empty object.
    func json(_ response: HTTPResponse) throws(ChannelsAPIError) -> JSONValue {
        guard (200..<300).contains(response.status) else { throw self.error(response) }
        if let json = try? JSONValue(parsing: response.body) { return json }
        guard self.call.purpose != .question, !Self.isPage(response) else {
            throw self.error(response)
        }
        return [:]
    }

    func error(_ response: HTTPResponse) -> ChannelsAPIError {
        let status = response.status
        switch status {
        case 200..<300: return self.unexpectedAnswer(response, effect: .unknown)
        case 500..<600: return self.serverError(response)
        case _ where Self.isPage(response): return self.unexpectedAnswer(response, effect: .none)
        case 401: return self.unauthorized(response)
        case 400:
            return self.refusal(.badRequest, response, "The server rejected the request")
        case 403:
            return self.refusal(
                .forbidden, response, "The server refused the app",
                advice: "It may be disabled, or over its quota.")
        case 404:
            return self.refusal(
                .notFound, response, "The app or path does not exist on the server",
                advice: "Check the app id, the host and the cluster.")
        case 413: return self.refusal(.tooLarge, response, "The data is too large for the server")
        case 429:
            let wait = Self.wait(response)
            return self.refusal(
                .tooManyRequests, response, "The server received too many requests",
                advice: wait.map { "It asks to wait \($0.inWords)." } ?? "Try again later.")
        case 300..<400:
            let location = self.mask.text(response.header("Location") ?? "nowhere")
            let place = location.prefix { $0 != "?" }
            return self.refusal(
                .unexpectedStatus, response, "The server redirects to \(place)",
                advice: "Redirects are not followed: use the right host.")
        default:
            return self.refusal(.unexpectedStatus, response, "The server refused the request")
        }
    }

    // MARK: Kinds

    private func refusal(
        _ kind: ChannelsAPIError.Kind, _ response: HTTPResponse, _ text: String,
        advice: String? = nil
    ) -> ChannelsAPIError {
        let body = BodyExcerpt.text(response.body, self.mask)
        let parts = FailureParts(
            "\(text.oneLine(limit: 300)) (\(response.status))",
            body.isEmpty ? "" : BodyExcerpt.quotation(body), advice: advice ?? "")
        return ChannelsAPIError(
            kind, parts, self.call.purpose.sentence(.none), status: response.status, body: body,
            retryAfter: Self.wait(response))
    }

    private func serverError(_ response: HTTPResponse) -> ChannelsAPIError {
        let body = BodyExcerpt.text(response.body, self.mask)
        let effect = self.call.purpose.effect(.unknown)
        let isPage = Self.isPage(response)
        let page = isPage ? ", with a page that probably comes from a proxy" : ""
        let wait = Self.wait(response)
        let parts = FailureParts(
            "The server failed (\(response.status))\(page)",
            isPage || body.isEmpty ? "" : BodyExcerpt.quotation(body),
            advice: wait.map { "It asks to wait \($0.inWords)." } ?? "Try again later.")
        return ChannelsAPIError(
            .serverError, parts, self.call.purpose.sentence(effect), effect: effect,
            status: response.status, body: body, retryAfter: wait)
    }

    private func unexpectedAnswer(
        _ response: HTTPResponse, effect: ChannelsAPIError.Effect
    ) -> ChannelsAPIError {
        let body = BodyExcerpt.text(response.body, self.mask)
        let effect = self.call.purpose.effect(effect)
        let what =
            Self.isPage(response)
            ? "a web page instead of an API response, perhaps from a proxy or a login page"
            : body.isEmpty
                ? "an empty body instead of JSON"
                : "a body that is not JSON: \(BodyExcerpt.quotation(body))"
        let parts = FailureParts(
            "The server answered \(response.status) with \(what)",
            advice: "Check that host and port belong to a Channels server.")
        return ChannelsAPIError(
            .unexpectedAnswer, parts, self.call.purpose.sentence(effect), effect: effect,
            status: response.status, body: body)
    }

    private func unauthorized(_ response: HTTPResponse) -> ChannelsAPIError {
        let whole = String(decoding: response.body.prefix(32 << 10), as: UTF8.self)
        let body = BodyExcerpt.text(response.body, self.mask)
        let skew = ServerTimeText(whole).map { self.skew ?? .seconds(Double($0.time) - self.now) }
        let expected = ExpectedRequestText(whole).map { self.mask.text($0.text) }
        // The comparison says the same as the server's text, and more.
        let isQuoted = !body.isEmpty && expected == nil
        let advice =
            if let skew {
                Self.clockSentence(skew)
            } else if let expected {
                SignedTextDifference(signed: self.signed.stringToSign, other: expected).sentences
            } else {
                "Check the key and the secret."
            }
        let parts = FailureParts(
            "The server rejected the signature (401)",
            isQuoted ? BodyExcerpt.quotation(body) : "", advice: advice)
        return ChannelsAPIError(
            .unauthorized, parts, self.call.purpose.sentence(.none), status: 401, body: body,
            clockSkew: skew, signedText: self.signed.stringToSign,
            expectedText: expected)
    }

    private static func clockSentence(_ skew: Duration) -> String {
        let isAhead = skew < .zero
        let size = Duration.seconds(abs(skew.components.seconds))
        return "This machine's clock is \(size.inWords) \(isAhead ? "ahead of" : "behind") the "
            + "server's; the limit is \(RequestSignature.tolerance)s. Set it, or sign "
            + "requests with the server's time."
    }

    // MARK: Parts

    private static func wait(_ response: HTTPResponse) -> Duration? {
        response.header("Retry-After").flatMap(RetryAfter.duration)
    }

    private static func isPage(_ response: HTTPResponse) -> Bool {
        if response.header("Content-Type")?.lowercased().hasPrefix("text/html") == true {
            return true
        }
        return response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }
}
