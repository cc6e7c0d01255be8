/// The authorization endpoint of an app, by the names that its `.env` file has for it, or Laravel's
/// route.
enum AppEndpoint {
    private static let names = [
        "BROADCAST_AUTH_ENDPOINT", "PUSHER_AUTH_ENDPOINT", "PUSHER_CHANNEL_AUTH_ENDPOINT",
        "REVERB_AUTH_ENDPOINT",
    ]

    /// - Parameter prefix: of Laravel's broadcasting routes.
    /// - Returns: `nil` if nothing says where it is.
    static func url(in file: DotenvFile, isLaravel: Bool, prefix: String?) -> String? {
        let base = file.value("APP_URL").map { String($0.reversed().drop { $0 == "/" }.reversed()) }
        let names =
            Self.names
            + Self.names.flatMap { name in
                AppValues.publicPrefixes.map { $0 + name }
            }
        if let given = names.lazy.compactMap(file.value).first {
            if given.contains("://") { return given }
            return base.map { $0 + (given.hasPrefix("/") ? "" : "/") + given }
        }
        guard isLaravel, let base, base.contains("://") else { return nil }
        let path = [prefix, "broadcasting/auth"].compactMap(\.self).joined(separator: "/")
        return "\(base)/\(path)"
    }
}
