import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport

// Sessions whose CSRF token has expired.
extension AuthExchange {
    /// - Parameter token: the token that was refused.
    /// - Throws: the refusal, with the reason why there is no new token.
    func renew(
        _ session: CookieSession, insteadOf token: String?, for url: HTTPURL,
        _ context: AuthContext, timeLimit: Duration
    ) async throws(AuthFault) {
        guard session.token(for: url, at: self.time.now()) == token else { return }
        var wanted = AuthHTTPRequest(method: "GET", url: url.csrfCookieURL)
        session.complete(&wanted, at: self.time.now())
        let request = try self.checked(wanted, context)
        let reason: String
        do {
            let response = try await self.requester.send(
                request, timeLimit: timeLimit, bodyLimit: Self.bodyLimit)
            session.received(response, from: url, at: self.time.now())
            if session.token(for: url, at: self.time.now()) != token { return }
            reason = "responded with HTTP \(response.status) without a new one"
        } catch {
            reason = "did not answer: \(error.parts(in: self.words).reason)"
        }
        throw AuthFault(
            "\(context.endpointName) refused the CSRF token with HTTP 419, and "
                + "\(CookieSession.renewalTarget) \(reason)",
            advice: "Log in again and save the new cookies")
    }
}
