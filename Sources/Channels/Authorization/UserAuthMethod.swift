public import ChannelsProtocol
public import ChannelsSigning

/// How a user is signed in.
public enum UserAuthMethod: Sendable {
    /// Not at all.
    case none
    /// By asking the application's server.
    case endpoint(AuthEndpoint)
    /// By asking the application's server with a request that the program builds. The answer is
    /// read like that of an endpoint. Called for every attempt; it throws if no request can be
    /// built, and returns when its task is cancelled.
    case requestBuilder(@Sendable (SocketID) async throws -> AuthHTTPRequest)
    /// By asking the program itself, which throws if there is no authentication, and returns when
    /// its task is cancelled.
    case authorizer(@Sendable (SocketID) async throws -> UserAuthentication)
    /// By signing in the client, for tools that have the app's secret.
    case inline(secret: AppSecret, user: UserData)
}

/// Makes the request for a user's authentication. It is called for every attempt, and ends with an
/// error when there is nothing to ask with. When its task is cancelled it has to end.
package typealias UserAuthRequestBuilder = @Sendable (SocketID) async throws -> AuthHTTPRequest

/// Gets the authentication of the user for a connection, or throws why there is none. When its task
/// is cancelled it has to end.
package typealias UserAuthorizer = @Sendable (SocketID) async throws -> UserAuthentication

extension UserAuthMethod {
    /// What a person should know before secrets are sent with this method; `nil` when there is
    /// nothing to say. See `AuthEndpoint.unencryptedSecrets(usesTLS:)`.
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}

/// The user who signs in.
public struct UserData: Hashable, Sendable {
    /// Not empty; the characters of channel names, at most 200 (protocol.md, "Limits").
    package var id: UserID
    /// What the application knows about the user: any JSON object.
    package var info: JSON?
    /// The users whose coming and going is reported. A server uses the first
    /// `watchlistLimit` of them and reports error 4302 when there are more.
    package var watchlist: [UserID]

    /// How many users can be watched (protocol.md, "Watchlist").
    package static let watchlistLimit = 100

    public init(id: UserID, info: JSON? = nil, watchlist: [UserID] = []) {
        self.id = id
        self.info = info
        self.watchlist = watchlist
    }

    /// The text that is signed and sent as `user_data`.
    package var text: String {
        var object = [JSONObject.Member(key: "id", value: .string(self.id.text))]
        if let info = self.info { object.append(JSONObject.Member(key: "user_info", value: info)) }
        if !self.watchlist.isEmpty {
            let ids = self.watchlist.map { JSON.string($0.text) }
            object.append(JSONObject.Member(key: "watchlist", value: .array(ids)))
        }
        return JSON.object(JSONObject(object)).compactText
    }
}
