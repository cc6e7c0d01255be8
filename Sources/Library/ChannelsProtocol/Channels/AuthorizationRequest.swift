/// A request for an authorization. The executor answers each exactly once, even when the answer
/// comes too late to be of use: the machine counts how many are running.
package struct AuthorizationRequest: Hashable, Sendable {
    package var channel: ChannelName
    /// The connection that the signature is for.
    package var socketID: SocketID
    /// Counted from 1 for each purpose; never reused.
    package var number: Int
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        /// The signature of a subscription.
        case subscription
        /// A new key for an encrypted channel, because the current one decrypted nothing.
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
