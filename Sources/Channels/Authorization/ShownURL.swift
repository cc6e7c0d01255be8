internal import FoundationEssentials

/// A URL as it may be shown: what stands before the host and after the path may be a secret.
enum ShownURL {
    private static let dots = "••••••••"

    /// The URL with dots for its user and its query, and without its fragment. Where it cannot be
    /// told which part is which, dots alone.
    static func text(_ url: String) -> String {
        let address = url.prefix { $0 != "#" && $0 != "?" }
        guard url.dropFirst(address.count).contains("@") else { return Self.withoutQuery(url[...]) }
        // An @ this late belongs to the query, or ends a password with a ? or # in it. The second is
        // no URL as a rule: it makes a port of letters.
        guard let parts = URL(string: url) else { return Self.withoutUser(url[...]) }
        let isClear = parts.host()?.isEmpty == false && !parts.path().isEmpty
        return isClear ? Self.withoutQuery(url[...]) : Self.dots
    }

    private static func withoutQuery(_ url: Substring) -> String {
        let address = url.prefix { $0 != "#" && $0 != "?" }
        let hasQuery = url.dropFirst(address.count).hasPrefix("?")
        return Self.withoutUser(address) + (hasQuery ? "?" + Self.dots : "")
    }

    private static func withoutUser(_ url: Substring) -> String {
        guard let at = url.lastIndex(of: "@") else { return String(url) }
        return Self.dots + "@" + Self.withoutQuery(url[url.index(after: at)...])
    }
}
