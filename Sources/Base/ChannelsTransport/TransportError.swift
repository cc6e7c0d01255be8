package import ChannelsBasics

/// `description` says what to do. Strings that a peer chose (reasons, certificate names) are
/// kept as received, and must be sanitised before they are shown.
package enum TransportError: Error, Hashable, Sendable {
    case nameNotResolved(host: String, cause: String)
    /// At every address: refused if nothing listens there, otherwise unreachable or reset.
    case connectFailed(address: String, cause: String, isRefused: Bool = false)
    case tlsFailed(TLSFailure)
    case tlsSettings(String)
    /// The text contains no secrets.
    case proxySettings(String)
    case proxyFailed(ProxyFailure)
    case upgradeRefused(HTTPRefusal)
    case badResponse(String)
    case oversizedHead(String)
    case unsafeHead(String)
    /// The response to a request without TLS was a TLS message.
    case speaksTLS
    /// The first bytes are another protocol's.
    case foreignService(ForeignService)
    /// The peer violated RFC 6455; `code` is the close code sent to it.
    case webSocketViolation(code: UInt16, String)
    case timedOut(phase: String)
    case bodyTooLarge(limit: Int)
    case sendQueueFull(limit: Int)
    /// The connection is not or no longer open; the text says what ended it, if known. Perhaps the
    /// port uses TLS, and the client does not.
    case closed(String, mayNeedTLS: Bool = false)
    case listenFailed(address: String, cause: String)
    case tooManyOpenFiles(DescriptorShortage)
    case cancelled
    /// A deliberate fault failed in this way.
    indirect case injected(TransportError)
}

package struct TLSFailure: Hashable, Sendable {
    var host: String
    /// OpenSSL's words: `unable to get local issuer certificate`, `hostname mismatch`, …
    package var reason: String
    var certificateNames: [String]
    package var isCertificate: Bool
    /// The issuer of a certificate that came alone, and whose issuer is not trusted.
    package var missingIssuer: String?
    package var hasOwnRoots = false
    /// What the peer said instead of TLS.
    package var service: ForeignService?
    var isPlainHTTP = false

    package init(host: String, reason: String, certificateNames: [String] = [], isCertificate: Bool)
    {
        self.host = host
        self.reason = reason
        self.certificateNames = certificateNames
        self.isCertificate = isCertificate
    }
}

extension TransportError: CustomStringConvertible {
    package var description: String { self.parts(in: .library).sentence }

    package var isInjected: Bool { if case .injected = self { true } else { false } }

    /// What failed, why, and what to do.
    package func parts(in words: SettingWords) -> FailureParts {
        switch self {
        case .nameNotResolved(let host, let cause):
            FailureParts(
                "The host name \(host) could not be resolved", cause,
                advice: HostName.advice(about: host, in: words),
                obstacle: HostName.isUnknownCluster(host) ? .unknownCluster : nil)
        case .connectFailed(let address, let cause, let isRefused):
            FailureParts(
                "No connection to \(address)", cause,
                advice: isRefused ? words.startServer : "Check the host, port and firewall.",
                obstacle: isRefused ? .refused : nil)
        case .tlsFailed(let failure): failure.parts(in: words)
        case .tlsSettings(let text): FailureParts("TLS cannot be set up", text)
        case .proxySettings(let text): FailureParts("The proxy cannot be used", text)
        case .proxyFailed(let failure): failure.parts
        case .upgradeRefused(let refusal): refusal.parts(in: words)
        case .speaksTLS:
            FailureParts(
                "The port answered with TLS",
                advice: "To use TLS, \(words.useTLS); or connect to the port without TLS.",
                obstacle: .needsTLS)
        case .foreignService(let service): service.parts(in: words)
        case .timedOut(let phase): FailureParts("Timed out while \(phase)")
        case .closed(let cause, let mayNeedTLS):
            FailureParts(
                "The connection is closed", cause,
                advice: mayNeedTLS
                    ? "Perhaps this port uses TLS: \(words.useTLS). Or it belongs to another service."
                    : "",
                obstacle: .hungUp)
        case .injected(let error): error.parts(in: words)
        case .unsafeHead, .badResponse, .oversizedHead, .webSocketViolation, .bodyTooLarge,
            .sendQueueFull, .listenFailed, .tooManyOpenFiles, .cancelled:
            self.otherParts
        }
    }

