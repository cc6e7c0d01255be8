import ChannelsBasics

/// The authorization endpoint of an app, by the names that its `.env` file and its sources have for
/// it.
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

    /// The files in which Laravel registers the routes of broadcasting.
    private static let sources = [
        "bootstrap/app.php", "routes/channels.php", "app/Providers/BroadcastServiceProvider.php",
        "routes/api.php",
    ]

    /// The prefix that an app's sources give to the routes of broadcasting; `nil` for none.
    static func laravelPrefix(in folder: String) -> String? {
        for source in Self.sources {
            guard let contents = try? UserFile.read("\(folder)/\(source)", limit: 256 << 10) else {
                continue
            }
            let text = String(decoding: contents.bytes, as: UTF8.self)
            for call in ["withBroadcasting(", "Broadcast::routes("] {
                guard let start = text.firstRange(of: call) else { continue }
                let arguments = text[start.upperBound...].prefix { $0 != ";" }
                if let prefix = Self.value(of: "prefix", in: arguments) { return prefix }
            }
        }
        return nil
    }

    /// `'prefix' => 'api'`, in either kind of quotation marks.
    private static func value(of key: String, in text: Substring) -> String? {
        let words = text.split { " \t\r\n=>,[]()'\"".contains($0) }
        guard let index = words.firstIndex(where: { $0 == key }), index + 1 < words.count else {
            return nil
        }
        let prefix = words[index + 1].split(separator: "/").joined(separator: "/")
        return prefix.isEmpty ? nil : prefix
    }
}
