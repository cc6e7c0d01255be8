package import ChannelsBasics
package import ChannelsProtocol
package import ChannelsTransport

extension ConnectFailure {
    /// - Parameter words: how its advice names settings.
    package init(_ error: TransportError, in words: SettingWords = .library) {
        self.init(kind: Kind(error), error.parts(in: words))
    }
}

extension ConnectFailure.Kind {
    fileprivate init(_ error: TransportError) {
        self =
            switch error {
            case .nameNotResolved: .nameNotResolved
            case .connectFailed(_, _, isRefused: true): .refused
            case .connectFailed, .closed, .timedOut, .cancelled, .sendQueueFull, .listenFailed,
                .tooManyOpenFiles:
                .unreachable
            case .tlsFailed(let failure):
                .tls(reason: failure.reason, isCertificate: failure.isCertificate)
            case .speaksTLS: .tls(reason: "the port speaks TLS", isCertificate: false)
            case .unsafeHead: .unsafeResponse
            case .tlsSettings, .proxySettings: .settings
            // A wrong or missing login will not become right by a retry.
            case .proxyFailed(let failure): failure.isLogin ? .settings : .proxy
            case .upgradeRefused(let refusal):
                .httpStatus(refusal.status, retryAfter: refusal.retryAfter)
            case .badResponse, .foreignService, .oversizedHead, .webSocketViolation, .bodyTooLarge:
                .protocolViolation
            case .injected(let error): Self(error)
            }
    }
}

extension ConnectPhase {
    package var part: AttemptParts.Name {
        switch self {
        case .resolving: .dns
        case .connecting, .withheld: .tcp
        case .tunnelling: .proxy
        case .securing: .tls
        case .upgrading: .ws
        }
    }

    /// The address that is connected to; empty in parts without one.
    package var address: String {
        switch self {
        case .connecting(let address), .withheld(let address), .tunnelling(let address): address
        case .resolving, .securing, .upgrading: ""
        }
    }

    /// Whether a deliberate fault keeps the part from ending.
    package var isWithheld: Bool { if case .withheld = self { true } else { false } }
}
