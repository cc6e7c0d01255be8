/// The executor answers each exactly once, even too late: the machine counts them.
package struct AuthorizationRequest: Hashable, Sendable {
    package var channel: ChannelName
    package var socketID: SocketID
    /// Counted from 1 for each purpose; never reused.
    package var number: Int
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        case subscription
        /// The current key of an encrypted channel decrypted nothing.
        case newKey
    }

    package init(
        channel: ChannelName, socketID: SocketID, number: Int, purpose: Purpose = .subscription
    ) {
        self.channel = channel
        self.socketID = socketID
        self.number = number
        self.purpose = purpose
    }
}
