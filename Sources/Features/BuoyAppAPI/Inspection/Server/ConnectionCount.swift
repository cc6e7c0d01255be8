import ChannelsProtocol

package struct ConnectionCount: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case api
        /// Prometheus metrics on port 9601, as of soketi and sockudo.
        case metrics
    }

    private(set) var value: Int?
    private var isRefused: Set<Source> = []

    func source(_ server: ServerProfile.Kind) -> Source? {
        let metrics: Source? = [.soketi, .sockudo].contains(server) ? .metrics : nil
        return [.api, metrics].compactMap(\.self).first { !self.isRefused.contains($0) }
    }

    mutating func answered(_ count: Int) { self.value = count }

    /// A server that does not know the question is not asked again.
    mutating func failed(_ source: Source, _ failure: APIFailure) {
        self.value = nil
        if failure.kind != .temporary || source == .metrics { self.isRefused.insert(source) }
    }
}
