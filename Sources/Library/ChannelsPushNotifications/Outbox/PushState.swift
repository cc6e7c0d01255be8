import ChannelsPushProtocol

/// What survives a restart: what is requested, what the server confirmed, and what is still to be
/// sent.
struct PushState: Hashable, Sendable {
    var endpoint: String
    var appKey: String
    var credentials: PushCredentials?
    var client: RegisteredClient?
    /// In the order of the requests.
    var requested: [InterestName] = []
    var registered: [InterestName] = []
    var entries: [PushEntry] = []
    var rejections: [PushRejection] = []
    var lastNumber = 0

    static let rejectionLimit = 20
    /// Pusher's "Client API" states none; this is that of its successor, Beams.
    static let interestLimit = 5000

    init(endpoint: String, appKey: String) {
        self.endpoint = endpoint
        self.appKey = appKey
    }
}
