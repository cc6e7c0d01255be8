import CChannelsOpenSSL
import NIOCore

/// TLS between two memory buffers; `TLSHandler` transfers the bytes. Bound to one event loop.
final class TLSSession {
    enum Read {
        case bytes(Int)
        case wait
        case closed
        case failed(String)
    }

    /// Recorded during verification, as the certificate is gone once the handshake has failed.
    private struct Refusal {
        var reason: String
        var names: [String]
        var missingIssuer: String?
    }

    private let ssl: OpaquePointer
    /// To and from the network; owned by the session.
    private let incoming: OpaquePointer
    private let outgoing: OpaquePointer
    private let context: TLSContext
    private let peerName: String
    private var refusal: Refusal?
    /// Of the handshake, to recognise a peer without TLS.
    private var firstBytes: [UInt8] = []

    /// - Parameter peerName: a client's expected host name or IP address; for a server, the peer's
    ///   address, for messages.
    init(context: TLSContext, peerName: String) throws(TransportError) {
        OpenSSLErrors.clear()
        guard let ssl = SSL_new(context.pointer) else { throw Self.setupTrouble }
        guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw Self.setupTrouble
        }
        buoy_BIO_wait_when_empty(incoming)
        buoy_BIO_wait_when_empty(outgoing)
        SSL_set_bio(ssl, incoming, outgoing)
        self.ssl = ssl
        self.incoming = incoming
        self.outgoing = outgoing
        self.context = context
        self.peerName = peerName
        switch context.role {
        case .server: SSL_set_accept_state(ssl)
        case .client: try self.prepareClient()
        }
    }

    deinit {
        SSL_free(self.ssl)
    }

    var version: String { SSL_get_version(self.ssl).map { String(cString: $0) } ?? "TLS" }

    var peerCertificate: PeerCertificate? {
        guard let certificate = SSL_get1_peer_certificate(self.ssl) else { return nil }
        defer { X509_free(certificate) }
        return PeerCertificate(certificate)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        if self.firstBytes.isEmpty { self.firstBytes = Array(bytes.prefix(128)) }
        var written = 0
        BIO_write_ex(self.incoming, bytes.baseAddress, bytes.count, &written)
    }

    func handshake() throws(TransportError) -> Bool {
        OpenSSLErrors.clear()
        let result = SSL_do_handshake(self.ssl)
        if result == 1 { return true }
        switch SSL_get_error(self.ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return false
        default: throw .tlsFailed(self.failure(OpenSSLErrors.takeReason()))
        }
    }

    func failure(_ reason: String?) -> TLSFailure {
        if let refusal = self.refusal {
            var failure = TLSFailure(
                host: self.peerName, reason: refusal.reason, certificateNames: refusal.names,
                isCertificate: true)
            failure.missingIssuer = refusal.missingIssuer
            failure.hasOwnRoots = self.context.hasOwnRoots
            return failure
        }
        var failure = TLSFailure(
            host: self.peerName, reason: reason ?? "the handshake failed", isCertificate: false)
        failure.service = ForeignService(self.firstBytes)
        failure.isPlainHTTP = self.firstBytes.starts(with: "HTTP/".utf8)
        return failure
    }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Read {
        OpenSSLErrors.clear()
        var count = 0
        if SSL_read_ex(self.ssl, memory.baseAddress, memory.count, &count) == 1 {
            return .bytes(count)
        }
        switch SSL_get_error(self.ssl, 0) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wait
        case SSL_ERROR_ZERO_RETURN: return .closed
        default: return .failed(OpenSSLErrors.takeReason() ?? "the TLS connection failed")
        }
    }

    /// Encrypts all bytes; `takeOutgoing` returns the result.
    /// - Returns: `false` if the session can no longer send.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !bytes.isEmpty else { return true }
        OpenSSLErrors.clear()
        var written = 0
        return SSL_write_ex(self.ssl, bytes.baseAddress, bytes.count, &written) == 1
    }

    func shutdown() {
        OpenSSLErrors.clear()
        // During a handshake there is nothing to end, and OpenSSL would report an error.
        if SSL_is_init_finished(self.ssl) == 1 { _ = SSL_shutdown(self.ssl) }
        OpenSSLErrors.clear()
    }

    var outgoingCount: Int { BIO_ctrl_pending(self.outgoing) }

    func takeOutgoing(into memory: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        guard BIO_read_ex(self.outgoing, memory.baseAddress, memory.count, &count) == 1 else {
            return 0
        }
        return count
    }

    private static var setupTrouble: TransportError {
        .tlsSettings("OpenSSL cannot start a session: \(OpenSSLErrors.takeReason() ?? "no memory")")
    }

    private func prepareClient() throws(TransportError) {
        SSL_set_connect_state(self.ssl)
        let parameters = SSL_get0_param(self.ssl)
        // Neither the subject's CN (RFC 6125, 6.4.4) nor `w*.example.com` is accepted.
        X509_VERIFY_PARAM_set_hostflags(
            parameters,
            UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        let name = Self.checkedName(self.peerName)
        let isSet: Bool
        if (try? SocketAddress(ipAddress: name, port: 0)) != nil {
            isSet = X509_VERIFY_PARAM_set1_ip_asc(parameters, name) == 1
        } else {
            // RFC 6066, 3: SNI contains names, never addresses.
            isSet =
                X509_VERIFY_PARAM_set1_host(parameters, name, 0) == 1
                && buoy_SSL_set_tlsext_host_name(self.ssl, name) == 1
        }
        guard isSet else {
            throw .tlsSettings("\(self.peerName) is not a valid name for a certificate")
        }
        SSL_set_ex_data(self.ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_verify(self.ssl, SSL_VERIFY_PEER) { isGood, store in
            if isGood == 0, let store { TLSSession.noteRefusal(store) }
            return isGood
        }
    }

    /// As in certificates: without a trailing dot, and without the zone of an address.
    private static func checkedName(_ name: String) -> String {
        let unzoned = name.contains(":") ? String(name.prefix { $0 != "%" }) : name
        return unzoned.hasSuffix(".") ? String(unzoned.dropLast()) : unzoned
    }

    /// Called by OpenSSL inside `SSL_do_handshake` of the session stored in its `SSL`, so the
    /// session is alive and on its own thread.
    private static func noteRefusal(_ store: OpaquePointer) {
        let index = SSL_get_ex_data_X509_STORE_CTX_idx()
        guard let ssl = X509_STORE_CTX_get_ex_data(store, index),
            let session = SSL_get_ex_data(OpaquePointer(ssl), 0)
        else { return }
        let code = X509_STORE_CTX_get_error(store)
        var reason = X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? ""
        if let date = Self.refusedDate(code, X509_STORE_CTX_get_current_cert(store)) {
            reason += " (\(date))"
        }
        let certificate = X509_STORE_CTX_get0_cert(store)
        let names = certificate.map(CertificateNames.collect) ?? []
        Unmanaged<TLSSession>.fromOpaque(session).takeUnretainedValue().refusal = Refusal(
            reason: reason, names: names,
            missingIssuer: certificate.flatMap { Self.missingIssuer(code, of: $0, in: store) })
    }

    /// - Returns: `nil` if the certificate is its own issuer, or others came with it.
    private static func missingIssuer(
        _ code: Int32, of certificate: OpaquePointer, in store: OpaquePointer
    ) -> String? {
        guard code == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            buoy_X509_count(X509_STORE_CTX_get0_untrusted(store)) <= 1,
            X509_check_issued(certificate, certificate) != X509_V_OK
        else { return nil }
        return PeerCertificate(certificate)?.issuer
    }

    private static func refusedDate(_ code: Int32, _ certificate: OpaquePointer?) -> String? {
        guard let certificate else { return nil }
        switch code {
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return CertificateNames.date(X509_get0_notAfter(certificate))
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return CertificateNames.date(X509_get0_notBefore(certificate))
        default:
            return nil
        }
    }
}
