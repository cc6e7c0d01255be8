/// A request that was refused because of the host that it is for: of a web page that has rebound
/// its name to this machine (DNS rebinding), or of a client that knows this machine by another
/// name.
struct RefusedHost: Hashable, Sendable {
    /// The address of the client.
    let peer: String
    /// The host, as the client wrote it. Untrusted text.
    let host: String

    /// What happened, and what to do, as a sentence.
    var sentence: String {
        "\(self.peer) was refused because it requested the host \(self.host). If this is your "
            + "client, allow the host with --allow-host."
    }
}
