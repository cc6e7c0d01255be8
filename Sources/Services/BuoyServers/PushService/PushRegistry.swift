import ChannelsPushProtocol

/// The devices that registered with a push service, and their interests. It lives in memory.
struct PushRegistry: Hashable, Sendable {
    /// A registered device.
    struct Client: Hashable, Sendable {
        /// The id that the service gave it.
        let id: String
        /// The key of its application.
        let appKey: String
        var credentials: PushCredentials
        /// Its interests, in the order of their subscription.
        var interests: [InterestName] = []
    }

    /// Why something was not done.
    enum Refusal: Error, Hashable, Sendable {
        case unknownClient
        /// The client belongs to another application.
        case otherApp
        /// The maximum number of clients has been reached.
        case tooManyClients(limit: Int)
        /// The client has the maximum number of interests.
        case tooManyInterests(limit: Int)
    }

    /// The clients, in the order of their registration.
    private(set) var clients: [Client] = []
    private var lastNumber = 0
    /// Makes the ids of one run differ from those of another, so that a device of an earlier run is
    /// not mistaken for one of this run.
    private let run: Int
    private let clientLimit: Int

    /// The maximum number of interests of a client: that of Pusher Beams.
    private static let interestLimit = 5000

    /// - Parameters:
    ///   - run: a random number of six digits.
    ///   - clientLimit: the maximum number of clients; it bounds the memory.
    init(run: Int, clientLimit: Int = 1000) {
        self.run = run
        self.clientLimit = clientLimit
    }

    /// Registers a device. The same device may register twice, as the service cannot recognise it.
    ///
    /// - Returns: the client with its new id, which is a number as text (Pusher's "Client API").
    mutating func register(
        _ credentials: PushCredentials, appKey: String
    ) throws(Refusal) -> Client {
        guard self.clients.count < self.clientLimit else {
            throw .tooManyClients(limit: self.clientLimit)
        }
        self.lastNumber += 1
        let digits = String(self.lastNumber)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        let client = Client(
            id: "\(self.run)\(zeros)\(digits)", appKey: appKey, credentials: credentials)
        self.clients.append(client)
        return client
    }

    /// Updates the token of a client.
    mutating func update(
        _ id: String, _ credentials: PushCredentials
    ) throws(Refusal) -> Client {
        let index = try self.index(of: id)
        self.clients[index].credentials = credentials
        return self.clients[index]
    }

    /// Subscribes a client to an interest; a second time changes nothing.
    mutating func subscribe(
        _ id: String, to name: InterestName, appKey: String
    ) throws(Refusal) {
        let index = try self.index(of: id, appKey: appKey)
        guard !self.clients[index].interests.contains(name) else { return }
        guard self.clients[index].interests.count < Self.interestLimit else {
            throw .tooManyInterests(limit: Self.interestLimit)
        }
        self.clients[index].interests.append(name)
    }

    /// Ends a subscription of a client; without one, nothing changes.
    mutating func unsubscribe(
        _ id: String, from name: InterestName, appKey: String
    ) throws(Refusal) {
        let index = try self.index(of: id, appKey: appKey)
        self.clients[index].interests.removeAll { $0 == name }
    }

    /// Forgets every client, as a restart would.
    mutating func forgetClients() { self.clients = [] }

    /// The clients that a notification for an interest would reach.
    func clients(with name: InterestName) -> [Client] {
        self.clients.filter { $0.interests.contains(name) }
    }

    /// Each interest that a client has, with the number of clients, in the order of the names.
    var interests: [(name: InterestName, count: Int)] {
        var counts: [InterestName: Int] = [:]
        for name in self.clients.lazy.flatMap(\.interests) { counts[name, default: 0] += 1 }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func index(of id: String, appKey: String? = nil) throws(Refusal) -> Int {
        guard let index = self.clients.firstIndex(where: { $0.id == id }) else {
            throw .unknownClient
        }
        guard appKey == nil || self.clients[index].appKey == appKey else { throw .otherApp }
        return index
    }
}
