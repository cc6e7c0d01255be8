import ChannelsProtocol

/// How many connections the app has, as its server says, and where to ask.
package struct ConnectionCount: Hashable, Sendable {
    /// Where a server says how many there are.
    package enum Source: Hashable, Sendable {
        /// Its HTTP API, as Laravel Reverb's does.
        case api
        /// Its metrics for Prometheus on port 9601, as those of soketi and sockudo are.
        case metrics
    }

    /// The latest answer, if there was one.
    private(set) var value: Int?
    private var isRefused: Set<Source> = []

    /// Where to ask this server; `nil` for nowhere.
    func source(_ server: ServerProfile.Kind) -> Source? {
        let metrics: Source? = [.soketi, .sockudo].contains(server) ? .metrics : nil
        return [.api, metrics].compactMap(\.self).first { !self.isRefused.contains($0) }
    }

    mutating func answered(_ count: Int) { self.value = count }

    /// It did not answer. A server that does not know the question is not asked again, and
    /// nothing is said of it.
    mutating func failed(_ source: Source, _ failure: APIFailure) {
        self.value = nil
        if failure.kind != .temporary || source == .metrics { self.isRefused.insert(source) }
    }
}
