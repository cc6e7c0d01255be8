import ChannelsProtocol

/// The proxy to connect through.
@nonexhaustive
public enum ProxyChoice: Hashable, Sendable {
    /// Connects directly, regardless of the environment.
    case none
    /// The proxy set in the environment: `HTTPS_PROXY` (for `wss` and `https`), `http_proxy` or
    /// `ALL_PROXY`, except for this machine and the hosts in `NO_PROXY`.
    case environment
    /// `http://`, `https://` or `socks5://`, with `user:password@` if it requires a login. Used for
    /// every host. It may contain a password, so it is never shown.
    case url(String)
}

extension ProxyChoice: Printed, Unreflected {
    package var printed: String {
        switch self {
        case .none: "no proxy"
        case .environment: "the proxy from the environment"
        case .url: "a proxy"
        }
    }
}
