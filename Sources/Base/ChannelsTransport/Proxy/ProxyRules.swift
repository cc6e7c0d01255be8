/// Chooses the proxy for a connection from environment variables, following the usual conventions.
///
/// | connection | variables; the first non-empty one is used |
/// | --- | --- |
/// | `wss`, `https` | `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY` |
/// | `ws`, `http` | `http_proxy`, `all_proxy`, `ALL_PROXY` |
///
/// `HTTP_PROXY` is ignored: in a CGI program, anybody could set it by sending a header `Proxy`.
/// `no_proxy` and `NO_PROXY` list exceptions (`ProxyExceptions`). Connections to this machine
/// (`localhost` and names below it, 127.0.0.0/8, ::1) never use a proxy.
package struct ProxyRules: Hashable, Sendable {
    private let forTLS: Result<ProxySettings, TransportError>?
    private let forPlain: Result<ProxySettings, TransportError>?
    private let exceptions: Result<ProxyExceptions, TransportError>?

    /// An error in a variable is reported only when it would be used.
    package init(environment: [String: String]) {
        let all = ["all_proxy", "ALL_PROXY"]
        self.forTLS = Self.proxy(["https_proxy", "HTTPS_PROXY"] + all, environment)
        self.forPlain = Self.proxy(["http_proxy"] + all, environment)
        self.exceptions = Self.first(["no_proxy", "NO_PROXY"], environment) {
            text throws(TransportError) in try ProxyExceptions(text)
        }
    }

    /// The proxy to a server; `nil` for a direct connection.
    ///
    /// - Throws: `.proxySettings` if the applicable variable is malformed, with its name and
    ///   without its value.
    package func proxy(to origin: HTTPOrigin) throws(TransportError) -> ProxySettings? {
        guard let proxy = origin.tls == nil ? self.forPlain : self.forTLS,
            !Self.isThisMachine(origin.host),
            try self.exceptions?.get().contain(host: origin.host, port: origin.port) != true
        else { return nil }
        return try proxy.get()
    }

    private static func isThisMachine(_ host: String) -> Bool {
        if let address = IPAddress(host) { return address.isLoopback }
        let name = ProxyExceptions.normal(host)
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    private static func proxy(
        _ names: [String], _ environment: [String: String]
    ) -> Result<ProxySettings, TransportError>? {
        self.first(names, environment) { text throws(TransportError) in
            try ProxySettings(url: text)
        }
    }

    private static func first<Value>(
        _ names: [String], _ environment: [String: String],
        read: (String) throws(TransportError) -> Value
    ) -> Result<Value, TransportError>? {
        for name in names {
            guard let text = environment[name].map({ HTTPText.trim($0[...]) }), !text.isEmpty else {
                continue
            }
            do throws(TransportError) {
                return .success(try read(text))
            } catch .proxySettings(let trouble) {
                return .failure(.proxySettings("the variable \(name) is invalid: \(trouble)"))
            } catch {
                return .failure(error)
            }
        }
        return nil
    }
}
