import Foundation

/// A certificate for 127.0.0.1 that is its own authority; made once, valid for a hundred years.
public enum LoopbackCertificate {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Services/ServersTests/Sandbox/Certificate").standardized

    /// The file of the certificate, which is also that of the authority.
    public static var path: String { Self.folder.appending(path: "certificate.pem").path }
    /// The file of its key.
    public static var keyPath: String { Self.folder.appending(path: "key.pem").path }
}
