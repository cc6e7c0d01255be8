import COpenSSL

/// The settings shared by TLS sessions of one end: trust, own certificate, floor of the protocol.
///
/// A client makes a new one for each connection: a change of the trusted files counts at once, and
/// no session is resumed that was verified under other rules.
// @unchecked: an SSL_CTX is reference-counted by OpenSSL and may be used by many threads for making
// sessions as long as nobody changes it; it is private and set up in `init` only.
final class TLSContext: @unchecked Sendable {
    enum Role {
        case client
        case server
    }

    let role: Role
    let pointer: OpaquePointer

    /// A context for connecting: the server must show a certificate that the given authorities, or
    /// those of the system, vouch for.
    convenience init(_ settings: TLSClientSettings) throws(TransportError) {
        try self.init(role: .client, securityLevel: 2)
        OpenSSLErrors.clear()
        guard let file = settings.authorityFile else {
            guard SSL_CTX_set_default_verify_paths(self.pointer) == 1 else {
                throw Self.trouble("the certificates of the system cannot be read")
            }
            return
        }
        guard SSL_CTX_load_verify_file(self.pointer, file) == 1 else {
            throw Self.trouble("the authority file \(file) cannot be used")
        }
    }

    /// A context for listening.
    ///
    /// - Parameter securityLevel: OpenSSL's, 2 forbids RSA below 2048 bits and SHA-1. Lower only to
    ///   play a bad server.
    convenience init(
        _ settings: TLSServerSettings, securityLevel: Int32 = 2
    ) throws(TransportError) {
        try self.init(role: .server, securityLevel: securityLevel)
        OpenSSLErrors.clear()
        // Without this OpenSSL would ask for a passphrase on the terminal and wait.
        SSL_CTX_set_default_passwd_cb(self.pointer) { _, _, _, _ in -1 }
        guard SSL_CTX_use_certificate_chain_file(self.pointer, settings.certificateFile) == 1 else {
            throw Self.trouble("the certificate \(settings.certificateFile) cannot be used")
        }
        guard SSL_CTX_use_PrivateKey_file(self.pointer, settings.keyFile, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(self.pointer) == 1
        else { throw Self.trouble("the key \(settings.keyFile) cannot be used") }
    }

    private init(role: Role, securityLevel: Int32) throws(TransportError) {
        OpenSSLErrors.clear()
        let method = role == .client ? TLS_client_method() : TLS_server_method()
        guard let pointer = SSL_CTX_new(method) else {
            throw Self.trouble("OpenSSL cannot be set up")
        }
        self.role = role
        self.pointer = pointer
        SSL_CTX_set_security_level(pointer, securityLevel)
        guard buoy_SSL_CTX_set_min_proto_version(pointer, TLS1_2_VERSION) == 1 else {
            throw Self.trouble("OpenSSL does not offer TLS 1.2")
        }
        buoy_SSL_CTX_harden(pointer)
        if role == .client { SSL_CTX_set_verify(pointer, SSL_VERIFY_PEER, nil) }
    }

    deinit {
        SSL_CTX_free(self.pointer)
    }

    private static func trouble(_ text: String) -> TransportError {
        .tlsSettings("\(text): \(OpenSSLErrors.takeReason() ?? "no reason given")")
    }
}
