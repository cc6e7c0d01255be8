/// A URL as it may be shown: what stands before the host and after the path may be a secret.
enum ShownURL {
    /// The URL with dots for its user and its query, and without its fragment.
    static func text(_ url: String) -> String {
        var address = url.prefix { $0 != "#" && $0 != "?" }
        let query = url.dropFirst(address.count).hasPrefix("?") ? "?••••••••" : ""
        guard let at = address.lastIndex(of: "@") else { return address + query }
        address = address[address.index(after: at)...]
        return "••••••••@" + address + query
    }
}
