public import Channels

extension AuthEndpoint.Transport {
    /// In the query, with a callback, as browsers do without CORS. The response may be wrapped in a
    /// call to it. Unlike browsers, this client also sends headers. Use it to try an endpoint that
    /// was written for browsers; any other is better called with `form`.
    public static let jsonp = AuthEndpoint.Transport.callback
}
