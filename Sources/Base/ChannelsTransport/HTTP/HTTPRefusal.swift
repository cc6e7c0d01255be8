package import ChannelsBasics

/// A response in place of the requested one, to the upgrade or to a request of the HTTP API: the
/// only judge of what it shows about the server.
package struct HTTPRefusal: Hashable, Sendable {
    package enum Request: Hashable, Sendable {
        case upgrade
        /// Of the HTTP API.
        case query, publish

        /// The path below which all such requests are.
        var path: String { self == .upgrade ? "/app" : "/apps" }
    }

    package var request = Request.upgrade
    package var status: Int
    var reason: String
    package var retryAfter: Duration?
    var body: String
    var location: String?
    package var server = ""
    package var poweredBy = ""
    /// The value of `WWW-Authenticate`.
    package var login: String?
    /// PHP's development server repeats the `Host` of the request.
    var repeatsHost = false
    package var isChallenge = false
    package var offersUpgrade = false
    package var isSecure = false
    var isHTML = false

    package init(
        status: Int, reason: String = "", retryAfter: Duration? = nil, body: String = "",
        location: String? = nil
    ) {
        self.status = status
        self.reason = reason
        self.retryAfter = retryAfter
        self.body = body
        self.location = location
    }

    init(_ line: HTTPStatusLine, _ response: HTTPResponse, body: String) {
        self.init(response, body: body)
        (self.status, self.reason) = (line.status, line.reason)
    }

    private init(_ response: HTTPResponse, body: String) {
        self.init(
            status: response.status, reason: response.reason,
            retryAfter: response.header("Retry-After").flatMap(RetryAfter.duration), body: body,
            location: response.header("Location").map(HTTPText.place))
        self.server = response.header("Server") ?? ""
        self.poweredBy = response.header("X-Powered-By") ?? ""
        self.login = response.header("WWW-Authenticate")
        self.repeatsHost = response.header("Host") != nil
        self.isChallenge = response.header("cf-mitigated") == "challenge"
        self.offersUpgrade = response.header("Upgrade")?.lowercased() == "websocket"
        self.isHTML =
            response.header("Content-Type")?.lowercased().hasPrefix("text/html") == true
    }

    /// - Parameter isSecure: whether the request was sent with TLS.
    package init(_ request: Request, _ response: HTTPResponse, isSecure: Bool) {
        let body = String(decoding: response.body.prefix(Self.excerptLimit), as: UTF8.self)
        self.init(response, body: body)
        self.request = request
        self.isSecure = isSecure
    }

    static let excerptLimit = 1024
}

extension HTTPRefusal {
    /// Whether the body is a web page, which no Channels server sends as its response.
    package var isPage: Bool {
        let start = self.body.drop { $0.isWhitespace }.prefix(15).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return true }
        return self.request != .upgrade && (self.isHTML || start.hasPrefix("<"))
    }

    /// Whether something else than the HTTP API must have answered.
    package var isForeign: Bool {
        self.isPage || self.login != nil || self.isChallenge || (300..<400).contains(self.status)
            || (self.status == 404 && (self.body.isEmpty || self.cause != .path))
            || (self.status == 400 && self.cause == .needsTLS)
    }

    var front: FrontServer? { FrontServer(self) }

    private var proxy: FrontServer? { self.front.flatMap { $0.isProxy ? $0 : nil } }

    private var isProxysPage: Bool {
        switch self.proxy {
        case .nginx: self.body.contains("<center>nginx")
        case .openresty: self.body.contains("<center>openresty")
        case .apache: self.body.contains("<address>Apache")
        case .haproxy, .awselb: true
        case .cloudflare: self.isPage && self.body.lowercased().contains("cloudflare")
        case .caddy, .envoy, .traefik: self.body.isEmpty
        default: false
        }
    }

    package var cause: Obstacle {
        if self.isChallenge { return .challenge }
        switch self.status {
        case 200..<300: return self.success
        case 300..<400: return self.redirection
        case 400..<500: return self.clientError
        case 500..<600: return self.serverError
        default: return .unknown
        }
    }

    /// Caddy answers so what no route matches.
    private var success: Obstacle {
        self.proxy == .caddy && self.body.isEmpty ? .notForwarded : .webPage
    }

    private var clientError: Obstacle {
        switch self.status {
        case 400: self.badRequest
        case 401 where self.login != nil: .password
        case 403 where self.request == .publish && self.isPage: .postRefused
        case 405 where self.request == .publish && self.isPage: .postRefused
        case 401, 403: .denied
        case 404: self.notFound
        case 405: self.isPage ? .webPage : .path
        case 407: .proxyLogin
        case 413: .tooLarge
        case 419: .formProtection
        case 426: self.offersUpgrade || self.mentionsUpgrade ? .upgradeNotPassed : .version
        case 429: .rateLimit
        // nginx's codes for a certificate, and for plain HTTP on a port with TLS.
        case 497: .needsTLS
        default: .unknown
        }
    }

    private var serverError: Obstacle {
        switch self.status {
        case 502, 504: .nothingBehind
        case 503: self.proxy == .haproxy || self.proxy == .awselb ? .nothingBehind : .busy
        case 505: .oldHTTP
        // Cloudflare could not reach or understand the server.
        case 520..<531: .nothingBehind
        default: .busy
        }
    }

    private var mentionsUpgrade: Bool { self.body.lowercased().contains("upgrade") }

    private var redirection: Obstacle {
        guard let location = self.location?.lowercased() else { return .redirect }
        let path = location.split(separator: "?").first ?? ""
        if ["login", "signin", "sign-in", "sso", "oauth"].contains(where: path.contains) {
            return .login
        }
        return location.hasPrefix("https:") && !self.isSecure ? .needsTLS : .redirect
    }

    /// nginx, Apache, Go's servers and Node name HTTPS; haproxy says nothing.
    private var badRequest: Obstacle {
        if !self.isSecure, self.body.contains("HTTPS") || self.body.contains("SSL-enabled") {
            return .needsTLS
        }
        if self.isProxysPage || self.isPage || self.request != .upgrade { return .unknown }
        return self.proxy != nil || self.mentionsUpgrade ? .oldHTTP : .unknown
    }

    private var notFound: Obstacle {
        if self.isProxysPage { return .notForwarded }
        // What Traefik and other servers in Go say of a path that has no route.
        if self.body.hasPrefix("404 page not found") { return .notForwarded }
        if self.isPage { return .webPage }
        guard self.request == .upgrade else {
            // The HTTP API says what it does not know.
            return self.body.isEmpty ? .webPage : .path
        }
        if self.front?.isProxy == false { return .webPage }
        return self.proxy == nil ? .path : .upgradeNotPassed
    }
}
