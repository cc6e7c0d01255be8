import ArgumentParser
import Servers

/// The limits of the sandbox, as arguments. By default they are those of the hosted service.
struct SandboxLimitArguments: ParsableArguments {
    @Option(
        name: .customLong("max-connections"),
        help: ArgumentHelp("The maximum number of connections (1000).", valueName: "number"))
    var connections: Int?

    @Option(
        name: .customLong("max-subscriptions"),
        help: ArgumentHelp(
            "The maximum number of channels of one connection (1000).", valueName: "number"))
    var subscriptions: Int?

    @Option(
        name: .customLong("max-members"),
        help: ArgumentHelp("The maximum number of presence members (100).", valueName: "number"))
    var members: Int?

    @Option(
        name: .customLong("max-event-size"),
        help: ArgumentHelp(
            "The maximum size of an event's data (10240).", valueName: "bytes"))
    var eventSize: Int?

    @Option(
        name: .customLong("max-client-events"),
        help: ArgumentHelp(
            "The maximum number of client events per second of one connection (10).",
            valueName: "number"))
    var clientEvents: Int?

    @Option(
        name: .customLong("max-channels"),
        help: ArgumentHelp(
            "The maximum number of channels of one published event (100).", valueName: "number"))
    var channels: Int?

    @Option(
        name: .customLong("max-batch"),
        help: ArgumentHelp(
            "The maximum number of events of one batch (10).", valueName: "number"))
    var batch: Int?

    @Option(
        name: .customLong("max-watchlist"),
        help: ArgumentHelp(
            "The maximum number of users that a user can watch (100).", valueName: "number"))
    var watchlist: Int?

    @Option(
        name: .customLong("activity-timeout"),
        help: ArgumentHelp(
            "Ping clients that are silent for this long, and tell them so (120).",
            valueName: "seconds"))
    var activityTimeout: Int?

    @Option(
        name: .customLong("pong-timeout"),
        help: ArgumentHelp(
            "Close connections that do not answer a ping within this time (30).",
            valueName: "seconds"))
    var pongTimeout: Int?

    @Option(
        name: .customLong("authorization-time"),
        help: ArgumentHelp(
            """
            Close connections that have neither signed in nor subscribed to a private or \
            presence channel within this time (code 4009).
            """, valueName: "seconds"))
    var authorizationTime: Int?

    @Option(
        name: .customLong("cache-time"),
        help: ArgumentHelp(
            "Keep the last event of a cache channel for this long (1800).", valueName: "seconds"))
    var cacheTime: Int?

    func validate() throws {
        var limits = SandboxLimits()
        try self.apply(to: &limits)
    }

    /// Sets the limits that were given.
    ///
    /// - Throws: `ValidationError` if one of them is not allowed.
    func apply(to limits: inout SandboxLimits) throws {
        let values = [
            "max-connections": self.connections, "max-subscriptions": self.subscriptions,
            "max-members": self.members, "max-event-size": self.eventSize,
            "max-client-events": self.clientEvents, "max-channels": self.channels,
            "max-batch": self.batch, "max-watchlist": self.watchlist,
            "activity-timeout": self.activityTimeout, "pong-timeout": self.pongTimeout,
            "authorization-time": self.authorizationTime, "cache-time": self.cacheTime,
        ]
        for option in SandboxLimits.options {
            guard let value = values[option.name] ?? nil else { continue }
            try option.set(value, in: &limits, name: "--\(option.name)")
        }
    }
}
