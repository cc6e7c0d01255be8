/// The resources that clients may use on a server.
struct ServerLimits: Sendable {
    /// The number of simultaneous connections. A further one replaces the one that has waited
    /// longest, or is closed at once if none waits. Fewer if the descriptors do not suffice.
    var connections = 2_048
    /// The maximum size of a request body, in bytes.
    var bodyBytes = 256 * 1024
    /// The size of what the requests of all connections take in memory, in bytes.
    var requestBytes = 32 << 20
    /// The time from the opening of a connection, or from the last response, to the end of the next
    /// head, including TLS.
    var headTime = Duration.seconds(10)
    /// The time from the end of a head to the end of the body, and for the client to receive a
    /// response.
    var bodyTime = Duration.seconds(30)
    /// The time in which so much of a body must arrive as `BodyPace` demands.
    var paceTime = BodyPace.window
    /// The size of requests that a client may send before its last request is answered, in bytes.
    var pipelinedBytes = 64 * 1024
    var webSocket: WebSocketLimits
}
