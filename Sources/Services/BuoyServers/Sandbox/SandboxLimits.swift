package import ChannelsTransport

/// The limits for clients, which are those of the hosted service (docs/protocol.md, "Limits").
package struct SandboxLimits: Hashable, Sendable {
    /// The maximum number of users of one presence channel.
    package var members = 100
    /// Sent to clients. A connection that sends nothing for this long is pinged.
    package var activityTimeout = Duration.seconds(120)
    package var pongTimeout = Duration.seconds(30)
    /// Further connections are refused with 4100.
    package var connections = 1000
    /// The maximum number of bytes that wait for one client, which is then closed with 4100 as too
    /// slow. The system's buffers are not counted.
    var unreadBytes = 1 << 20
    /// The maximum number of subscriptions of one connection. The hosted service names no limit;
    /// this one bounds the memory that a flood of subscriptions uses.
    package var subscriptions = 1000
    package var takesClientEvents = true
    /// For each connection.
    package var clientEventsPerSecond = 10
    /// The maximum size of the data of one event, in bytes.
    package var eventData = 10_240
    /// In bytes.
    var channelData = 1024
    /// In characters.
    var userID = 128
    /// How many users one signed-in user may watch; further ones are left out, with 4302.
    package var watchlist = 100
    /// Up to this number of subscribers, each change of the subscription count is sent at once;
    /// with more, at most every `countInterval`.
    var countedAtOnce = 100
    var countInterval = Duration.seconds(5)
    /// How long a connection may stay open without a sign-in or an authorized subscription before
    /// it is closed with 4009: the hosted service's "authorized connections"; `nil` for no limit.
    package var authorizationTime: Duration?
    package var channelsPerRequest = 100
    package var eventsPerBatch = 10
    package var cacheLifetime = Duration.seconds(30 * 60)
    /// The handshakes of the whole server, of which the app whose limits these are is the main one;
    /// `nil` for as many as come.
    package var pace: HandshakePace?

    package init() {}
}
