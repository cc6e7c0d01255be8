/// The limits for clients, which are those of the hosted service (docs/protocol.md, "Limits").
package struct SandboxLimits: Hashable, Sendable {
    /// The maximum number of users of one presence channel.
    package var members = 100
    /// The activity timeout sent to clients. A connection that sends nothing for this long is
    /// pinged.
    package var activityTimeout = Duration.seconds(120)
    /// How long a ping may stay unanswered.
    package var pongTimeout = Duration.seconds(30)
    /// The maximum number of simultaneous connections; further ones are refused with 4100.
    package var connections = 1000
    /// The maximum number of bytes that wait for one client; with more it is closed with 4100, as
    /// too slow. Strings that wait for many clients are in memory once. The system's buffers are
    /// not counted.
    var unreadBytes = 1 << 20
    /// The maximum number of subscriptions of one connection. The hosted service names no limit;
    /// this one bounds the memory that a flood of subscriptions uses.
    package var subscriptions = 1000
    /// Whether client events are enabled for the app, which the hosted service lets each app
    /// choose.
    package var takesClientEvents = true
    /// The maximum number of client events per second on one connection.
    package var clientEventsPerSecond = 10
    /// The maximum size of the data of one event, in bytes.
    package var eventData = 10_240
    /// The maximum size of `channel_data`, in bytes.
    var channelData = 1024
    /// The maximum length of the id of a presence user, in characters.
    var userID = 128
    /// The maximum number of users that one signed-in user may watch; further ones are left out,
    /// with 4302.
    package var watchlist = 100
    /// Up to this number of subscribers, each change of the subscription count is sent at once;
    /// with more, at most every `countInterval`.
    var countedAtOnce = 100
    /// See `countedAtOnce`.
    var countInterval = Duration.seconds(5)
    /// How long a connection may stay open without a sign-in or an authorized subscription before
    /// it is closed with 4009: the hosted service's "authorized connections"; `nil` for no limit.
    package var authorizationTime: Duration?
    /// The maximum number of channels in one `events` request.
    package var channelsPerRequest = 100
    /// The maximum number of events in one `batch_events` request.
    package var eventsPerBatch = 10
    /// How long a cache channel keeps its last event.
    package var cacheLifetime = Duration.seconds(30 * 60)

    package init() {}
}
