/// Counts what happens in any one second, up to a limit.
struct RateWindow: Hashable, Sendable {
    private let limit: Int
    /// When the last ones happened, oldest first; at most `limit` of them.
    private var times: [Duration] = []

    init(limit: Int) { self.limit = limit }

    enum OnCounted: Hashable, Sendable {
        case within
        case exceeded
    }

    /// One more happens; it counts only when it is within the limit.
    mutating func counted(at now: Duration) -> OnCounted {
        self.times.removeAll { now - $0 >= .seconds(1) }
        guard self.times.count < self.limit else { return .exceeded }
        self.times.append(now)
        return .within
    }
}
