import ChannelsTransport
import FoundationEssentials

/// Chooses the proxy for each connection, according to the client's option.
struct ProxySelection: Sendable {
    private enum Choice: Sendable {
        case none
        case rules(ProxyRules)
        case always(ProxySettings)
    }

    private let choice: Choice

    /// - Throws: `ChannelsError.option` if the URL of a proxy cannot be used.
    init(
        _ choice: ProxyChoice, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ChannelsError) {
        switch choice {
        case .none: self.choice = .none
        case .environment: self.choice = .rules(ProxyRules(environment: environment))
        case .url(let url):
            do {
                self.choice = .always(try ProxySettings(url: url))
            } catch {
                throw .option("\(error)")
            }
        }
    }

    /// The proxy for a connection; `nil` for a direct connection.
    ///
    /// - Throws: `ChannelsError.option` if the applicable environment variable cannot be used.
    func proxy(
        for scheme: ProxyRules.Scheme, host: String, port: Int
    ) throws(ChannelsError) -> ProxySettings? {
        switch self.choice {
        case .none: return nil
        case .always(let proxy): return proxy
        case .rules(let rules):
            do {
                return try rules.proxy(for: scheme, host: host, port: port)
            } catch {
                throw .option("\(error)")
            }
        }
    }
}
