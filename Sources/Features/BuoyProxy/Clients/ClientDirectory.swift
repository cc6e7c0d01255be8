/// Tells which connections through the proxy belong to the same client.
///
/// A connection names no client, only a library, its version and the app key. A client that
/// connects again is recognised by these and by its IP address. Several clients that are alike,
/// such as the tabs of a browser, are told apart while they are connected at the same time; after
/// all of them have lost their connections, which is which is a guess.
struct ClientDirectory: Sendable {
    /// The client of a new connection.
    struct Assignment: Hashable, Sendable {
        let client: ClientNumber
        /// The client that is forgotten to make room; `nil` for none.
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

    /// Creates an empty directory.
    init() {}

    /// A client connects.
    ///
    /// - Parameters:
    ///   - link: the number of the connection.
    ///   - isSilenced: whether a fault keeps the end of a client's connection from being noticed.
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

    /// A connection has ended.
    mutating func closed(link: Int) {
        guard let client = self.clients.removeValue(forKey: link),
            self.entries[client]?.link == link
        else { return }
        self.ends += 1
        self.entries[client]?.link = nil
        self.entries[client]?.ended = self.ends
    }

    /// Forgets a client, unless it has a connection.
    /// - Returns: whether it is forgotten.
    mutating func forget(_ client: ClientNumber) -> Bool {
        guard let entry = self.entries[client], entry.link == nil else { return false }
        self.entries[client] = nil
        self.alike[entry.identity]?.removeAll { $0 == client }
        if self.alike[entry.identity]?.isEmpty == true { self.alike[entry.identity] = nil }
        return true
    }

    /// The client of an open connection.
    func client(ofLink link: Int) -> ClientNumber? { self.clients[link] }

    /// Forgets the client that has been without a connection for longest, if there are too many.
    private mutating func makeRoom() -> ClientNumber? {
        guard self.entries.count >= Self.limit,
            let oldest = self.entries.filter({ $0.value.link == nil })
                .min(by: { $0.value.ended < $1.value.ended })
        else { return nil }
        return self.forget(oldest.key) ? oldest.key : nil
    }
}
