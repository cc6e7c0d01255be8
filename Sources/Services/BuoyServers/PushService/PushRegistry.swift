import ChannelsPushProtocol

/// The devices that registered with a push service, and their interests. It lives in memory.
struct PushRegistry: Hashable, Sendable {
    struct Client: Hashable, Sendable {
        let id: String
        let appKey: String
        var credentials: PushCredentials
        var interests: [InterestName] = []
    }

    enum Refusal: Error, Hashable, Sendable {
        case unknownClient
        case otherApp
        case tooManyClients(limit: Int)
        case tooManyInterests(limit: Int)
    }

    private(set) var clients: [Client] = []
    private var lastNumber = 0
    /// Makes the ids of one run differ from those of another, so that a device of an earlier run is
    /// not mistaken for one of this run.
    private let run: Int
    private let clientLimit: Int

    /// The limit of Pusher Beams.
    private static let interestLimit = 5000

    init(run: Int, clientLimit: Int = 1000) {
        self.run = run
        self.clientLimit = clientLimit
    }

    /// The same device may register twice, as the service cannot recognise it.
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

    mutating func update(
        _ id: String, _ credentials: PushCredentials
    ) throws(Refusal) -> Client {
        let index = try self.index(of: id)
        self.clients[index].credentials = credentials
        return self.clients[index]
    }

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

    mutating func unsubscribe(
        _ id: String, from name: InterestName, appKey: String
    ) throws(Refusal) {
        let index = try self.index(of: id, appKey: appKey)
        self.clients[index].interests.removeAll { $0 == name }
    }

    mutating func forgetClients() { self.clients = [] }

    func clients(with name: InterestName) -> [Client] {
        self.clients.filter { $0.interests.contains(name) }
    }

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
