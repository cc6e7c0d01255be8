import ChannelsBasics

/// What an app's sources say about its settings, as far as a plain reading shows it: the values
/// that Laravel's configuration has for variables that are not set, and the prefix of its
/// broadcasting routes.
package struct AppSources: Sendable {
    /// By the names of variables.
    private(set) var defaults: [String: String] = [:]
    private(set) var routePrefix: String?
    /// The first that Laravel authorizes, with 1 in place of its parameters: `orders.1`.
    private(set) var channel: String?

    package init(defaults: [String: String] = [:], routePrefix: String? = nil) {
        self.defaults = defaults
        self.routePrefix = routePrefix
    }

    private static let configurations = ["config/broadcasting.php", "config/reverb.php"]

    private static let routes = [
        "bootstrap/app.php", "routes/channels.php", "app/Providers/BroadcastServiceProvider.php",
        "routes/api.php",
    ]

    /// Files that are missing or too large are left out.
    init(folder: String) {
        let text = { (file: String) -> String? in
            guard let contents = try? UserFile.read("\(folder)/\(file)", limit: 256 << 10) else {
                return nil
            }
            return String(decoding: contents.bytes, as: UTF8.self)
        }
        for source in Self.configurations.compactMap(text) {
            self.defaults.merge(Self.defaults(in: source)) { first, _ in first }
        }
        self.channel = text("routes/channels.php").flatMap(Self.channel)
        self.routePrefix = Self.routes.lazy.compactMap(text).compactMap(Self.prefix).first
    }

    /// `env('REVERB_PORT', 443)`: the values of literals.
    static func defaults(in source: String) -> [String: String] {
        let calls = source.matches(
            of: /env\(\s*['"]([A-Z0-9_]+)['"]\s*,\s*(?:'([^']*)'|"([^"$]*)"|([0-9]+))\s*\)/)
        let values = calls.map { (String($0.1), String($0.2 ?? $0.3 ?? $0.4 ?? "")) }
        return Dictionary(values) { first, _ in first }
    }

    /// `Broadcast::channel('orders.{id}', …)`
    static func channel(in source: String) -> String? {
        source.firstMatch(of: /Broadcast::channel\(\s*['"]([^'"]+)['"]/).map {
            String($0.1).replacing(/\{[^}]*\}/, with: "1")
        }
    }

    /// `withBroadcasting(…, ['prefix' => 'api'])`, in either kind of quotation marks.
    static func prefix(in source: String) -> String? {
        for call in ["withBroadcasting(", "Broadcast::routes("] {
            guard let start = source.firstRange(of: call)?.upperBound else { continue }
            let arguments = source[start...].prefix { $0 != ";" }
            guard let match = arguments.firstMatch(of: /['"]prefix['"]\s*=>\s*['"]([^'"]+)['"]/)
            else { continue }
            let prefix = match.1.split(separator: "/").joined(separator: "/")
            if !prefix.isEmpty { return prefix }
        }
        return nil
    }
}
