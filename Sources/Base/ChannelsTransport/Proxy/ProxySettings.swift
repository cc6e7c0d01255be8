/// A proxy that is used as a tunnel, so that it does not see the contents of connections.
///
/// The login is always printed as dots.
package struct ProxySettings: Hashable, Sendable {
    /// The protocol of the proxy.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// HTTP CONNECT (RFC 9110, 9.3.6) over plain TCP.
        case http
        /// HTTP CONNECT over TLS.
        case https
        /// SOCKS 5 (RFC 1928). The name of the server is resolved by the proxy.
        case socks5

        /// The default port of a proxy.
        var usualPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .socks5: 1080
            }
        }
    }

    var kind: Kind
    /// The host name or IP address (IPv6 without brackets).
    package var host: String
    var port: Int
    /// The login: Basic for HTTP, user name and password (RFC 1929) for SOCKS.
    var credentials: Credentials?
    /// The TLS settings for a proxy of the kind `.https`; the others do not use TLS.
    var tls: TLSClientSettings

    init(
        kind: Kind, host: String, port: Int, credentials: Credentials? = nil,
        tls: TLSClientSettings = TLSClientSettings()
    ) {
        self.kind = kind
        self.host = host
        self.port = port
        self.credentials = credentials
        self.tls = tls
    }

    /// The kind, host and port: `http://proxy.test:3128`, without the login.
    var address: String {
        let name = self.host.contains(":") ? "[\(self.host)]" : self.host
        return "\(self.kind.rawValue)://\(name):\(self.port)"
    }

    /// A login for a proxy.
    struct Credentials: Hashable, Sendable {
        let user: String
        let password: String
    }
}

extension ProxySettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address, with dots for the login.
    package var description: String {
        guard let credentials else { return self.address }
        return self.address.replacing("://", with: "://\(credentials)@", maxReplacements: 1)
    }
    /// The same as `description`.
    package var debugDescription: String { self.description }
    /// Without children, so that `dump` does not show the login.
    package var customMirror: Mirror {
        Mirror(self, children: ["address": self.address, "tls": self.tls])
    }
}

extension ProxySettings.Credentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Dots.
    var description: String { "••••••••" }
    /// Dots.
    var debugDescription: String { self.description }
    /// Without children, so that `dump` does not show the login.
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension ProxySettings {
    /// Refuses unusable settings: no host, no port, a login that the protocol cannot send.
    ///
    /// - Throws: `.proxySettings`, without the login.
    func check() throws(TransportError) {
        guard HostName.isPlausible(self.host) else { throw .proxySettings("the host is missing") }
        guard (1...65_535).contains(self.port) else {
            throw .proxySettings("its port must be between 1 and 65535")
        }
        guard let credentials else { return }
        let (user, password) = (Array(credentials.user.utf8), Array(credentials.password.utf8))
        switch self.kind {
        case .http, .https:
            // RFC 7617, 2: the first colon ends the user name.
            guard !user.contains(UInt8(ascii: ":")) else {
                throw .proxySettings("the user name contains a colon, which HTTP does not allow")
            }
            guard (user + password).allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .proxySettings("the login contains a control character")
            }
        case .socks5:
            guard (1...255).contains(user.count), password.count <= 255 else {
                throw .proxySettings(
                    "SOCKS requires a user name of 1 to 255 bytes and a password of at most 255")
            }
        }
    }
}
