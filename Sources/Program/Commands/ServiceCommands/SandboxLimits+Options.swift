import ArgumentParser
import Servers

/// A limit of the sandbox that can be set, in the arguments and in the file of apps.
struct LimitOption: Sendable {
    /// The name of the argument, without dashes: `max-members`.
    let name: String
    /// The allowed values.
    let range: ClosedRange<Int>
    private let change: @Sendable (inout SandboxLimits, Int) -> Void

    /// The name of the key in the file of apps: `max_members`.
    var fileKey: String { self.name.replacing("-", with: "_") }

    init(
        _ name: String, _ range: ClosedRange<Int>,
        _ change: @escaping @Sendable (inout SandboxLimits, Int) -> Void
    ) {
        self.name = name
        self.range = range
        self.change = change
    }

    /// Sets the limit.
    ///
    /// - Parameter name: what to call it in the error.
    /// - Throws: `ValidationError` if the value is not allowed.
    func set(_ value: Int, in limits: inout SandboxLimits, name: String) throws {
        guard self.range.contains(value) else {
            throw ValidationError(
                "\(name) must be between \(self.range.lowerBound) and \(self.range.upperBound).")
        }
        self.change(&limits, value)
    }
}

extension SandboxLimits {
    /// The limits that can be set.
    static let options = [
        LimitOption("max-connections", 1...100_000) { $0.connections = $1 },
        LimitOption("max-subscriptions", 1...100_000) { $0.subscriptions = $1 },
        LimitOption("max-members", 1...100_000) { $0.members = $1 },
        LimitOption("max-event-size", 1...(64 << 10)) { $0.eventData = $1 },
        LimitOption("max-client-events", 1...100_000) { $0.clientEventsPerSecond = $1 },
        LimitOption("max-channels", 1...10_000) { $0.channelsPerRequest = $1 },
        LimitOption("max-batch", 1...10_000) { $0.eventsPerBatch = $1 },
        LimitOption("max-watchlist", 0...100_000) { $0.watchlist = $1 },
        LimitOption("activity-timeout", 1...86_400) { $0.activityTimeout = .seconds($1) },
        LimitOption("pong-timeout", 1...86_400) { $0.pongTimeout = .seconds($1) },
        LimitOption("authorization-time", 1...86_400) { $0.authorizationTime = .seconds($1) },
        LimitOption("cache-time", 1...(86_400 * 7)) { $0.cacheLifetime = .seconds($1) },
    ]
}
