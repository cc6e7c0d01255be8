/// What stands between a client and its server, so that the failures of two requests can be
/// compared; the words are in `FailureParts`.
package enum Obstacle: Hashable, Sendable {
    /// The server saw an ordinary request: a proxy drops `Upgrade` and `Connection`.
    case upgradeNotPassed
    /// The proxy passes the request on as HTTP/1.0, which cannot upgrade.
    case oldHTTP
    /// The proxy itself answered: it forwards nothing from this path.
    case notForwarded
    case nothingBehind
    case webPage
    case challenge
    /// The port speaks TLS, or the server redirects to the same place with TLS.
    case needsTLS
    case plainPort
    case login
    /// 401 with `WWW-Authenticate`: a login of HTTP itself.
    case password
    case redirect
    case version
    /// Laravel's form protection answered: the request reached the web application.
    case formProtection
    case path
    case denied
    /// A web page refuses `POST`; the server would refuse in JSON.
    case postRefused
    case tooLarge
    case rateLimit
    case proxyLogin
    case busy
    /// The port belongs to another service.
    case otherService
    /// Nothing listens at the address.
    case refused
    case unknownCluster
    /// The server ended the connection instead of an answer.
    case hungUp
    case unknown

    /// Whether something else than the server or a proxy before it answered.
    package var isWebsite: Bool {
        switch self {
        case .webPage, .formProtection, .notForwarded: true
        default: false
        }
    }
}
