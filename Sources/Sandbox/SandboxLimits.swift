/// What the sandbox lets clients do: the hosted service's limits (protocol.md, "Names and limits").
package struct SandboxLimits: Hashable, Sendable {
    /// Users of one presence channel.
    package var members = 100
    /// Told to clients; a connection that says nothing for this long is pinged.
    package var activityTimeout = Duration.seconds(120)
    /// How long a ping may stay without any sign of life.
    package var pongTimeout = Duration.seconds(30)
    /// Connections at a time; further ones are refused with 4100.
    package var connections = 1000
    /// Channels that one connection may be subscribed to. The hosted service names no limit; this
    /// one bounds what a flood of subscriptions makes us hold.
    package var subscriptions = 1000
    /// Whether client events are on for the app, as the hosted service lets each app choose.
    package var takesClientEvents = true
    /// Client events of one connection in any one second.
    package var clientEventsPerSecond = 10
    /// Bytes of the data of one event.
    package var eventData = 10_240
    /// Bytes of `channel_data`.
    package var channelData = 1024
    /// Characters of the id of a presence user.
    package var userID = 128
    /// Users whom one signed-in user may watch; further ones are left out, with 4302.
    package var watchlist = 100
    /// Subscribers of a channel who are told each change of the subscription count at once; with
    /// more they are told every `countInterval` at most.
    package var countedAtOnce = 100
    /// See `countedAtOnce`.
    package var countInterval = Duration.seconds(5)
    /// How long a connection may stay without a sign-in and without a subscription that needs an
    /// authorization, before it is closed with 4009: the hosted service's "authorized connections".
    /// `nil`: for ever.
    package var authorizationTime: Duration?
    /// Channels of one `events` request.
    package var channelsPerRequest = 100
    /// Events of one `batch_events` request.
    package var eventsPerBatch = 10
    /// How long a cache channel remembers its last event.
    package var cacheLifetime = Duration.seconds(30 * 60)

    package init() {}
}
