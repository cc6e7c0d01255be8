/// Asks a SOCKS 5 proxy for a tunnel (RFC 1928), with a user name and password if it requires them
/// (RFC 1929). Names are resolved by the proxy.
///
/// ```
/// method ──none needed──────────────▶ reply ──succeeded──▶ established
///    └─────user and password──▶ login ──┘
/// ```
struct SOCKS5Dialogue: ProxyDialogue {
    private enum State {
        case method
        case login
        case reply
    }

    private enum Method {
        static let none: UInt8 = 0
        static let login: UInt8 = 2
        static let noneAcceptable: UInt8 = 0xFF
    }

    private static let version: UInt8 = 5

    let opening: [UInt8]
    private let proxy: ProxySettings
    private let request: [UInt8]
    private var state = State.method
    private var input: [UInt8] = []

    init(_ proxy: ProxySettings, host: String, port: Int) throws(TransportError) {
        guard let address = Self.address(host), let port = UInt16(exactly: port) else {
            throw .connectFailed(
                address: "\(host):\(port)",
                cause: "SOCKS supports host names of 1 to 255 bytes and ports up to 65535")
        }
        let connect: UInt8 = 1
        self.request =
            [Self.version, connect, 0] + address + [UInt8(port >> 8), UInt8(port & 0xFF)]
        let methods = proxy.credentials == nil ? [Method.none] : [Method.none, Method.login]
        self.opening = [Self.version, UInt8(methods.count)] + methods
        self.proxy = proxy
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { self.input += bytes }

    mutating func next() throws(ProxyFailure) -> ProxyStep {
        switch self.state {
        case .method: try self.readMethod()
        case .login: try self.readLogin()
        case .reply: try self.readReply()
        }
    }

    private mutating func readMethod() throws(ProxyFailure) -> ProxyStep {
        if let first = self.input.first, first != Self.version {
            throw self.failure("it does not speak SOCKS 5")
        }
        guard let answer = self.take(2) else { return .needsMore }
        switch answer[1] {
        case Method.none:
            self.state = .reply
            return .send(self.request)
        case Method.login:
            guard let login = self.proxy.credentials else {
                throw self.failure("it requires an auth method that was not offered", isLogin: true)
            }
            self.state = .login
            return .send(Self.message(login))
        case Method.noneAcceptable:
            let isMissing = self.proxy.credentials == nil
            throw self.failure(
                isMissing ? "it requires a login" : "it does not accept a user name and password",
                isLogin: true)
        default:
            throw self.failure("it chose an auth method that was not offered", isLogin: true)
        }
    }

    private mutating func readLogin() throws(ProxyFailure) -> ProxyStep {
        // Only the status counts: some proxies send the version of SOCKS instead of that of the
        // login.
        guard let answer = self.take(2) else { return .needsMore }
        guard answer[1] == 0 else {
            throw self.failure("it rejected the user name and password", isLogin: true)
        }
        self.state = .reply
        return .send(self.request)
    }

    private mutating func readReply() throws(ProxyFailure) -> ProxyStep {
        guard self.input.count >= 2 else { return .needsMore }
        guard self.input[0] == Self.version else { throw self.failure("it does not speak SOCKS 5") }
        // A refusal may be shorter than specified.
        guard self.input[1] == 0 else { throw self.failure(Self.words(self.input[1])) }
        guard self.input.count >= 5 else { return .needsMore }
        let length: Int
        switch self.input[3] {
        case AddressType.v4: length = 4
        case AddressType.v6: length = 16
        case AddressType.name: length = 1 + Int(self.input[4])
        default: throw self.failure("its reply has an unknown address type")
        }
        guard self.take(4 + length + 2) != nil else { return .needsMore }
        return .established(first: self.input)
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        guard self.input.count >= count else { return nil }
        defer { self.input.removeFirst(count) }
        return Array(self.input.prefix(count))
    }

    private func failure(_ reason: String, isLogin: Bool = false) -> ProxyFailure {
        ProxyFailure(proxy: self.proxy.address, reason: reason, isLogin: isLogin)
    }
}

extension SOCKS5Dialogue {
    fileprivate enum AddressType {
        static let v4: UInt8 = 1
        static let name: UInt8 = 3
        static let v6: UInt8 = 4
    }

    fileprivate static func address(_ host: String) -> [UInt8]? {
        if let address = IPAddress(host) {
            return [address.bytes.count == 4 ? AddressType.v4 : AddressType.v6] + address.bytes
        }
        let name = Array(host.utf8)
        guard let length = UInt8(exactly: name.count), length > 0 else { return nil }
        return [AddressType.name, length] + name
    }

    /// RFC 1929, 2. The lengths have been checked with the settings.
    fileprivate static func message(_ login: ProxySettings.Credentials) -> [UInt8] {
        let (user, password) = (Array(login.user.utf8), Array(login.password.utf8))
        return [1, UInt8(clamping: user.count)] + user
            + [UInt8(clamping: password.count)] + password
    }

    /// RFC 1928, 6.
    fileprivate static func words(_ code: UInt8) -> String {
        switch code {
        case 1: "general failure (SOCKS reply 1)"
        case 2: "its rules do not allow the connection to the server"
        case 3: "it cannot reach the server's network"
        case 4: "it cannot reach the server, or cannot resolve its name"
        case 5: "the server refused its connection"
        case 6: "its connection to the server timed out"
        case 7: "it does not support this type of connection"
        case 8: "it does not support this type of address"
        default: "it sent an unknown reply (SOCKS reply \(code))"
        }
    }
}
