import CChannelsOpenSSL

extension PEMFile {
    /// Trusts its certificates, and takes its revocation lists into account.
    func trust(in context: OpaquePointer) throws(TransportError) {
        OpenSSLErrors.clear()
        let blocks = self.read { PEM_X509_INFO_read_bio($0, nil, refusePassphrase, nil) }
        guard let blocks else { throw self.unusable("CA certificate") }
        defer { buoy_X509_INFO_free(blocks) }
        let store = SSL_CTX_get_cert_store(context)
        var count = 0
        for index in 0..<buoy_X509_INFO_count(blocks) {
            guard let block = buoy_X509_INFO_at(blocks, index)?.pointee else { continue }
            for isAdded in [
                block.x509.map { X509_STORE_add_cert(store, $0) },
                block.crl.map { X509_STORE_add_crl(store, $0) },
            ] {
                guard let isAdded else { continue }
                guard isAdded == 1 else { throw self.unusable("CA certificate") }
                count += 1
            }
        }
        guard count > 0 else { throw .tlsSettings("\(self.path) contains no certificate") }
    }

    /// The first certificate is the one to show; those after it are its CA certificates.
    func showCertificates(in context: OpaquePointer) throws(TransportError) {
        OpenSSLErrors.clear()
        let isShown = self.read { bio in
            guard let own = PEM_read_bio_X509_AUX(bio, nil, refusePassphrase, nil) else {
                return false
            }
            defer { X509_free(own) }
            guard SSL_CTX_use_certificate(context, own) == 1, ERR_peek_error() == 0 else {
                return false
            }
            while let next = PEM_read_bio_X509(bio, nil, refusePassphrase, nil) {
                guard buoy_SSL_CTX_add_chain_certificate(context, next) == 1 else {
                    X509_free(next)
                    return false
                }
            }
            return buoy_ERR_is_end_of_PEM() == 1
        }
        guard isShown == true else { throw self.unusable("certificate") }
        OpenSSLErrors.clear()
    }

    /// The key of the certificate that is shown.
    func useKey(in context: OpaquePointer) throws(TransportError) {
        OpenSSLErrors.clear()
        var isEncrypted = false
        let isFitting = self.read { bio in
            guard let key = PEM_read_bio_PrivateKey(bio, nil, refusePassphrase, &isEncrypted)
            else { return false }
            defer { EVP_PKEY_free(key) }
            return SSL_CTX_use_PrivateKey(context, key) == 1
                && SSL_CTX_check_private_key(context) == 1
        }
        guard !isEncrypted else {
            throw .tlsSettings(
                "the key \(self.path) requires a passphrase: store it without one "
                    + "(openssl pkey -in KEY -out NEWKEY)")
        }
        guard isFitting == true else { throw self.unusable("key") }
    }

    /// OpenSSL is given the bytes, because it would wait for a pipe.
    private func read<Result>(_ body: (_ text: OpaquePointer) -> Result?) -> Result? {
        // Even an empty file has an address.
        (self.bytes + [0x0A]).withUnsafeBytes { bytes in
            guard let text = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { BIO_free(text) }
            return body(text)
        }
    }

    private func unusable(_ what: String) -> TransportError {
        TLSContext.trouble("cannot use the \(what) \(self.path)")
    }
}

/// Otherwise OpenSSL would ask for a passphrase on the terminal.
private func refusePassphrase(
    _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32,
    isEncrypted: UnsafeMutableRawPointer?
) -> Int32 {
    isEncrypted?.assumingMemoryBound(to: Bool.self).pointee = true
    return -1
}
