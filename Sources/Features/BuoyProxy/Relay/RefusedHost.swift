/// Refused because of its host: a web page that has rebound its name to this machine (DNS
/// rebinding), or a client that knows this machine by another name.
struct RefusedHost: Hashable, Sendable {
    let peer: String
    /// As the client wrote it. Untrusted text.
    let host: String

    var sentence: String {
        "\(self.peer) was refused because it requested the host \(self.host). If this is your "
            + "client, allow the host with --allow-host."
    }
}
