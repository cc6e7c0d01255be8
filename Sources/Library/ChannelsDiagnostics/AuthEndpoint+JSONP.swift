public import Channels

extension AuthEndpoint.Transport {
    /// In the URL's query, with a callback, as browsers do without CORS. The response may be
    /// wrapped in a call to the callback. Unlike browsers, this client also sends headers. Use
    /// `jsonp` to try an endpoint that was written for browsers, and `form` for any other.
    public static let jsonp = AuthEndpoint.Transport.callback
}
