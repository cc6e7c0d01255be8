package import ChannelsProtocol
import ChannelsTransport

extension ServerRoute {
    /// Its files, by the names of their properties.
    package static let files: [(name: String, path: any FilePath)] = [
        ("trustRootsFile", \.trustRootsFile),
        ("clientCertificateFile", \.clientCertificateFile),
        ("clientKeyFile", \.clientKeyFile),
    ]

    /// A property with the path of a file.
    package typealias FilePath = WritableKeyPath<ServerRoute, String?> & Sendable

    /// Checks everything that does not depend on a connection. Files are read once, so that a
    /// missing one is reported now and not with each attempt.
    ///
    /// - Throws: `ChannelsError.option` that names the first setting that cannot be used.
    package func check() throws(ChannelsError) {
        try self.checkHost()
        if let port, !(1...65535).contains(port) {
            throw .option("The port must be between 1 and 65535, not \(port).")
        }
        try self.checkPath()
        if case .url(let url) = self.proxy, url.firstRange(of: "://") == nil {
            throw .option("The proxy URL must start with http://, https:// or socks5://.")
        }
        try self.checkFiles()
    }

    private func checkPath() throws(ChannelsError) {
        let hasSlash = self.path.isEmpty || self.path.hasPrefix("/")
        let isSendable = self.path.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        switch (hasSlash, isSendable) {
        case (true, true): return
        case (false, true):
            throw .option(
                "The path \(self.path.debugDescription) must start with a slash, such as /pusher.")
        case (true, false):
            throw .option(
                "The path \(self.path.debugDescription) must be percent-encoded, with %20 for a "
                    + "space: it contains a character that cannot be sent.")
        case (false, false):
            throw .option(
                "The path \(self.path.debugDescription) must start with a slash and be "
                    + "percent-encoded, such as /my%20path.")
        }
    }

    /// A character that no host name can contain is reported as an error in the host.
    private func checkHost() throws(ChannelsError) {
        if case .cluster(let cluster) = self.host, cluster.isEmpty || cluster.contains(".") {
            throw .option(
                "The cluster \(cluster.debugDescription) is not a cluster name, such as eu or us2: "
                    + "see the hosted service's dashboard.")
        }
        let name = self.host.name
        guard !name.isEmpty else { throw .option("The host cannot be empty.") }
        guard Self.canBeHost(name) else {
            throw .option(
                "The host \(name.debugDescription) is not a host name or address: omit the scheme, "
                    + "port and path.")
        }
    }

    /// Whether a string may be a host name or an IP address, as a check before the resolver. A
    /// colon is allowed only in an IPv6 address, which has at least two; a zone follows `%`.
    private static func canBeHost(_ text: String) -> Bool {
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        return colons != 1
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/\\?#@[]\"<>".utf8.contains($0) }
    }

    private func checkFiles() throws(ChannelsError) {
        if self.clientKeyFile != nil, self.clientCertificateFile == nil {
            throw .option("A client certificate key was given without a certificate.")
        }
        for (name, path) in Self.files {
            guard let file = self[keyPath: path], let reason = PEMFile.unreadableReason(file)
            else { continue }
            throw .option(
                "The file for the option \(name) cannot be read: \(file.debugDescription), "
                    + "\(reason).")
        }
    }
}
