package struct PeerCertificate: Hashable, Sendable {
    package var subject: String
    package var issuer: String
    var names: [String]
    /// In seconds since 1970.
    package var expires: Int64
}