    /// Those whose advice names no setting.
    private var otherParts: FailureParts {
        switch self {
        case .unsafeHead(let text):
            FailureParts(
                "The server's response was rejected", text,
                advice: "It will not be retried: a genuine server does not send this.")
        case .badResponse(let text), .oversizedHead(let text):
            FailureParts(
                "The server sent an unusable response", text,
                advice: "Check that the host and port belong to a Channels server, not a proxy.")
        case .webSocketViolation(let code, let text):
            FailureParts(
                "The peer violated the WebSocket protocol",
                "\(text); the connection was closed with \(code)")
        case .bodyTooLarge(let limit):
            FailureParts("The response exceeds the limit of \(limit) bytes")
        case .sendQueueFull(let limit):
            FailureParts(
                "More than \(limit) bytes are queued because the peer is not reading",
                advice: "Try again later.")
        case .listenFailed(let address, let cause):
            FailureParts(
                "Cannot listen on \(address)", cause, advice: "Choose another address or port.")
        case .tooManyOpenFiles(let shortage):
            FailureParts(
                "No connection can be opened", "too many open files", advice: shortage.advice)
        case .cancelled: FailureParts("The attempt was cancelled")
        case .nameNotResolved, .connectFailed, .tlsFailed, .tlsSettings, .proxySettings,
            .proxyFailed, .upgradeRefused, .speaksTLS, .foreignService, .timedOut, .closed,
            .injected:
            self.parts(in: .library)
        }
    }
}

extension ForeignService {
    fileprivate func parts(in words: SettingWords) -> FailureParts {
        FailureParts(
            "The port belongs to \(self.name)",
            self.banner.isEmpty ? "" : "it says \"\(self.banner)\"",
            advice: "\(words.checkPlace).", obstacle: .otherService)
    }
}

extension TLSFailure {
    fileprivate func parts(in words: SettingWords) -> FailureParts {
        if let service { return service.parts(in: words) }
        guard self.isCertificate else {
            return FailureParts(
                "TLS with \(self.host) failed", self.reason, advice: self.protocolAdvice(words),
                obstacle: self.isPlainPort ? .plainPort : nil)
        }
        let names = self.certificateNames.joined(separator: ", ")
        if names.isEmpty, self.reason.contains("mismatch") {
            return FailureParts(
                "The certificate of \(self.host) is not valid for this address",
                "it names no host (no subjectAltName)",
                advice: "Issue one that names \(self.host).")
        }
        let holder = names.isEmpty ? "it names no host" : "it is issued to \(names)"
        return FailureParts(
            "The certificate of \(self.host) is not valid", "\(self.reason); \(holder)",
            advice: self.certificateAdvice(words))
    }

    private func protocolAdvice(_ words: SettingWords) -> String {
        if self.reason.contains("certificate required") {
            return "The server requires a client certificate: \(words.presentCertificate)."
        }
        if self.reason.contains("alert"),
            Self.ownCertificateAlerts.contains(where: self.reason.contains)
        {
            return "The server rejected the client certificate: use a different one."
        }
        return self.isPlainPort
            ? "This port does not use TLS: \(words.connectPlainly), or connect to the TLS port."
            : "Check that the port uses TLS 1.2 or later; a port without TLS requires "
                + "\(words.plainSetting)."
    }

    private var isPlainPort: Bool {
        self.isPlainHTTP || Self.signsOfPlainPort.contains(where: self.reason.contains)
    }

    /// OpenSSL's reasons for a response in plain text.
    private static let signsOfPlainPort = [
        "wrong version number", "packet length too long", "http request", "record layer failure",
    ]

    /// The alerts of a server about a client certificate, in OpenSSL's words.
    private static let ownCertificateAlerts = [
        "unknown ca", "bad certificate", "unsupported certificate", "certificate revoked",
        "certificate expired", "certificate unknown",
    ]

    private func certificateAdvice(_ words: SettingWords) -> String {
        if self.reason.contains("mismatch") {
            "Connect to a name in the certificate."
        } else if self.reason.contains("not yet valid") {
            "Check this machine's clock."
        } else if self.reason.contains("expired") {
            "Renew the server's certificate, or check this machine's clock."
        } else if let issuer = self.missingIssuer {
            self.chainAdvice(issuer, words)
        } else if self.reason.contains("issuer") || self.reason.contains("self-signed")
            || self.reason.contains("first certificate")
        {
            "If the CA is your own, add its certificate \(words.giveTrust)."
        } else {
            "Fix the server's certificate, or put its CA certificate \(words.trustPlace)."
        }
    }

    /// One certificate came: an intermediate is missing, or its issuer is a CA of the user's own.
    private func chainAdvice(_ issuer: String, _ words: SettingWords) -> String {
        let cause =
            "The server does not send its intermediate certificate (\(issuer)): configure the "
            + "whole chain there (nginx: ssl_certificate fullchain.pem)"
        return self.hasOwnRoots
            ? "\(cause)."
            : "\(cause). If \(issuer) is your own CA, add its certificate \(words.giveTrust)."
    }
}
