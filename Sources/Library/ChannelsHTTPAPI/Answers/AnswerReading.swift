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
    var isSecure = false
    var words = SettingWords.library

    /// Old servers answer `202 ACCEPTED` after publishing; that gives an empty object.
    func json(_ response: HTTPResponse) throws(ChannelsAPIError) -> JSONValue {
        guard (200..<300).contains(response.status) else { throw self.error(response) }
        if let json = try? JSONValue(parsing: response.body) { return json }
        guard self.call.purpose != .question, !self.judge(response).isPage else {
            throw self.error(response)
        }
        return [:]
    }

    func error(_ response: HTTPResponse) -> ChannelsAPIError {
        let judge = self.judge(response)
        switch response.status {
        case 200..<300: return self.unexpectedResponse(response, judge, effect: .unknown)
        case 500..<600: return self.serverError(response, judge)
        case 413:
            return self.refusal(
                .tooLarge, response, "The data is too large for the server",
                advice: judge.isPage ? judge.advice(self.words) : nil, obstacle: .tooLarge)
        case 429: return self.limited(response, judge)
        case _ where judge.isForeign: return self.unexpectedResponse(response, judge, effect: .none)
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
        default:
            return self.refusal(.unexpectedStatus, response, "The server refused the request")
        }
    }

    // MARK: Kinds

    private func refusal(
        _ kind: ChannelsAPIError.Kind, _ response: HTTPResponse, _ text: String,
        advice: String? = nil, obstacle: Obstacle? = nil
    ) -> ChannelsAPIError {
        let body = BodyExcerpt.text(response.body, self.mask)
        let isQuoted = !body.isEmpty && !self.judge(response).isPage
        let parts = FailureParts(
            "\(text.oneLine(limit: 300)) (\(response.status))",
            isQuoted ? BodyExcerpt.quotation(body) : "", advice: self.mask.text(advice ?? ""),
            obstacle: obstacle)
        return ChannelsAPIError(
            kind, parts, self.call.purpose.sentence(.none), status: response.status, body: body,
            retryAfter: Self.wait(response))
    }

    private func limited(_ response: HTTPResponse, _ judge: HTTPRefusal) -> ChannelsAPIError {
        let wait = Self.wait(response).map(Self.advice(waiting:))
        let cause = judge.isPage ? judge.advice(self.words) : nil
        let advice = [cause, wait].compactMap(\.self)
        return self.refusal(
            .tooManyRequests, response, "The server received too many requests",
            advice: advice.isEmpty ? "Try again later." : advice.joined(separator: " "),
            obstacle: .rateLimit)
    }

    private static func advice(waiting wait: Duration) -> String {
        "Retry after \(wait.inWords), as the server asks."
    }

    private func serverError(
        _ response: HTTPResponse, _ judge: HTTPRefusal
    ) -> ChannelsAPIError {
        let body = BodyExcerpt.text(response.body, self.mask)
        let effect = self.call.purpose.effect(.unknown)
        let isPage = judge.isPage
        let page = isPage ? ", with a page that probably comes from a proxy" : ""
        let wait = Self.wait(response)
        let cause = judge.cause == .busy ? "Try again later." : judge.advice(self.words)
        let parts = FailureParts(
            "The server failed (\(response.status))\(page)",
            isPage || body.isEmpty ? "" : BodyExcerpt.quotation(body),
            advice: wait.map(Self.advice(waiting:)) ?? self.mask.text(cause),
            obstacle: judge.cause)
        return ChannelsAPIError(
            .serverError, parts, self.call.purpose.sentence(effect), effect: effect,
            status: response.status, body: body, retryAfter: wait)
    }

    private func unexpectedResponse(
        _ response: HTTPResponse, _ judge: HTTPRefusal, effect: ChannelsAPIError.Effect
    ) -> ChannelsAPIError {
        let body = BodyExcerpt.text(response.body, self.mask)
        let effect = self.call.purpose.effect(effect)
        let isRedirect = (300..<400).contains(response.status)
        let what =
            judge.isPage || isRedirect
            ? "a \(isRedirect ? "redirect" : "web page") instead of an API response"
            : body.isEmpty
                ? "an empty body instead of JSON"
                : "a body that is not JSON: \(BodyExcerpt.quotation(body))"
        let parts = FailureParts(
            "The server returned \(response.status) with \(what)",
            advice: self.mask.text(judge.advice(self.words)), obstacle: judge.cause)
        return ChannelsAPIError(
            isRedirect && !judge.isPage ? .unexpectedStatus : .unexpectedResponse, parts,
            self.call.purpose.sentence(effect), effect: effect,
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
                self.difference(from: expected)
            } else {
                self.words.checkSecret
            }
        let parts = FailureParts(
            "The server rejected the signature (401)",
            isQuoted ? BodyExcerpt.quotation(body) : "", advice: advice)
        return ChannelsAPIError(
            .unauthorized, parts, self.call.purpose.sentence(.none), status: 401, body: body,
            clockSkew: skew, signedString: self.signed.signedString,
            expectedString: expected)
    }

    private func difference(from expected: String) -> String {
        let difference = SignedStringDifference(signed: self.signed.signedString, other: expected)
        guard difference.position == nil else { return difference.sentences }
        let advice = self.words.checkSecret
        return "Both sides signed the same string, so their secrets differ: "
            + advice.prefix(1).lowercased() + advice.dropFirst()
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

    private func judge(_ response: HTTPResponse) -> HTTPRefusal {
        HTTPRefusal(
            self.call.purpose == .question ? .query : .publish, response, isSecure: self.isSecure)
    }
}
