/// A request that was refused because of the host that it is for: of a web page that has rebound
/// its name to this machine (DNS rebinding), or of a client that knows this machine by another
/// name.
package struct RefusedHost: Hashable, Sendable {
    /// The address of the client.
    package let peer: String
    /// The host, as the client wrote it. Untrusted text.
    package let host: String

    /// What happened, and what to do, as a sentence.
    package var sentence: String {
        "\(self.peer) was refused, because it asked for the host \(self.host). "
            + "If it is a client of yours, allow that host with --allow-host."
    }
}
