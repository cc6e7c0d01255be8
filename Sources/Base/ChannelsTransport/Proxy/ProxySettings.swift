/// A proxy used as a tunnel, so that it does not see the contents. The login is always printed
/// as dots.
package struct ProxySettings: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        /// HTTP CONNECT (RFC 9110, 9.3.6) over plain TCP.
        case http
        case https
        /// RFC 1928; the proxy resolves the server's name.
        case socks5

        var usualPort: Int {
            switch self {
            case .http: 80
            case .https: 443
            case .socks5: 1080
            }
        }
    }

    var kind: Kind
    package var host: String
    var port: Int
    /// Basic for HTTP, RFC 1929 for SOCKS.
    var credentials: Credentials?
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

    var address: String {
        let name = self.host.contains(":") ? "[\(self.host)]" : self.host
        return "\(self.kind.rawValue)://\(name):\(self.port)"
    }

    struct Credentials: Hashable, Sendable {
        let user: String
        let password: String
    }
}

extension ProxySettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        guard let credentials else { return self.address }
        return self.address.replacing("://", with: "://\(credentials)@", maxReplacements: 1)
    }
    package var debugDescription: String { self.description }
    /// Keeps the login out of `dump`.
    package var customMirror: Mirror {
        Mirror(self, children: ["address": self.address, "tls": self.tls])
    }
}

extension ProxySettings.Credentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    var description: String { "••••••••" }
    var debugDescription: String { self.description }
    /// Keeps the login out of `dump`.
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension ProxySettings {
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
