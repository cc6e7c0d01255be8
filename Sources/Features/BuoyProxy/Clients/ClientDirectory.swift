/// Tells which connections through the proxy belong to the same client.
///
/// A connection names only a library, its version and the app key. A client that reconnects is
/// recognised by these and its IP address. Several alike, such as the tabs of a browser, are
/// told apart only while they are connected at the same time.
struct ClientDirectory: Sendable {
    struct Assignment: Hashable, Sendable {
        let client: ClientNumber
        let forgotten: ClientNumber?
    }

    private struct Entry {
        let identity: ProxiedRequest.Identity
        var link: Int?
        /// When its last connection ended, as a count of ends.
        var ended = 0
    }

    /// The maximum number of clients that are remembered. One with a connection is never forgotten.
    static let limit = 500

    private var entries: [ClientNumber: Entry] = [:]
    private var alike: [ProxiedRequest.Identity: [ClientNumber]] = [:]
    private var clients: [Int: ClientNumber] = [:]
    private var last = 0
    private var ends = 0

    /// - Parameter isSilenced: whether a fault hides the end of the client's last connection.
    mutating func opened(
        _ request: ProxiedRequest, link: Int, isSilenced: (ClientNumber) -> Bool = { _ in false }
    ) -> Assignment {
        let identity = request.identity
        let known = self.alike[identity] ?? []
        let idle = known.filter { self.entries[$0]?.link == nil }
            .min { (self.entries[$0]?.ended ?? 0) < (self.entries[$1]?.ended ?? 0) }
        if let client = idle ?? known.first(where: isSilenced) {
            self.clients[link] = client
            self.entries[client]?.link = link
            return Assignment(client: client, forgotten: nil)
        }
        let forgotten = self.makeRoom()
        self.last += 1
        let client = ClientNumber(self.last)
        self.entries[client] = Entry(identity: identity, link: link)
        self.alike[identity, default: []].append(client)
        self.clients[link] = client
        return Assignment(client: client, forgotten: forgotten)
    }

    mutating func closed(link: Int) {
        guard let client = self.clients.removeValue(forKey: link),
            self.entries[client]?.link == link
        else { return }
        self.ends += 1
        self.entries[client]?.link = nil
        self.entries[client]?.ended = self.ends
    }

    mutating func forget(_ client: ClientNumber) -> Bool {
        guard let entry = self.entries[client], entry.link == nil else { return false }
        self.entries[client] = nil
        self.alike[entry.identity]?.removeAll { $0 == client }
        if self.alike[entry.identity]?.isEmpty == true { self.alike[entry.identity] = nil }
        return true
    }

    func client(ofLink link: Int) -> ClientNumber? { self.clients[link] }

    private mutating func makeRoom() -> ClientNumber? {
        guard self.entries.count >= Self.limit,
            let oldest = self.entries.filter({ $0.value.link == nil })
                .min(by: { $0.value.ended < $1.value.ended })
        else { return nil }
        return self.forget(oldest.key) ? oldest.key : nil
    }
}
