import ArgumentParser
import ProgramSupport
import Scripts
import Servers

/// The limits of the sandbox, as arguments. By default they are those of the hosted service.
struct SandboxLimitArguments: ParsableArguments {
    @Option(.connections) var connections: Int?

    @Option(.subscriptions) var subscriptions: Int?

    @Option(.members) var members: Int?

    @Option(.eventSize) var eventSize: Int?

    @Option(.clientEvents) var clientEvents: Int?

    @Option(.channels) var channels: Int?

    @Option(.batch) var batch: Int?

    @Option(.watchlist) var watchlist: Int?

    @Option(.activityTimeout) var activityTimeout: Int?

    @Option(.pongTimeout) var pongTimeout: Int?

    @Option(.authorizationTime) var authorizationTime: Int?

    @Option(.cacheTime) var cacheTime: Int?

    func validate() throws {
        var limits = SandboxLimits()
        try self.apply(to: &limits)
    }

    /// Sets the limits that were given.
    ///
    /// - Throws: `ValidationError` if one of them is not allowed.
    func apply(to limits: inout SandboxLimits) throws {
        for limit in LimitOption.all {
            guard let value = limit.value(self) else { continue }
            try limit.set(value, in: &limits, name: limit.option.argument)
        }
    }
}

/// A limit of the sandbox that can be set, in the arguments and in the file of apps.
struct LimitOption: Sendable {
    /// The option: `--max-members`.
    let option: SettingOption
    /// The allowed values.
    let range: ClosedRange<Int>
    /// The value in the arguments; `nil` if it was not given.
    let value: @Sendable (SandboxLimitArguments) -> Int?
    private let change: @Sendable (inout SandboxLimits, Int) -> Void

    /// The name of the key in the file of apps: `max_members`.
    var fileKey: String { self.option.name.replacing("-", with: "_") }

    private init(
        _ name: String, _ path: any KeyPath<SandboxLimitArguments, Int?> & Sendable,
        _ range: ClosedRange<Int>, _ valueName: String, _ help: String,
        _ change: @escaping @Sendable (inout SandboxLimits, Int) -> Void
    ) {
        self.option = SettingOption(name, .text(valueName), help, variable: .absent)
        self.range = range
        self.value = { $0[keyPath: path] }
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

extension LimitOption {
    /// All limits, in the order of the help.
    static let all = [
        Self.connections, .subscriptions, .members, .eventSize, .clientEvents, .channels, .batch,
        .watchlist, .activityTimeout, .pongTimeout, .authorizationTime, .cacheTime,
    ]

    static let connections = LimitOption(
        "max-connections", \.connections, 1...100_000, "number",
        "The maximum number of connections (1000)."
    ) { $0.connections = $1 }
    static let subscriptions = LimitOption(
        "max-subscriptions", \.subscriptions, 1...100_000, "number",
        "The maximum number of channels of one connection (1000)."
    ) { $0.subscriptions = $1 }
    static let members = LimitOption(
        "max-members", \.members, 1...100_000, "number",
        "The maximum number of presence members (100)."
    ) { $0.members = $1 }
    static let eventSize = LimitOption(
        "max-event-size", \.eventSize, 1...(64 << 10), "bytes",
        "The maximum size of an event's data (10240)."
    ) { $0.eventData = $1 }
    static let clientEvents = LimitOption(
        "max-client-events", \.clientEvents, 1...100_000, "number",
        "The maximum number of client events per second of one connection (10)."
    ) { $0.clientEventsPerSecond = $1 }
    static let channels = LimitOption(
        "max-channels", \.channels, 1...10_000, "number",
        "The maximum number of channels of one published event (100)."
    ) { $0.channelsPerRequest = $1 }
    static let batch = LimitOption(
        "max-batch", \.batch, 1...10_000, "number",
        "The maximum number of events of one batch (10)."
    ) { $0.eventsPerBatch = $1 }
    static let watchlist = LimitOption(
        "max-watchlist", \.watchlist, 0...100_000, "number",
        "The maximum number of users that a user can watch (100)."
    ) { $0.watchlist = $1 }
    static let activityTimeout = LimitOption(
        "activity-timeout", \.activityTimeout, 1...86_400, "seconds",
        "Ping clients that are silent for this long, and tell them so (120)."
    ) { $0.activityTimeout = .seconds($1) }
    static let pongTimeout = LimitOption(
        "pong-timeout", \.pongTimeout, 1...86_400, "seconds",
        "Close connections that do not answer a ping within this time (30)."
    ) { $0.pongTimeout = .seconds($1) }
    static let authorizationTime = LimitOption(
        "authorization-time", \.authorizationTime, 1...86_400, "seconds",
        """
        Close connections that have neither signed in nor subscribed to a private or \
        presence channel within this time (code 4009).
        """
    ) { $0.authorizationTime = .seconds($1) }
    static let cacheTime = LimitOption(
        "cache-time", \.cacheTime, 1...(86_400 * 7), "seconds",
        "Keep the last event of a cache channel for this long (1800)."
    ) { $0.cacheLifetime = .seconds($1) }
}

extension Option where Value == Int? {
    /// The option of a limit.
    fileprivate init(_ limit: LimitOption) { self.init(limit.option) }
}
