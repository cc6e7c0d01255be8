/// Which proxy a connection goes through, from the environment and its usual conventions.
///
/// | connection | variables, the first that is not empty counts |
/// | --- | --- |
/// | `wss`, `https` | `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY` |
/// | `ws`, `http` | `http_proxy`, `all_proxy`, `ALL_PROXY` |
///
/// `HTTP_PROXY` is not looked at: where a program runs as a CGI, whoever sends a request with a
/// header `Proxy` would set it. `no_proxy` and `NO_PROXY` list exceptions (`ProxyExceptions`).
/// Connections to this machine (`localhost` and names below it, 127.0.0.0/8, ::1) are never proxied.
package struct ProxyRules: Hashable, Sendable {
    /// What a connection speaks.
    package enum Scheme: String, Hashable, Sendable, CaseIterable {
        case ws, wss, http, https
    }

    private let forTLS: Result<ProxySettings, TransportError>?
    private let forPlain: Result<ProxySettings, TransportError>?
    private let exceptions: Result<ProxyExceptions, TransportError>?

    /// Reads the variables. What is wrong with one of them is said when it would be used: a
    /// connection that does not need it is not disturbed by it.
    package init(environment: [String: String]) {
        let all = ["all_proxy", "ALL_PROXY"]
        self.forTLS = Self.proxy(["https_proxy", "HTTPS_PROXY"] + all, environment)
        self.forPlain = Self.proxy(["http_proxy"] + all, environment)
        self.exceptions = Self.first(["no_proxy", "NO_PROXY"], environment) {
            text throws(TransportError) in try ProxyExceptions(text)
        }
    }

    /// The proxy for a connection; `nil` when it goes directly.
    ///
    /// - Parameter host: host name or IP address (IPv6 without brackets).
    /// - Throws: `.proxySettings` when a variable that counts here is malformed, with its name and
    ///   without its value.
    package func proxy(
        for scheme: Scheme, host: String, port: Int
    ) throws(TransportError) -> ProxySettings? {
        let proxy =
            switch scheme {
            case .wss, .https: self.forTLS
            case .ws, .http: self.forPlain
            }
        guard let proxy, !Self.isThisMachine(host) else { return nil }
        if try self.exceptions?.get().contain(host: host, port: port) == true { return nil }
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

    /// Reads the first variable that is there and not empty.
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
                return .failure(.proxySettings("the variable \(name) is wrong: \(trouble)"))
            } catch {
                return .failure(error)
            }
        }
        return nil
    }
}
