/// Counts occurrences within one second, up to a limit.
struct RateWindow: Hashable, Sendable {
    private let limit: Int
    /// The times of the last ones, oldest first; at most `limit`.
    private var times: [Duration] = []

    init(limit: Int) { self.limit = limit }

    enum CountOutcome: Hashable, Sendable {
        case within
        case exceeded
    }

    /// Records another one, which counts only if it is within the limit.
    mutating func counted(at now: Duration) -> CountOutcome {
        self.times.removeAll { now - $0 >= .seconds(1) }
        guard self.times.count < self.limit else { return .exceeded }
        self.times.append(now)
        return .within
    }
}
