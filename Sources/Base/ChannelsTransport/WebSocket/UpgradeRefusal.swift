import ChannelsBasics

/// An answer to the upgrade request other than 101, and what it shows about the server.
package struct UpgradeRefusal: Hashable, Sendable {
    package var status: Int
    var reason: String
    package var retryAfter: Duration?
    var body: String
    var location: String?
    package var server = ""
    package var isChallenge = false
    package var offersUpgrade = false
    package var isSecure = false

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
        self.init(
            status: line.status, reason: line.reason,
            retryAfter: response.header("Retry-After").flatMap(RetryAfter.duration), body: body,
            location: response.header("Location").map(HTTPText.place))
        self.server = response.header("Server") ?? ""
        self.isChallenge = response.header("cf-mitigated") == "challenge"
        self.offersUpgrade = response.header("Upgrade")?.lowercased() == "websocket"
    }
}

extension UpgradeRefusal {
    package enum Cause: Hashable, Sendable {
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
        case login
        case redirect
        case version
        /// Laravel's form protection answered: the request reached the web application.
        case formProtection
        case path
        case denied
        case proxyLogin
        case busy
        case unknown
    }

    private enum Proxy: String, CaseIterable {
        case nginx, openresty, apache, cloudflare, caddy, haproxy, envoy, traefik

        var name: String {
            switch self {
            case .openresty: "nginx (OpenResty)"
            case .apache: "Apache"
            case .cloudflare: "Cloudflare"
            case .caddy: "Caddy"
            case .envoy: "Envoy"
            case .traefik: "Traefik"
            case .nginx, .haproxy: self.rawValue
            }
        }

        var upgradeSettings: String? {
            switch self {
            case .nginx, .openresty:
                "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; "
                    + "proxy_set_header Connection \"upgrade\";"
            case .apache: "ProxyPass with upgrade=websocket"
            case .cloudflare: "Network, WebSockets: on"
            case .caddy, .haproxy, .envoy, .traefik: nil
            }
        }
    }

    private var proxy: Proxy? {
        let server = self.server.lowercased()
        if let proxy = Proxy.allCases.first(where: { server.hasPrefix($0.rawValue) }) {
            return proxy
        }
        // haproxy does not name itself; these are its own pages.
        return self.body.contains("No server is available to handle this request")
            || self.body.contains("The server returned an invalid or incomplete response")
            ? .haproxy : nil
    }

    private var isPage: Bool {
        let start = self.body.drop { $0.isWhitespace }.prefix(15).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }

    private var isProxysPage: Bool {
        switch self.proxy {
        case .nginx: self.body.contains("<center>nginx")
        case .openresty: self.body.contains("<center>openresty")
        case .apache: self.body.contains("<address>Apache")
        case .haproxy: true
        case .cloudflare: self.isPage && self.body.lowercased().contains("cloudflare")
        case .caddy, .envoy, .traefik: self.body.isEmpty
        case nil: false
        }
    }

    package var cause: Cause {
        if self.isChallenge { return .challenge }
        switch self.status {
        case 300..<400: return self.redirection
        case 400: return self.badRequest
        case 401, 403: return .denied
        case 404: return self.notFound
        case 405: return self.isPage ? .webPage : .path
        case 407: return .proxyLogin
        case 419: return .formProtection
        case 426: return self.offersUpgrade || self.mentionsUpgrade ? .upgradeNotPassed : .version
        case 502, 504: return .nothingBehind
        case 503: return self.proxy == .haproxy ? .nothingBehind : .busy
        case 505: return .oldHTTP
        case 429, 500..<600: return .busy
        case 200..<300: return .webPage
        default: return .unknown
        }
    }

    private var mentionsUpgrade: Bool { self.body.lowercased().contains("upgrade") }

    private var redirection: Cause {
        guard let location = self.location?.lowercased() else { return .redirect }
        let path = location.split(separator: "?").first ?? ""
        if ["login", "signin", "sign-in", "sso", "oauth"].contains(where: path.contains) {
            return .login
        }
        return location.hasPrefix("https:") && !self.isSecure ? .needsTLS : .redirect
    }

    private var badRequest: Cause {
        if self.body.contains("HTTPS") { return .needsTLS }
        if self.isProxysPage || self.isPage { return .unknown }
        return self.proxy != nil || self.mentionsUpgrade ? .oldHTTP : .unknown
    }

    private var notFound: Cause {
        if self.isProxysPage { return .notForwarded }
        if self.isPage { return .webPage }
        return self.proxy == nil ? .path : .upgradeNotPassed
    }
}

extension UpgradeRefusal {
    /// What was refused, and what to do about the most likely reason.
    func parts(in words: SettingWords) -> FailureParts {
        let answer = self.reason.isEmpty ? "\(self.status)" : "\(self.status) \(self.reason)"
        let wait = self.retryAfter.map { " The server asks to wait \($0.components.seconds)s." }
        return FailureParts(
            "The server refused the WebSocket with HTTP \(answer)",
            advice: self.advice(words) + (wait ?? ""))
    }

    private func advice(_ words: SettingWords) -> String {
        switch self.cause {
        case .upgradeNotPassed, .oldHTTP, .notForwarded, .nothingBehind, .challenge:
            return self.proxyAdvice
        case .webPage:
            return "A website answered, not a Channels server: check the host and port, and that "
                + "the web server forwards /app to it."
        case .needsTLS:
            return self.status == 400
                ? "The port uses TLS: \(words.useTLS)."
                : "It redirects to \(self.location ?? "https"). Connect there, with TLS: "
                    + "\(words.useTLS)."
        case .login:
            return "It redirects to a login page (\(self.location ?? "")): let requests to /app "
                + "pass without a session."
        case .redirect:
            return "It redirects\(self.location.map { " to \($0)" } ?? ""). Redirects are not "
                + "followed: connect to the right host directly."
        case .version: return "The server requires a WebSocket version other than 13."
        case .formProtection:
            return "The web application answered, not a Channels server: forward /app to the "
                + "server before the application sees it."
        case .path: return "Check the app key and the path."
        case .denied: return "Access is denied: check the credentials."
        case .proxyLogin: return "A proxy requires a login."
        case .busy: return "The server is busy or broken: try again later."
        case .unknown: return "Check the host, port and path."
        }
    }

    private var proxyAdvice: String {
        let proxy = self.proxy?.name ?? "a proxy"
        let atStart = self.proxy?.name ?? "A proxy"
        let settings = self.proxy?.upgradeSettings.map { ": \($0)" } ?? ""
        switch self.cause {
        case .upgradeNotPassed:
            return "It saw a plain HTTP request: \(proxy) in front of it does not forward Upgrade "
                + "and Connection. Set it to\(settings.isEmpty ? " do so." : settings)"
        case .oldHTTP:
            return "\(atStart) forwards the request without the upgrade or as HTTP/1.0. Set it to "
                + "HTTP/1.1 with Upgrade and Connection\(settings.isEmpty ? "." : settings)"
        case .notForwarded:
            return "\(atStart) answered itself: it does not forward this path. Add a "
                + "location for /app, and check the host."
        case .challenge:
            return "Cloudflare answered with a browser challenge: exempt requests to /app from "
                + "challenges (Security, WAF)."
        default:
            return "\(atStart) cannot reach the server behind it: start the server, and check "
                + "the address that the proxy forwards to."
        }
    }
}
