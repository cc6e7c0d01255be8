import ChannelsEventWords

struct HARSession: Sendable {
    let connections: [HARConnection]
    let warnings: [String]

    /// The longest session, in microseconds; more is a wrong time.
    private static let longest: Int64 = 366 * 86_400 * 1_000_000

    /// Takes the app with the most messages, and of simultaneous connections the first.
    init(_ file: HARFile, path: String) throws(HARError) {
        var warnings: [String] = []
        let keys = file.connections.reduce(into: [String: Int]()) { counts, connection in
            counts[connection.address.appKey, default: 0] += connection.messages.count
        }
        let key = keys.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
        if keys.count > 1, let key {
            warnings.append(
                "\(path) contains connections to \(keys.count) apps; reading only those to "
                    + "\(ServerTarget.masked(key: key)), which have the most messages")
        }
        var connections: [HARConnection] = []
        var others = 0
        let ofApp = file.connections.filter { $0.address.appKey == key }
        for connection in ofApp.sorted(by: { $0.start < $1.start }) {
            if let last = connections.last, connection.start < last.lastMessage {
                others += 1
            } else {
                connections.append(connection)
            }
        }
        if others > 0 {
            let left = Figures.counted(others, "connection")
            warnings.append(
                "\(left) in \(path) left out: another connection to the app was open at the time")
        }
        warnings += Self.warning(of: file.undatedAttempts.filter { $0.address.appKey == key }, path)
        if let first = connections.first, let last = connections.last,
            last.lastMessage - first.start > Self.longest
        {
            throw HARError(
                "\(path) contains messages more than a year apart, so its times are wrong. Save "
                    + "the file again.")
        }
        self.connections = connections
        self.warnings = warnings
    }

    private static func warning(
        of attempts: [HARFile.UndatedAttempt], _ path: String
    ) -> [String] {
        guard let first = attempts.first else { return [] }
        return [
            "\(Figures.counted(attempts.count, "connection attempt")) in \(path) left out: they "
                + "failed (\(first.reason)), and Chrome does not save their times"
        ]
    }
}
