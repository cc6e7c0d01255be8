import ArgumentParser
import BuoyProgramSupport
import BuoyServers
import ChannelsTransport

struct SandboxLimitArguments: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            """
            Change a limit, such as max-members=5 or client-events=off. May be repeated, and takes \
            several with commas between them.
            """, valueName: "name=value"))
    var limits: [String] = []

    func validate() throws {
        var application = SandboxApplication()
        try self.apply(to: &application)
    }

    func apply(to application: inout SandboxApplication) throws {
        try LimitOption.apply(self.limits, of: "--limit", SandboxLimit.all, to: &application)
    }
}

/// The limits that can be set in the arguments; those of apps, also in the file of apps.
enum SandboxLimit {
    static let all = Self.ofApps + SandboxPaceLimit.all

    static let ofApps = Self.numbers + Self.times + Self.flags

    /// The name of a limit's key in the file of apps: `max_members`.
    static func fileKey(_ name: String) -> String { name.replacing("-", with: "_") }

    private static let numbers: [LimitOption<SandboxApplication>] = [
        .number(
            "max-connections", 1...100_000,
            "The maximum number of connections (default: 1000)."
        ) { $0.limits.connections = $1 },
        .number(
            "max-subscriptions", 1...100_000,
            "The maximum number of channels per connection (default: 1000)."
        ) { $0.limits.subscriptions = $1 },
        .number(
            "max-members", 1...100_000,
            "The maximum number of presence members (default: 100)."
        ) { $0.limits.members = $1 },
        .number(
            "max-event-size", 1...(64 << 10),
            "The maximum size of an event's data (default: 10240)."
        ) { $0.limits.eventData = $1 },
        .number(
            "max-client-events", 1...100_000,
            "The maximum number of client events per second per connection (default: 10)."
        ) { $0.limits.clientEventsPerSecond = $1 },
        .number(
            "max-channels", 1...10_000,
            "The maximum number of channels per published event (default: 100)."
        ) { $0.limits.channelsPerRequest = $1 },
        .number(
            "max-batch", 1...10_000,
            "The maximum number of events per batch (default: 10)."
        ) { $0.limits.eventsPerBatch = $1 },
        .number(
            "max-watchlist", 0...100_000,
            "The maximum number of users on a watchlist (default: 100)."
        ) { $0.limits.watchlist = $1 },
        .number(
            "webhook-batch", 1...1000,
            "The maximum number of events per webhook (default: 10)."
        ) { $0.webhookOptions.batchLimit = $1 },
    ]

    private static let day = Duration.seconds(86_400)

    private static let times: [LimitOption<SandboxApplication>] = [
        .time(
            "webhook-batch-time", .zero ... .seconds(60),
            "Let an event wait this long to be sent with others (default: 0s)."
        ) { $0.webhookOptions.batchTime = $1 },
        .time(
            "activity-timeout", .seconds(1)...Self.day,
            "Ping clients after this much silence, and announce it to them (default: 2m)."
        ) { $0.limits.activityTimeout = $1 },
        .time(
            "pong-timeout", .seconds(1)...Self.day,
            "Close connections that do not answer a ping within this time (default: 30s)."
        ) { $0.limits.pongTimeout = $1 },
        .time(
            "authorization-time", .seconds(1)...Self.day,
            """
            Close connections that have neither signed in nor subscribed to a private or \
            presence channel within this time (code 4009).
            """
        ) { $0.limits.authorizationTime = $1 },
        .time(
            "cache-time", .seconds(1)...(Self.day * 7),
            "Keep the last event of a cache channel for this long (default: 30m)."
        ) { $0.limits.cacheLifetime = $1 },
    ]

    private static let flags: [LimitOption<SandboxApplication>] = [
        .flag("client-events", "Accept client events (default: on).") {
            $0.limits.takesClientEvents = $1
        },
        .flag("subscription-counts", "Send subscription counts (default: on).") {
            $0.countsSubscriptions = $1
        },
    ]
}

/// The handshakes of the whole sandbox, in the words of `buoy lab --capacity`.
private enum SandboxPaceLimit {
    static let all: [LimitOption<SandboxApplication>] = [
        .rate(
            "handshakes", 0.01...1_000_000,
            "Make at most this many handshakes, as a server does that buoy lab simulates."
        ) { app, rate in Self.change(&app) { $0.perSecond = rate } },
        .number(
            "queue", 0...1_000_000,
            "The number of accepted connections that wait for a handshake (default: 0)."
        ) { app, count in Self.change(&app) { $0.queue = count } },
        .number(
            "backlog", 0...65_535,
            "The number of connections that wait in the kernel, which ignores more (default: 511)."
        ) { app, count in Self.change(&app) { $0.backlog = count } },
    ]

    private static func change(
        _ app: inout SandboxApplication, _ change: (inout HandshakePace) -> Void
    ) {
        var pace = app.limits.pace ?? HandshakePace(perSecond: 1_000_000)
        change(&pace)
        app.limits.pace = pace
    }
}
