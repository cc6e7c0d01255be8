/// The TLS settings of a client, which uses version 1.2 or later and always verifies the server.
package struct TLSClientSettings: Hashable, Sendable {
    /// A PEM file with the certificates to trust instead of the system's.
    var trustRootsFile: String?
    /// A PEM file with the client's own certificate, followed by its CA certificates, for a
    /// server that asks for one.
    var certificateFile: String?
    /// A PEM file with the key of the client's certificate, without a passphrase; `nil` looks for
    /// it in `certificateFile`.
    var keyFile: String?

    package init(
        trustRootsFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil
    ) {
        self.trustRootsFile = trustRootsFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}

package struct TLSServerSettings: Hashable, Sendable {
    var certificateFile: String
    var keyFile: String

    package init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
