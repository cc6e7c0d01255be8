import CChannelsOpenSSL

/// A client creates one for each connection, so that changed trust files take effect at
/// once, and no session verified under other rules is resumed.
// @unchecked: OpenSSL reference-counts an SSL_CTX and lets many threads make sessions from it
// as long as nobody changes it; it is private and set up only in `init`.
package final class TLSContext: @unchecked Sendable {
    enum Role {
        case client
        case server
    }

    let role: Role
    let pointer: OpaquePointer
    /// Whether a client trusts given certificates instead of the system's.
    let hasOwnRoots: Bool

    package convenience init(_ settings: TLSClientSettings) throws(TransportError) {
        try self.init(
            role: .client, securityLevel: 2, hasOwnRoots: settings.trustRootsFile != nil)
        try self.trust(settings.trustRootsFile)
        switch (settings.certificateFile, settings.keyFile) {
        case (let certificate?, let key):
            try self.show(certificate: certificate, key: key ?? certificate)
        case (nil, let key?):
            throw .tlsSettings("the key \(key) was given without a certificate")
        case (nil, nil):
            break
        }
    }

    /// - Parameter securityLevel: OpenSSL's; 2 forbids RSA below 2048 bits and SHA-1. Lower it only
    ///   to imitate a bad server.
    package convenience init(
        _ settings: TLSServerSettings, securityLevel: Int32 = 2
    ) throws(TransportError) {
        try self.init(role: .server, securityLevel: securityLevel)
        try self.show(certificate: settings.certificateFile, key: settings.keyFile)
    }

    private init(
        role: Role, securityLevel: Int32, hasOwnRoots: Bool = false
    ) throws(TransportError) {
        OpenSSLErrors.clear()
        let method = role == .client ? TLS_client_method() : TLS_server_method()
        buoy_openssl_start()
        guard let pointer = SSL_CTX_new(method) else {
            throw Self.trouble("OpenSSL cannot be initialised")
        }
        self.role = role
        self.hasOwnRoots = hasOwnRoots
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

    private func trust(_ trustRootsFile: String?) throws(TransportError) {
        OpenSSLErrors.clear()
        guard let file = trustRootsFile else {
            guard SSL_CTX_set_default_verify_paths(self.pointer) == 1 else {
                throw Self.trouble("the system's certificates cannot be read")
            }
            return
        }
        try PEMFile(file).trust(in: self.pointer)
        // A given certificate is trusted even if it does not belong to an authority.
        X509_VERIFY_PARAM_set_flags(
            SSL_CTX_get0_param(self.pointer), UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }

    private func show(certificate: String, key: String) throws(TransportError) {
        let certificates = try PEMFile(certificate)
        try certificates.showCertificates(in: self.pointer)
        try (key == certificate ? certificates : PEMFile(key)).useKey(in: self.pointer)
    }

    static func trouble(_ text: String) -> TransportError {
        .tlsSettings("\(text): \(OpenSSLErrors.takeReason() ?? "no reason given")")
    }
}
