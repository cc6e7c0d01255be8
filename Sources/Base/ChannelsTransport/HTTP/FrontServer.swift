/// Software that may answer in place of a Channels server: proxies in front of it, and the servers
/// of websites. Only these names are shown, never what a server calls itself.
enum FrontServer: String, CaseIterable {
    case nginx, openresty, apache, cloudflare, caddy, haproxy, envoy, traefik, awselb
    case php, vite, mongodb, express, next, werkzeug, gunicorn, uvicorn, puma, simplehttp

    var name: String {
        switch self {
        case .openresty: "nginx (OpenResty)"
        case .apache: "Apache"
        case .cloudflare: "Cloudflare"
        case .caddy: "Caddy"
        case .envoy: "Envoy"
        case .traefik: "Traefik"
        case .awselb: "AWS's load balancer"
        case .php: "PHP's development server (php artisan serve)"
        case .vite: "Vite's development server"
        case .mongodb: "MongoDB"
        case .express: "Express"
        case .next: "Next.js"
        case .werkzeug: "Flask's development server"
        case .puma: "Puma (Rails)"
        case .simplehttp: "Python's http.server"
        case .nginx, .haproxy, .gunicorn, .uvicorn: self.rawValue
        }
    }

    var isProxy: Bool {
        switch self {
        case .nginx, .openresty, .apache, .cloudflare, .caddy, .haproxy, .envoy, .traefik, .awselb:
            true
        case .php, .vite, .mongodb, .express, .next, .werkzeug, .gunicorn, .uvicorn, .puma,
            .simplehttp:
            false
        }
    }

    var upgradeSettings: String? {
        switch self {
        case .nginx, .openresty:
            "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; "
                + "proxy_set_header Connection \"upgrade\";"
        case .apache: "ProxyPass with upgrade=websocket"
        case .cloudflare: "Network, WebSockets: on"
        default: nil
        }
    }

    /// The setting for the size of a request's body.
    var sizeSetting: String? {
        switch self {
        case .nginx, .openresty: "client_max_body_size"
        case .apache: "LimitRequestBody"
        case .caddy: "request_body max_size"
        default: nil
        }
    }

    /// The setting for requests per second.
    var rateSetting: String? {
        switch self {
        case .nginx, .openresty: "limit_req"
        case .cloudflare: "Security, rate limiting rules"
        case .haproxy: "http-request deny"
        default: nil
        }
    }

    init?(_ refusal: HTTPRefusal) {
        // Node and PHP name what answers behind a proxy, so that they come first.
        let found =
            Self.byPage(refusal.body) ?? Self.named(refusal.poweredBy)
            ?? (refusal.repeatsHost ? .php : nil) ?? Self.named(refusal.server)
        guard let found else { return nil }
        self = found
    }

    private static func named(_ text: String) -> FrontServer? {
        let text = text.lowercased()
        if let server = Self.allCases.first(where: { text.hasPrefix($0.rawValue) && $0 != .php }) {
            return server
        }
        return nil
    }

    /// Some do not name themselves; these are their own pages.
    private static func byPage(_ body: String) -> FrontServer? {
        let pages: [(String, FrontServer)] = [
            ("No server is available to handle this request", .haproxy),
            ("The server returned an invalid or incomplete response", .haproxy),
            ("/@vite/client", .vite), ("Vite development server", .vite),
            ("The requested resource <code class=\"url\">", .php),
            ("<pre>Cannot GET /", .express), ("<pre>Cannot POST /", .express),
            ("/_next/static", .next), ("access MongoDB over HTTP", .mongodb),
        ]
        return pages.first { body.contains($0.0) }?.1
    }
}
