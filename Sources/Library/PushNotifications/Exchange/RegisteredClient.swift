import PushProtocol

/// A client with the id that the server gave it.
struct RegisteredClient: Hashable, Sendable {
    var id: String
    /// The platform and token that the server confirmed last.
    var credentials: PushCredentials

    /// The maximum length of an id, in bytes. Ids of the service are numbers.
    static let idLimit = 256
}
