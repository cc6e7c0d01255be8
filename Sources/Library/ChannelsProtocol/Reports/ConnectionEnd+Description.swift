extension ConnectionEnd: CustomStringConvertible {
    /// A sentence that explains how the connection ended, including the code and its meaning, and
    /// what to do if the client cannot recover. Parts of it may come from the peer.
    public var description: String {
        switch self {
        case .closed(let code?, let reason):
            "The server closed the connection with \(code.rawValue) (\(code.meaning))"
                + "\(Self.quoted(reason)).\(code.remedy.map { " \($0)" } ?? "")"
        case .closed(nil, let reason):
            "The server closed the connection without a code\(Self.quoted(reason))."
        case .refused(let code, let reason):
            "The server refused the connection"
                + (code.map { " with \($0.rawValue) (\($0.meaning))" } ?? " without a code")
                + "\(Self.quoted(reason)).\(self.remedyOfRefusal.map { " \($0)" } ?? "")"
        case .failed(let failure):
            failure.text
        case .timedOut(_, let phase, let limit):
            "No connection was established within \(limit.inWords); stuck at: \(phase). Check the "
                + "host, the port and whether it uses TLS."
        case .pongMissing(let limit):
            "The server did not answer a ping within \(limit.inWords): the connection is considered "
                + "lost."
        case .reconnectAsked:
            "A reconnection was requested."
        }
    }

    /// What to do about a refusal before the connection was established.
    private var remedyOfRefusal: String? {
        self.isAboutOrigin
            ? "Set the origin option to an origin that the server allows, then connect."
            : self.closeCode?.remedy
    }

    private static func quoted(_ reason: String) -> String {
        reason.isEmpty ? "" : ", saying \"\(reason)\""
    }
}

extension ConnectionEnd {
    /// Whether the server does not accept the `Origin` of the handshake, or misses one. Laravel
    /// Reverb and sockudo say "Origin not allowed" with 4009.
    package var isAboutOrigin: Bool {
        guard self.closeCode == nil || self.closeCode == 4009, let reason = self.serverReason else {
            return false
        }
        let words = ServerWords(reason)
        return words.contains("origin not allowed") || words.contains("invalid origin")
    }
}

extension CloseCode {
    /// What to do if the same attempt would be refused again; nil if the client retries by itself.
    package var remedy: String? {
        switch self.advice {
        case .useTLS: "Connect with TLS."
        case .doNotReconnect:
            "The same attempt would be refused again: fix the problem that the server reports, "
                + "then connect."
        case .backOff, .reconnectAtOnce, .retry: nil
        }
    }
}
