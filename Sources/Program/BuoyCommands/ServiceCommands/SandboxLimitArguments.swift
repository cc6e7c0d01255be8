import ArgumentParser
import BuoyProgramSupport
import BuoyServers
import ChannelsBasics

struct SandboxLimitArguments: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "Change a limit, such as max-members=5 or pong-timeout=5s. May be repeated.",
            valueName: "name=value"))
    var limits: [String] = []

    func validate() throws {
        var limits = SandboxLimits()
        try self.apply(to: &limits)
    }

    func apply(to limits: inout SandboxLimits) throws {
        for argument in self.limits {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--limit must be NAME=VALUE, such as max-members=5.")
            }
            guard let limit = LimitOption.all.first(where: { $0.name == parts[0] }) else {
                let names = LimitOption.all.map(\.name)
                throw ValidationError(
                    "--limit: \(Suggestion.unknown("limit", parts[0], among: names))")
            }
            try limit.set(typed: parts[1], in: &limits)
        }
    }
}

/// A limit that can be set in the arguments and in the file of apps.
struct LimitOption: Sendable {
    /// The name for `--limit`: `max-members`.
    let name: String
    /// A number, or seconds.
    let range: ClosedRange<Int>
    let isTime: Bool
    let help: String
    private let change: @Sendable (inout SandboxLimits, Int) -> Void

    /// The name of the key in the file of apps: `max_members`.
    var fileKey: String { self.name.replacing("-", with: "_") }

    private init(
        _ name: String, _ range: ClosedRange<Int>, isTime: Bool = false, _ help: String,
        _ change: @escaping @Sendable (inout SandboxLimits, Int) -> Void
    ) {
        self.name = name
        self.range = range
        self.isTime = isTime
        self.help = help
        self.change = change
    }

    /// - Parameter value: seconds, if the limit is a time.
    func set(_ value: Int, in limits: inout SandboxLimits, name: String) throws {
        guard self.range.contains(value) else {
            throw ValidationError(
                "\(name) must be between \(self.range.lowerBound) and \(self.range.upperBound).")
        }
        self.change(&limits, value)
    }

    /// Reads `5`, or `5s` for a time.
    fileprivate func set(typed text: String, in limits: inout SandboxLimits) throws {
        let option = "--limit \(self.name)"
        guard self.isTime else {
            guard let number = Int(text) else {
                throw ValidationError("\(option) must be a number, not \"\(text)\".")
            }
            return try self.set(number, in: &limits, name: option)
        }
        let seconds = Duration.seconds(self.range.lowerBound) ... .seconds(self.range.upperBound)
        guard let time = try TypedTime.duration(text, option, in: seconds) else { return }
        self.change(&limits, Int(time.components.seconds))
    }
}

extension LimitOption {
    static let all = [
        Self.connections, .subscriptions, .members, .eventSize, .clientEvents, .channels, .batch,
        .watchlist, .activityTimeout, .pongTimeout, .authorizationTime, .cacheTime,
    ]

    static let connections = LimitOption(
        "max-connections", 1...100_000,
        "The maximum number of connections (default: 1000)."
    ) { $0.connections = $1 }
    static let subscriptions = LimitOption(
        "max-subscriptions", 1...100_000,
        "The maximum number of channels per connection (default: 1000)."
    ) { $0.subscriptions = $1 }
    static let members = LimitOption(
        "max-members", 1...100_000,
        "The maximum number of presence members (default: 100)."
    ) { $0.members = $1 }
    static let eventSize = LimitOption(
        "max-event-size", 1...(64 << 10),
        "The maximum size of an event's data (default: 10240)."
    ) { $0.eventData = $1 }
    static let clientEvents = LimitOption(
        "max-client-events", 1...100_000,
        "The maximum number of client events per second per connection (default: 10)."
    ) { $0.clientEventsPerSecond = $1 }
    static let channels = LimitOption(
        "max-channels", 1...10_000,
        "The maximum number of channels per published event (default: 100)."
    ) { $0.channelsPerRequest = $1 }
    static let batch = LimitOption(
        "max-batch", 1...10_000,
        "The maximum number of events per batch (default: 10)."
    ) { $0.eventsPerBatch = $1 }
    static let watchlist = LimitOption(
        "max-watchlist", 0...100_000,
        "The maximum number of users on a watchlist (default: 100)."
    ) { $0.watchlist = $1 }
    static let activityTimeout = LimitOption(
        "activity-timeout", 1...86_400, isTime: true,
        "Ping clients after this much silence, and announce it to them (default: 2m)."
    ) { $0.activityTimeout = .seconds($1) }
    static let pongTimeout = LimitOption(
        "pong-timeout", 1...86_400, isTime: true,
        "Close connections that do not answer a ping within this time (default: 30s)."
    ) { $0.pongTimeout = .seconds($1) }
    static let authorizationTime = LimitOption(
        "authorization-time", 1...86_400, isTime: true,
        """
        Close connections that have neither signed in nor subscribed to a private or \
        presence channel within this time (code 4009).
        """
    ) { $0.authorizationTime = .seconds($1) }
    static let cacheTime = LimitOption(
        "cache-time", 1...(86_400 * 7), isTime: true,
        "Keep the last event of a cache channel for this long (default: 30m)."
    ) { $0.cacheLifetime = .seconds($1) }
}
