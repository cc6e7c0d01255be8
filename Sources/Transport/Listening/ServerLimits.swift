/// What a client may cost a listening end.
struct ServerLimits: Sendable {
    /// Connections at the same time. A further one takes the place of the one that has waited longest
    /// for a request, or is closed at once when none waits.
    var connections = 2_048
    /// The longest request body, in bytes.
    var bodyBytes = 256 * 1024
    /// From the opening of a connection, or the last answer on it, to the end of the next head; TLS
    /// included.
    var headTime = Duration.seconds(10)
    /// From the end of a head to the end of the body, and from an answer until the client takes it.
    var bodyTime = Duration.seconds(30)
    /// What a client may send ahead while its last request is being answered, in bytes.
    var pipelinedBytes = 64 * 1024
    var webSocket: WebSocketLimits
}
