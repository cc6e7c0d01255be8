package import ChannelsProtocol

extension ConnectionWords {
    /// How a connection ended, as part of a spoken sentence.
    static func spoken(_ end: ConnectionEnd) -> String {
        switch end {
        case .closed(let code, let reason):
            (code.map { "the server closed it with \($0.rawValue), \($0.meaning)" }
                ?? "the server closed it without a code")
                + self.saying(reason)
        case .refused(let code, let reason):
            (code.map { "the server refused it with \($0.rawValue), \($0.meaning)" }
                ?? "the server refused it without a code")
                + self.saying(reason)
        case .failed(let failure): SpokenWords.clause(SpokenWords.cut(failure.text, to: 600))
        case .timedOut(_, let phase, let limit):
            "not connected within \(SpokenWords.duration(limit)), stuck at: \(phase)"
        case .pongMissing(let limit):
            "a ping was not answered within \(SpokenWords.duration(limit))"
        case .reconnectAsked: "a reconnection was requested"
        }
    }

    private static func saying(_ reason: String) -> String {
        reason.isEmpty ? "" : ", saying \"\(SpokenWords.cut(reason, to: 200))\""
    }
}

extension ConnectionEnd {
    /// What to do if no other attempt follows.
    package var remedy: String {
        if let advice = self.advice(for: .unknown) { return advice }
        return switch self {
        case .closed(let code, _), .refused(let code, _): code?.remedy ?? Self.waiting
        case .pongMissing, .reconnectAsked: Self.waiting
        case .timedOut: "Check the host, the port and whether it uses TLS, then connect."
        case .failed(let failure): failure.remedy
        }
    }

    /// What the server's words call for, in its own words if it was recognised; `nil` if they call
    /// for nothing in particular.
    package func advice(for server: ServerProfile.Kind) -> String? {
        let option =
            self.isAboutOrigin
            ? "Use an origin that the server allows: --origin https://example.com." : nil
        let sentences = [option, server.settingAdvice(after: self)].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private static let waiting = "Connect again when the server has recovered."
}

extension ConnectFailure {
    fileprivate var remedy: String {
        switch self.kind {
        case .nameNotResolved: "Check the host name, then connect."
        case .refused, .unreachable: "Check the host, the port and the network, then connect."
        case .tls: "Check the certificate and the host name, then connect."
        case .httpStatus: "Check the path, the app key and the server, then connect."
        case .protocolViolation: "Check that a Channels server is listening there, then connect."
        case .unsafeAnswer: "Check which server is at this address, then connect."
        case .settings: "Fix the settings, then start again."
        }
    }
}

extension ConnectionEnd {
    /// Whether a fault made by buoy ended it. Its text says so, so that this is known of a
    /// recording too.
    package var isByFault: Bool {
        switch self {
        case .closed(_, let reason), .refused(_, let reason): reason == DeliberateFault.words
        case .failed(let failure): failure.text.contains(DeliberateFault.words)
        case .timedOut(_, let phase, _): phase.hasSuffix(DeliberateFault.remark)
        case .pongMissing, .reconnectAsked: false
        }
    }
}
