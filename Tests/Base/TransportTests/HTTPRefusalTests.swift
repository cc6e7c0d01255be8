import ChannelsBasics
import ChannelsTransport
import Testing

@Suite("Refused upgrades")
struct HTTPRefusalTests {
    private static let nginxPage =
        "<html>\r\n<head><title>404 Not Found</title></head>\r\n"
        + "<body>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>"

    private static func refusal(
        _ status: Int, _ server: String, _ body: String, location: String? = nil
    ) -> HTTPRefusal {
        var refusal = HTTPRefusal(status: status, body: body, location: location)
        refusal.server = server
        return refusal
    }

    /// What real servers and proxies answered, what it means, and words of the advice.
    private static let answers: [(HTTPRefusal, Obstacle, String)] = [
        // nginx without the headers before the sandbox, and with HTTP/1.0.
        (
            refusal(404, "nginx/1.22.1", "Not found: /app/key"), .upgradeNotPassed,
            "nginx in front of it does not forward Upgrade and Connection. Set it to: "
                + "proxy_http_version 1.1; proxy_set_header Upgrade"
        ),
        (
            refusal(
                400, "nginx/1.22.1",
                "an upgrade request must be an HTTP/1.1 GET without a body"),
            .oldHTTP, "proxy_http_version 1.1"
        ),
        (refusal(404, "nginx/1.24.0", nginxPage), .notForwarded, "Add a location for /app"),
        (
            refusal(502, "nginx/1.24.0", nginxPage), .nothingBehind,
            "nginx cannot reach the server behind it"
        ),
        (refusal(504, "nginx", "<html>504</html>"), .nothingBehind, "start the server"),
        (
            refusal(
                503, "",
                "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle "
                    + "this request.\n</body></html>"), .nothingBehind,
            "haproxy cannot reach the server"
        ),
        (refusal(503, "", "busy"), .busy, "try again later"),
        // Ratchet, of which Reverb is made, behind a proxy that drops the headers, and after 1.0.
        (
            refusal(426, "", "Upgrade header MUST be provided"), .upgradeNotPassed,
            "a proxy in front of it does not forward Upgrade and Connection. Set it to do so."
        ),
        (refusal(426, "", ""), .version, "a WebSocket version other than 13"),
        (refusal(505, "", ""), .oldHTTP, "as HTTP/1.0"),
        (refusal(405, "", "Method not allowed."), .path, "the app key and the path"),
        (
            refusal(200, "Apache/2.4", "<!doctype html><html><title>Laravel</title></html>"),
            .webPage, "A website answered"
        ),
        (refusal(404, "", "<!DOCTYPE html><html>"), .webPage, "forwards /app"),
        (refusal(404, "", "no such app"), .path, "app key"),
        (refusal(419, "", #"{"message":"CSRF token mismatch."}"#), .formProtection, "forward /app"),
        (
            refusal(301, "nginx", "", location: "https://a.example/app/k"), .needsTLS,
            "redirects to https://a.example/app/k. Connect there, with TLS: set usesTLS to true"
        ),
        (refusal(302, "", "", location: "https://a.example/login?x"), .login, "a login page"),
        (refusal(302, "", "", location: "http://b.example/"), .redirect, "directly"),
        (refusal(307, "", ""), .redirect, "It redirects. Redirects"),
        (refusal(400, "nginx", "plain HTTP request was sent to HTTPS port"), .needsTLS, "TLS"),
        (refusal(400, "", "no"), .unknown, "Check the host, port and path."),
        (refusal(403, "", ""), .denied, "credentials"),
        (refusal(407, "", ""), .proxyLogin, "login"), (refusal(500, "", ""), .busy, "see its log"),
        (refusal(522, "cloudflare", "<html>"), .nothingBehind, "Cloudflare cannot reach"),
        (refusal(526, "cloudflare", "<html>"), .nothingBehind, "no valid TLS"),
        (refusal(530, "cloudflare", "<html>"), .nothingBehind, "its tunnel and DNS"),
        (refusal(503, "awselb/2.0", "<html>"), .nothingBehind, "AWS's load balancer cannot"),
        (refusal(404, "", "404 page not found\n"), .notForwarded, "answered itself"),
        (refusal(200, "Caddy", ""), .notForwarded, "Caddy answered itself"),
        (
            refusal(429, "nginx", "<html>"), .rateLimit,
            "exempt /app, or raise the limit (limit_req)"
        ),
        (refusal(404, "nginx", "Not found."), .upgradeNotPassed, "proxy_pass does not end in a"),
        (
            refusal(404, "", "<!DOCTYPE html><script src=\"/@vite/client\">"), .webPage,
            "This is Vite's development server"
        ),
        (
            refusal(200, "", "It looks like you are trying to access MongoDB over HTTP on"),
            .webPage, "This is MongoDB"
        ),
        (
            refusal(404, "", "<!DOCTYPE html>\n<pre>Cannot GET /app/k</pre>"), .webPage,
            "A website answered (Express)"
        ),
        (
            refusal(403, "", "<!DOCTYPE html><h1>Blocked hosts</h1>"), .denied,
            "A web server or firewall denies access: allow /app there."
        ),
        (refusal(600, "", ""), .unknown, "Check the host"),
    ]

    @Test("an answer names what stands in the way", arguments: answers)
    func causes(refusal: HTTPRefusal, cause: Obstacle, words: String) {
        #expect(refusal.cause == cause)
        let text = TransportError.upgradeRefused(refusal).description
        #expect(text.contains(words), "\(text)")
        #expect(text.hasPrefix("The server refused the WebSocket with HTTP \(refusal.status)"))
    }

    @Test(
        "Cloudflare's challenge is no question of credentials, and offering WebSocket is no version"
    )
    func headers() {
        var challenge = HTTPRefusal(status: 403, body: "<html>Just a moment...")
        challenge.server = "cloudflare"
        challenge.isChallenge = true
        #expect(challenge.cause == .challenge)
        var required = HTTPRefusal(status: 426)
        required.offersUpgrade = true
        #expect(required.cause == .upgradeNotPassed)
        var moved = HTTPRefusal(status: 301, location: "https://b.example/app/k")
        moved.isSecure = true
        #expect(moved.cause == .redirect)
    }

    @Test("what a server calls itself is never repeated")
    func hostile() {
        for name in ["evil\u{1B}[2J", "nginx\u{1B}]0;x", "NGINX/x"] {
            let text = TransportError.upgradeRefused(Self.refusal(404, name, "x")).description
            #expect(!text.contains("\u{1B}") && !text.contains("evil"))
        }
    }

    private static func response(
        _ status: Int, _ body: String = "", _ headers: [(String, String)] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: headers.map { HTTPHeader($0.0, $0.1) },
            body: Array(body.utf8))
    }

    private static let page = ("Content-Type", "text/html; charset=UTF-8")

    /// Answers in place of the HTTP API's.
    private static let apiAnswers: [(HTTPRefusal.Request, HTTPResponse, Obstacle, String)] = [
        (
            .query, response(401, "<html>", [("WWW-Authenticate", "Basic realm=\"staging\"")]),
            .password, "It wants a login (Basic realm=\"staging\"): exempt /apps from it."
        ),
        (.query, response(403, "<html>", [("Server", "nginx")]), .denied, "nginx denies access"),
        (.publish, response(403, "<html>", [page]), .postRefused, "refused the POST"),
        (.publish, response(405, "<html>", [page]), .postRefused, "Allow POST to /apps."),
        (
            .publish, response(413, "<html>", [("Server", "nginx")]), .tooLarge,
            "raise its limit (client_max_body_size)"
        ),
        (.query, response(429, "<html>", [("Server", "nginx")]), .rateLimit, "exempt /apps"),
        (.query, response(404, "x", [page, ("Host", "a")]), .webPage, "php artisan serve"),
        (.query, response(404), .webPage, "A website answered"),
        (
            .query, response(404, "<html><center>nginx", [("Server", "nginx"), page]),
            .notForwarded, "Add a location for /apps"
        ),
        (
            .query, response(400, "<html>plain HTTP request was sent to HTTPS port", [page]),
            .needsTLS, "The port uses TLS"
        ),
        (
            .query, response(302, "", [("Location", "https://a.example/login")]), .login,
            "let requests to /apps pass"
        ),
    ]

    @Test("the HTTP API's answers have the same judge", arguments: apiAnswers)
    func api(
        request: HTTPRefusal.Request, response: HTTPResponse, obstacle: Obstacle, words: String
    ) {
        let refusal = HTTPRefusal(request, response, isSecure: false)
        #expect(refusal.cause == obstacle)
        #expect(refusal.isForeign || obstacle == .tooLarge || obstacle == .rateLimit)
        #expect(refusal.advice(.library).contains(words), "\(refusal.advice(.library))")
    }

    @Test("what the API itself refuses is its own answer")
    func own() {
        for (status, body) in [
            (400, "Bad name"), (401, "Unknown auth_key"), (403, #"{"error":"disabled"}"#),
            (404, "No matching application for ID [1]."),
        ] {
            let refusal = HTTPRefusal(
                .query, Self.response(status, body, [("Server", "nginx")]), isSecure: false)
            #expect(!refusal.isForeign, "\(status)")
        }
    }
}
