import ChannelsProtocol

struct PassedAuthorization: Hashable, Sendable {
    /// The connection that the signature is for, which tells whose request it is.
    let socketID: SocketID
    let channel: ChannelName?
    var answer: Answer?

    struct Answer: Hashable, Sendable {
        /// `nil` if the connection ended without an answer.
        let status: Int?
        let duration: Duration

        /// Whether it grants what was requested; clients look at nothing but the status.
        var isGranted: Bool { self.status.map { (200...201).contains($0) } ?? false }
    }
}
