import ChannelsBasics

package struct ProxyFailure: Error, Hashable, Sendable {
    /// Kind, host and port, without the login.
    var proxy: String
    var status: Int?
    /// Ends "the proxy failed: …"; parts of it may come from the proxy.
    var reason: String
    package var isLogin: Bool

    package init(proxy: String, status: Int? = nil, reason: String, isLogin: Bool = false) {
        self.proxy = proxy
        self.status = status
        self.reason = reason
        self.isLogin = isLogin
    }

    init(proxy: String, _ error: TransportError) {
        let reason =
            switch error {
            case .nameNotResolved(_, let cause): "its host name could not be resolved: \(cause)"
            case .connectFailed(let address, let cause, _): "no connection to \(address): \(cause)"
            case .tlsFailed(let failure): "TLS failed: \(failure.reason)"
            case .closed(let cause, _), .badResponse(let cause), .oversizedHead(let cause),
                .unsafeHead(let cause):
                cause
            default: error.description
            }
        self.init(proxy: proxy, reason: reason)
    }
}

extension ProxyFailure: CustomStringConvertible {
    package var description: String { self.parts.sentence }

    var parts: FailureParts {
        let advice =
            if self.isLogin {
                "Check the user name and password in the proxy's address."
            } else if self.status != nil {
                "Check that it allows tunnels to this host and port."
            } else {
                "Check the proxy's address, or connect without it."
            }
        return FailureParts("The proxy \(self.proxy) failed", self.reason, advice: advice)
    }
}
