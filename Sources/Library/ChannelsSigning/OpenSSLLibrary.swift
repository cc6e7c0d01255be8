import COpenSSL

/// The OpenSSL library in use.
package enum OpenSSLLibrary {
    /// The version: `3.0.17`.
    package static var version: String {
        OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
    }
}
