internal import COpenSSL

/// The OpenSSL that the program runs with.
package enum OpenSSLLibrary {
    /// Its number: `3.0.17`.
    package static var version: String {
        OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
    }
}
