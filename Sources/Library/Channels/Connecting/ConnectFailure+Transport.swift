package import ChannelsProtocol
package import ChannelsTransport

extension ConnectFailure {
    /// Converts an error of the transport.
    ///
    /// - Parameter words: how its sentence names settings.
    package init(_ error: TransportError, in words: SettingWords = .library) {
        let kind: Kind =
            switch error {
            case .nameNotResolved: .nameNotResolved
            case .connectFailed(_, _, isRefused: true): .refused
            case .connectFailed, .closed, .timedOut, .cancelled, .sendQueueFull, .listenFailed,
                .tooManyOpenFiles:
                .unreachable
            case .tlsFailed(let failure):
                .tls(reason: failure.reason, isCertificate: failure.isCertificate)
            case .speaksTLS: .tls(reason: "the port speaks TLS", isCertificate: false)
            case .unsafeHead: .unsafeAnswer
            case .tlsSettings, .proxySettings: .settings
            // A wrong or missing login will not become right by a retry.
            case .proxyFailed(let failure): failure.isLogin ? .settings : .unreachable
            case .upgradeRefused(let refusal):
                .httpStatus(refusal.status, retryAfter: refusal.retryAfter)
            case .badResponse, .oversizedHead, .webSocketViolation, .bodyTooLarge:
                .protocolViolation
            }
        self.init(kind: kind, text: error.sentence(in: words))
    }
}

extension ConnectPhase {
    /// The corresponding part of the attempt.
    package var part: AttemptParts.Name {
        switch self {
        case .resolving: .dns
        case .connecting: .tcp
        case .tunnelling: .proxy
        case .securing: .tls
        case .upgrading: .ws
        }
    }

    /// What the connection was waiting for, as the end of "timed out while …".
    var waitingFor: String {
        switch self {
        case .resolving: "resolving the host name"
        case .connecting(let address): "connecting to \(address)"
        case .tunnelling(let proxy): "waiting for the proxy \(proxy)"
        case .securing: "waiting for the TLS handshake"
        case .upgrading: "waiting for the HTTP response"
        }
    }
}
