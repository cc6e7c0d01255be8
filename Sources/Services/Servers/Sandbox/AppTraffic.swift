/// Counts what the connections of an app do.
struct AppTraffic: Sendable {
    /// WebSocket connections that were opened.
    var opened = 0
    /// Connections that were closed because their clients did not read.
    var tooSlow = 0
    /// Messages from clients.
    var received = 0
    /// Messages to clients.
    private(set) var sent = 0
    /// Their size, in bytes, without the heads of frames.
    private(set) var sentBytes = 0

    /// Messages are sent, those of each connection in a list.
    mutating func sent(_ lists: some Sequence<[[UInt8]]>) {
        for messages in lists {
            self.sent += messages.count
            for message in messages { self.sentBytes += message.count }
        }
    }
}
