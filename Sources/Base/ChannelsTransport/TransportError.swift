/// Why a connection or a request failed. `description` is a sentence that says what to do.
///
/// Strings that a peer chose (reasons, certificate names) are kept as received; they must be
/// sanitised before they are shown.
package enum TransportError: Error, Hashable, Sendable {
    /// The name could not be resolved.
    case nameNotResolved(host: String, cause: String)
    /// A TCP connection failed at every address: refused if nothing listens there, otherwise
    /// unreachable or reset.
    case connectFailed(address: String, cause: String, isRefused: Bool = false)
    /// The TLS handshake failed: OpenSSL's reason, the expected name and the names found.
    case tlsFailed(TLSFailure)
    /// The TLS settings cannot be used: a file cannot be read, or a key does not match.
    case tlsSettings(String)
    /// The settings of a proxy cannot be used; the text contains no secrets.
    case proxySettings(String)
    /// The proxy did not open a tunnel: it could not be reached, or refused.
    case proxyFailed(ProxyFailure)
    /// The server did not answer the upgrade request with 101.
    case upgradeRefused(UpgradeRefusal)
    /// The response to the upgrade or to a request is not valid HTTP/1.1 or not a valid handshake.
    case badResponse(String)
    /// The head of a response exceeds the limit.
    case oversizedHead(String)
    /// The head of a response contains characters that no honest server sends.
    case unsafeHead(String)
    /// The response to a request without TLS was a TLS message.
    case speaksTLS
    /// The peer violated RFC 6455; `code` is the close code sent to it.
    case webSocketViolation(code: UInt16, String)
    /// The time limit of a request was reached in this phase.
    case timedOut(phase: String)
    /// The response body exceeds the caller's limit, in bytes.
    case bodyTooLarge(limit: Int)
    /// More data is waiting for the peer than the limit, in bytes.
    case sendQueueFull(limit: Int)
    /// The connection is not or no longer open; the text says what ended it, if known.
    case closed(String)
    /// The server could not listen on this address.
    case listenFailed(address: String, cause: String)
    /// There was no descriptor for a connection.
    case tooManyOpenFiles(DescriptorShortage)
    /// The task was cancelled.
    case cancelled
}

/// Why a TLS handshake failed.
package struct TLSFailure: Hashable, Sendable {
    /// The expected host name or address.
    var host: String
    /// OpenSSL's words: `unable to get local issuer certificate`, `hostname mismatch`, …
    package var reason: String
    /// The names in the server's certificate, if it sent one.
    var certificateNames: [String]
    /// Whether the certificate is at fault rather than the protocol.
    package var isCertificate: Bool

    package init(host: String, reason: String, certificateNames: [String] = [], isCertificate: Bool)
    {
        self.host = host
        self.reason = reason
        self.certificateNames = certificateNames
        self.isCertificate = isCertificate
    }
}

extension TransportError: CustomStringConvertible {
    /// The end of a cause that suggests TLS.
    static let signOfTLS = "(perhaps this port uses TLS)"

    /// A sentence, in the words of the libraries.
    package var description: String { self.sentence(in: .library) }

    /// The attempt, what happened, and what to do about it.
    package func sentence(in words: SettingWords) -> String {
        switch self {
        case .nameNotResolved(let host, let cause):
            "The host name \(host) could not be resolved: \(cause). Check the name and the network."
        case .connectFailed(let address, let cause, _):
            "No connection to \(address): \(cause). Check the host, port and firewall."
        case .tlsFailed(let failure): failure.sentence(in: words)
        case .tlsSettings(let text):
            "TLS cannot be set up: \(text)."
        case .proxySettings(let text):
            "The proxy cannot be used: \(text)."
        case .proxyFailed(let failure): failure.description
        case .upgradeRefused(let refusal): refusal.sentence(in: words)
        case .speaksTLS:
            "The port answered with TLS: \(words.useTLS), or connect to the port without TLS."
        case .unsafeHead(let text):
            "The server's response was rejected: \(text). It will not be retried: a genuine server "
                + "does not send this."
        case .badResponse(let text), .oversizedHead(let text):
            "The server sent an unusable response: \(text). "
                + "Check that the host and port belong to a Channels server, not a proxy."
        case .webSocketViolation(let code, let text):
            "The peer violated the WebSocket protocol: \(text); the connection was closed with "
                + "\(code)."
        case .timedOut(let phase):
            "Timed out while \(phase)."
        case .bodyTooLarge(let limit):
            "The response exceeds the limit of \(limit) bytes."
        case .sendQueueFull(let limit):
            "More than \(limit) bytes are queued because the peer is not reading: try again later."
        case .closed(let cause):
            "The connection is closed: \(cause)."
                + (cause.hasSuffix(Self.signOfTLS) ? " If it does, \(words.useTLS)." : "")
        case .listenFailed(let address, let cause):
            "Cannot listen on \(address): \(cause). Choose another address or port."
        case .tooManyOpenFiles(let shortage):
            "No connection can be opened: too many open files. \(shortage.advice)"
        case .cancelled: "The attempt was cancelled."
        }
    }
}

extension TLSFailure: CustomStringConvertible {
    /// A sentence, in the words of the libraries.
    package var description: String { self.sentence(in: .library) }

    /// The attempt, what happened, and what to do about it.
    func sentence(in words: SettingWords) -> String {
        guard self.isCertificate else {
            return "TLS with \(self.host) failed: \(self.reason). \(self.protocolHint(words))"
        }
        let names = self.certificateNames.joined(separator: ", ")
        if names.isEmpty, self.reason.contains("mismatch") {
            return
                "The certificate of \(self.host) is not valid for this address: it names no host "
                + "(no subjectAltName). Issue one that names \(self.host)."
        }
        let holder = names.isEmpty ? "it names no host" : "it is issued to \(names)"
        return "The certificate of \(self.host) is not valid: \(self.reason); \(holder). "
            + self.hint(words)
    }

    private func protocolHint(_ words: SettingWords) -> String {
        if self.reason.contains("certificate required") {
            "The server requires a client certificate: configure one."
        } else if self.reason.contains("alert"),
            Self.ownCertificateAlerts.contains(
                where: self.reason.contains)
        {
            "The server rejected the client certificate: use a different one."
        } else {
            Self.signsOfPlainPort.contains(where: self.reason.contains)
                ? "This port does not use TLS: \(words.connectPlainly), or connect to the TLS port."
                : "Check that the port uses TLS 1.2 or later; a port without TLS requires "
                    + "\(words.plainSetting)."
        }
    }

    /// The reasons that OpenSSL gives for a response in plain text.
    private static let signsOfPlainPort = [
        "wrong version number", "packet length too long", "http request", "record layer failure",
    ]

    /// The alerts of a server about a client certificate, in OpenSSL's words.
    private static let ownCertificateAlerts = [
        "unknown ca", "bad certificate", "unsupported certificate", "certificate revoked",
        "certificate expired", "certificate unknown",
    ]

    private func hint(_ words: SettingWords) -> String {
        if self.reason.contains("mismatch") {
            "Connect to a name in the certificate."
        } else if self.reason.contains("not yet valid") {
            "Check this machine's clock."
        } else if self.reason.contains("expired") {
            "Renew the server's certificate, or check this machine's clock."
        } else if self.reason.contains("issuer") || self.reason.contains("self-signed")
            || self.reason.contains("first certificate")
        {
            "If the CA is your own, add its certificate \(words.giveTrust)."
        } else {
            "Fix the server's certificate, or put its CA certificate \(words.trustPlace)."
        }
    }
}
