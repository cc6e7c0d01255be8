import ChannelsPushProtocol

/// What survives a restart: what is wanted, what the server confirmed, and what is still to be
/// said.
struct PushState: Hashable, Sendable {
    /// The URL of the service, as configured.
    var endpoint: String
    var appKey: String
    /// The platform and token that are wanted; `nil` before the first registration is asked for.
    var credentials: PushCredentials?
    /// The client as the server knows it; `nil` while it is not registered.
    var client: RegisteredClient?
    /// The requested interests, in the order of the requests.
    var wanted: [InterestName] = []
    /// The interests that the server confirmed.
    var registered: [InterestName] = []
    /// What has not been confirmed, in order.
    var entries: [PushEntry] = []
    /// What was refused for good, oldest first; at most `rejectionLimit`.
    var rejections: [PushRejection] = []
    /// The number of the last entry.
    var lastNumber = 0

    /// The maximum number of refusals that are remembered.
    static let rejectionLimit = 20
    /// The maximum number of interests of a device. Pusher's "Client API" states none; this
    /// is that of the service's successor, Beams.
    static let interestLimit = 5000

    init(endpoint: String, appKey: String) {
        self.endpoint = endpoint
        self.appKey = appKey
    }
}
