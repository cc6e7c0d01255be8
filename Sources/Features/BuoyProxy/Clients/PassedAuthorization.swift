import ChannelsProtocol

/// A request for an authorization that has passed through the proxy.
struct PassedAuthorization: Hashable, Sendable {
    /// The connection that the signature is for, which tells whose request it is.
    let socketID: SocketID
    /// The channel; `nil` for a sign-in.
    let channel: ChannelName?
    /// The answer; `nil` while it is awaited.
    var answer: Answer?

    /// What an endpoint has answered.
    struct Answer: Hashable, Sendable {
        /// The HTTP status; `nil` if the connection ended without one.
        let status: Int?
        /// From the request to the answer.
        let duration: Duration

        /// Whether it grants what was asked for; clients look at nothing but the status.
        var isGranted: Bool { self.status.map { (200...201).contains($0) } ?? false }
    }
}
