package import ChannelsBasics

extension ConnectionEnd: CustomStringConvertible {
    /// A sentence that explains how the connection ended, including the code and its meaning, and
    /// what to do. Parts of it may come from the peer.
    public var description: String {
        let remark = self.isInjected ? " (\(DeliberateFault.words))" : ""
        return FailureParts.sentence(self.account + remark, self.advice ?? "")
    }

    /// What happened, without its full stop and without advice.
    var account: String {
        switch self.kind {
        case .closed(let code?, let reason):
            "The server closed the connection with \(code.rawValue) (\(code.meaning))"
                + self.quoted(reason)
        case .closed(nil, let reason):
            "The server closed the connection without a code\(self.quoted(reason))"
        case .refused(let code, let reason):
            "The server refused the connection"
                + (code.map { " with \($0.rawValue) (\($0.meaning))" } ?? " without a code")
                + self.quoted(reason)
        case .failed(let failure): failure.parts.reason
        case .timedOut(let part, let address, let limit):
            "No connection was established within \(limit.inWords); stuck at: "
                + AttemptParts.Name.activity(part, at: address)
        case .pongMissing(let limit):
            "The server did not answer a ping within \(limit.inWords): the connection is considered "
                + "lost"
        case .reconnectAsked: "A reconnection was requested"
        }
    }

    private func quoted(_ reason: String) -> String {
        self.isInjected || reason.isEmpty ? "" : ", saying \"\(reason)\""
    }
}

extension AttemptParts.Name {
    /// What the client waits for in this part, for the end of "stuck at: …".
    package static func activity(_ part: AttemptParts.Name?, at address: String) -> String {
        switch part {
        case .dns: "resolving the host name"
        case .tcp: "connecting to \(address)"
        case .proxy: "waiting for the proxy \(address)"
        case .tls: "waiting for the TLS handshake"
        case .ws: "waiting for the HTTP response"
        case .hello: "waiting for pusher:connection_established"
        case nil: "connecting"
        }
    }
}

extension ConnectionEnd.Kind {
    /// What to do, in the words for the settings; `nil` if the client recovers by itself.
    func advice(_ words: SettingWords) -> String? {
        if self.isAboutOrigin { return words.setOrigin }
        return switch self {
        case .closed(4001?, _), .refused(4001?, _): words.checkKey
        case .closed(4005?, _), .refused(4005?, _):
            "Check the path: a proxy may remove /app from it (nginx: proxy_pass must not end in a "
                + "slash)."
        case .closed(let code?, _), .refused(let code?, _): code.advice(words)
        case .failed(let failure): failure.advice ?? failure.kind.advice
        case .timedOut(.tls?, _, _): "Check that the port uses TLS."
        case .timedOut(.ws?, _, _):
            "Something listens there, but does not answer the upgrade, as development servers such "
                + "as Vite's do. \(words.checkPlace), and whether the server uses TLS."
        case .timedOut(.hello?, _, _):
            "The WebSocket opened, but nothing greeted as a Channels server does: another "
                + "WebSocket server listens there. \(words.checkPlace)."
        case .timedOut: "\(words.checkPlace), and whether the server uses TLS."
        case .closed(nil, _), .refused(nil, _), .pongMissing, .reconnectAsked: nil
        }
    }

    /// Laravel Reverb and sockudo say "Origin not allowed" with 4009.
    package var isAboutOrigin: Bool {
        switch self {
        case .closed(let code, let reason), .refused(let code, let reason):
            guard code == nil || code == 4009 else { return false }
            let words = ServerWords(reason)
            return words.contains("origin not allowed") || words.contains("invalid origin")
        case .failed, .timedOut, .pongMissing, .reconnectAsked: return false
        }
    }
}

extension ConnectFailure.Kind {
    /// What to do if the failure says nothing about it.
    fileprivate var advice: String? {
        switch self {
        case .protocolViolation: "Check that a Channels server is listening there."
        case .settings: "Fix the setting, then start again."
        case .nameNotResolved, .refused, .unreachable, .proxy, .tls, .httpStatus, .unsafeResponse:
            nil
        }
    }
}

extension CloseCode {
    /// What to do if the same attempt would be refused again; `nil` if the client retries by
    /// itself.
    fileprivate func advice(_ words: SettingWords) -> String? {
        switch self.advice {
        case .useTLS: "Connect with TLS: \(words.useTLS)."
        case .doNotReconnect: "Fix the problem that the server reports, then connect again."
        case .backOff, .reconnectAtOnce, .retry: nil
        }
    }
}

extension ConnectionEnd {
    /// The same end, with what to do in the words for this client's settings and this server's.
    package func advised(_ words: SettingWords, _ server: ServerProfile.Kind) -> ConnectionEnd {
        var end = self
        guard !self.isInjected else {
            end.advice = nil
            return end
        }
        let sentences = [self.kind.advice(words), server.settingAdvice(after: self)]
            .compactMap(\.self)
        end.advice = sentences.isEmpty ? nil : sentences.joined(separator: " ")
        return end
    }
}
