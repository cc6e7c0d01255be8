import ChannelsTransport
import Testing

@Suite("Refused upgrades")
struct UpgradeRefusalTests {
    private typealias Cause = UpgradeRefusal.Cause

    private static let nginxPage =
        "<html>\r\n<head><title>404 Not Found</title></head>\r\n"
        + "<body>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>"

    private static func refusal(
        _ status: Int, _ server: String, _ body: String, location: String? = nil
    ) -> UpgradeRefusal {
        var refusal = UpgradeRefusal(status: status, body: body, location: location)
        refusal.server = server
        return refusal
    }

    /// What real servers and proxies answered, what it means, and words of the advice.
    private static let answers: [(UpgradeRefusal, UpgradeRefusal.Cause, String)] = [
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
        (refusal(407, "", ""), .proxyLogin, "login"), (refusal(500, "", ""), .busy, "broken"),
        (refusal(600, "", ""), .unknown, "Check the host"),
    ]

    @Test("an answer names what stands in the way", arguments: answers)
    func causes(refusal: UpgradeRefusal, cause: UpgradeRefusal.Cause, words: String) {
        #expect(refusal.cause == cause)
        let text = TransportError.upgradeRefused(refusal).description
        #expect(text.contains(words), "\(text)")
        #expect(text.hasPrefix("The server refused the WebSocket with HTTP \(refusal.status)"))
    }

    @Test(
        "Cloudflare's challenge is no question of credentials, and offering WebSocket is no version"
    )
    func headers() {
        var challenge = UpgradeRefusal(status: 403, body: "<html>Just a moment...")
        challenge.server = "cloudflare"
        challenge.isChallenge = true
        #expect(challenge.cause == .challenge)
        var required = UpgradeRefusal(status: 426)
        required.offersUpgrade = true
        #expect(required.cause == .upgradeNotPassed)
        var moved = UpgradeRefusal(status: 301, location: "https://b.example/app/k")
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
}
