package import ChannelsBasics

extension HTTPRefusal {
    /// What was refused, and what to do about the most likely reason.
    package func parts(in words: SettingWords) -> FailureParts {
        let answer = self.reason.isEmpty ? "\(self.status)" : "\(self.status) \(self.reason)"
        let wait = self.retryAfter.map {
            " Retry after \($0.components.seconds)s, as the server asks."
        }
        return FailureParts(
            "The server refused the WebSocket with HTTP \(answer)",
            advice: self.advice(words) + (wait ?? ""), obstacle: self.cause)
    }

    /// Sentences, without how long to wait. Parts of them come from the peer.
    package func advice(_ words: SettingWords) -> String {
        switch self.cause {
        case .upgradeNotPassed, .oldHTTP, .notForwarded, .nothingBehind, .challenge:
            self.proxyAdvice
        case .needsTLS:
            self.location.map { "It redirects to \($0). Connect there, with TLS: \(words.useTLS)." }
                ?? "The port uses TLS: \(words.useTLS)."
        case .webPage, .login, .redirect, .formProtection, .path: self.pageAdvice(words)
        case .password, .denied, .postRefused, .tooLarge, .rateLimit: self.refusalAdvice(words)
        case .version: "The server requires a WebSocket version other than 13."
        case .proxyLogin: "A proxy requires a login."
        case .busy:
            self.status == 503
                ? "The server is busy or broken: try again later."
                : "The server is broken: see its log."
        case .plainPort, .otherService, .refused, .unknownCluster, .hungUp, .unknown:
            "Check the host, port and path."
        }
    }

    private func pageAdvice(_ words: SettingWords) -> String {
        switch self.cause {
        case .login:
            "It redirects to a login page (\(self.location ?? "")): let requests to "
                + "\(self.request.path) pass without a session."
        case .redirect:
            "It redirects\(self.location.map { " to \($0)" } ?? ""). Redirects are not "
                + "followed: connect to the right host directly."
        case .formProtection:
            "The app answered, not a Channels server: forward \(self.request.path) to "
                + "the server before the app sees it."
        case .path:
            self.request == .upgrade
                ? "Check the app key and the path." : "Check the app id, the host and the path."
        default: self.websiteAdvice(words)
        }
    }

    private func websiteAdvice(_ words: SettingWords) -> String {
        switch self.front {
        case .php?, .vite?, .mongodb?:
            "This is \(self.front?.name ?? ""), not a Channels server. \(words.checkPlace) (Reverb's "
                + "is usually 8080)."
        case let front:
            "A website answered\(front.map { " (\($0.name))" } ?? ""), not a Channels server. "
                + "\(words.checkPlace), and that the web server forwards \(self.request.path) to it."
        }
    }

    private func refusalAdvice(_ words: SettingWords) -> String {
        let path = self.request.path
        let proxy = self.front
        switch self.cause {
        case .password:
            let login = self.login.map { String($0.prefix(80)) } ?? ""
            return self.request == .upgrade
                ? "It wants a login (\(login)): exempt \(path) from it, or \(words.sendLogin)."
                : "It wants a login (\(login)): exempt \(path) from it."
        case .postRefused:
            return "A web page refused the POST, not the Channels server: a firewall (WAF) or the "
                + "web server blocks it. Allow POST to \(path)."
        case .tooLarge:
            guard self.isPage || proxy != nil else { return "Send less data." }
            let setting = proxy?.sizeSetting.map { " (\($0))" } ?? ""
            return "\(proxy?.name ?? "A proxy") limits the size of requests: send less, or raise "
                + "its limit\(setting)."
        case .rateLimit:
            let setting = proxy?.rateSetting.map { " (\($0))" } ?? ""
            return "\(proxy?.name ?? "The server") limits the rate of requests: exempt \(path), or "
                + "raise the limit\(setting)."
        default:
            return self.isPage
                ? "\(proxy?.name ?? "A web server or firewall") denies access: allow "
                    + "\(path) there."
                : "Access is denied: check the credentials."
        }
    }

    private var proxyAdvice: String {
        let proxy = self.front?.name ?? "a proxy"
        let atStart = self.front?.name ?? "A proxy"
        let settings = self.front?.upgradeSettings.map { ": \($0)" } ?? ""
        switch self.cause {
        case .upgradeNotPassed:
            return "It saw a plain HTTP request: \(proxy) in front of it does not forward Upgrade "
                + "and Connection. Set it to\(settings.isEmpty ? " do so." : settings)"
                + self.pathRemark
        case .oldHTTP:
            return "\(atStart) forwards the request without the upgrade or as HTTP/1.0. Set it to "
                + "HTTP/1.1 with Upgrade and Connection\(settings.isEmpty ? "." : settings)"
        case .notForwarded:
            return "\(atStart) answered itself: it does not forward this path. Add a "
                + "location for \(self.request.path), and check the host."
        case .challenge:
            return "Cloudflare answered with a browser challenge: exempt requests to "
                + "\(self.request.path) from challenges (Security, WAF)."
        default: return self.unreachedAdvice(atStart)
        }
    }

    /// A path that the server does not show may have been changed on the way.
    private var pathRemark: String {
        guard self.status == 404, !self.body.contains("/app") else { return "" }
        return " Also check that proxy_pass does not end in a slash, which removes /app."
    }

    private func unreachedAdvice(_ proxy: String) -> String {
        switch self.status {
        case 525, 526:
            "\(proxy) has no valid TLS with the server behind it: check the server's certificate, "
                + "and the mode in SSL/TLS."
        case 530: "\(proxy) has no route to the server: check its tunnel and DNS records."
        default:
            "\(proxy) cannot reach the server behind it: start the server, and check "
                + "the address that the proxy forwards to."
        }
    }
}
