/// Why the way through a proxy did not open. It says nothing about the server behind it.
package struct ProxyFailure: Error, Hashable, Sendable {
    /// Kind, host and port of the proxy, without the login.
    package var proxy: String
    /// The status that an HTTP proxy answered with.
    package var status: Int?
    /// What went wrong, as the end of "the proxy failed: …"; parts may be words of the proxy.
    package var reason: String
    /// Whether the proxy asks for a login, or refuses the one it was given: the same attempt would
    /// fail again.
    package var isLogin: Bool

    package init(proxy: String, status: Int? = nil, reason: String, isLogin: Bool = false) {
        self.proxy = proxy
        self.status = status
        self.reason = reason
        self.isLogin = isLogin
    }

    /// A failure on the way to the proxy itself.
    init(proxy: String, _ error: TransportError) {
        let reason =
            switch error {
            case .nameNotResolved(_, let cause): "its address could not be found: \(cause)"
            case .connectFailed(let address, let cause): "no connection to \(address): \(cause)"
            case .tlsFailed(let failure): "TLS with it failed: \(failure.reason)"
            case .closed(let cause), .badResponse(let cause), .oversizedHead(let cause),
                .unsafeHead(let cause):
                cause
            default: "\(error)"
            }
        self.init(proxy: proxy, reason: reason)
    }
}

extension ProxyFailure: CustomStringConvertible {
    /// What was attempted, what came back, and what to do about it.
    package var description: String {
        let hint =
            if self.isLogin {
                "Check the user name and password in the proxy's address."
            } else if self.status != nil {
                "Check that it allows tunnels to this host and port."
            } else {
                "Check the proxy's address, or connect without it."
            }
        return "The proxy \(self.proxy) failed: \(self.reason). \(hint)"
    }
}
