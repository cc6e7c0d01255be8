package import ChannelsProtocol

/// The number of a connection to the sandbox; never reused.
package struct ConnectionID: Hashable, Sendable, Comparable {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.number < right.number
    }
}

package enum HubAction: Hashable, Sendable {
    case send(ServerMessage, to: [ConnectionID])
    /// Close a connection with a close frame; the hub has forgotten it already.
    case close(ConnectionID, CloseCode, reason: String)
    case sendRaw([UInt8], to: [ConnectionID])
    /// End the TCP connection without a close frame; the hub has forgotten it already.
    case drop(ConnectionID, SandboxFault.Drop)
    /// Stop responding on a connection; the hub has forgotten it already.
    case silence(ConnectionID)
    /// A client event was passed on; bots on the channel may answer it.
    case overheard(ChannelsEvent)
}
