/// Decides whether an application's server is asked again, and when: after half a second, a second,
/// two, and so on, each up to half as long again by chance, so that clients that failed together do
/// not come back together.
struct AuthRetries: Sendable {
    /// How often to ask again by default.
    static let limit = 2
    /// The first wait, doubled for each further one.
    static let firstWait = Duration.milliseconds(500)
    /// No wait doubles beyond this many times.
    private static let mostDoublings = 5
    /// A server that wants a longer wait is not asked again: the subscription would seem to hang.
    static let longestWait = Duration.seconds(30)

    private let limit: Int
    private var count = 0

    /// - Parameter limit: how often to ask again at most; below zero is zero.
    init(limit: Int) { self.limit = limit }

    enum OnFailed: Hashable, Sendable {
        case retry(after: Duration)
        case giveUp
    }

    /// An attempt failed.
    mutating func failed(
        _ fault: AuthFault, using random: inout some RandomNumberGenerator
    ) -> OnFailed {
        guard case .promising(let retryAfter) = fault.repetition, self.count < self.limit else {
            return .giveUp
        }
        let wanted = retryAfter ?? .zero
        guard wanted <= Self.longestWait else { return .giveUp }
        let base = Self.firstWait * (1 << min(self.count, Self.mostDoublings))
        let jitter = base * Double.random(in: 0..<0.5, using: &random)
        self.count += 1
        return .retry(after: max(base, wanted) + jitter)
    }
}
