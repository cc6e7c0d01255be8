import ChannelsTransport

/// Usually the client does not trust the certificate, and shows its user little of that.
struct FailedHandshake: Hashable, Sendable {
    let peer: String
    /// The words of OpenSSL.
    let reason: String

    init?(of peer: String, _ error: TransportError?) {
        guard case .tlsFailed(let failure) = error else { return nil }
        (self.peer, self.reason) = (peer, failure.reason)
    }

    /// A client that is not known otherwise has tried TLS on a port without it.
    init(ofTLSFrom peer: String) {
        (self.peer, self.reason) = (peer, Self.noTLSHere)
    }

    private static let noTLSHere = "this port does not use TLS"

    var sentence: String {
        "\(self.peer) could not connect with TLS: \(self.reason). \(self.advice)"
    }

    private var advice: String {
        if self.reason == Self.noTLSHere {
            "Connect the client without TLS, or use --tls-certificate and --tls-key."
        } else if self.reason.contains("alert") {
            "Make the client trust the certificate in --tls-certificate and connect to a host name "
                + "that the certificate contains."
        } else if self.reason.contains("http request")
            || self.reason.contains("wrong version number")
        {
            "Clients must use TLS because this proxy has a certificate."
        } else {
            "The client may not trust the certificate in --tls-certificate."
        }
    }
}
