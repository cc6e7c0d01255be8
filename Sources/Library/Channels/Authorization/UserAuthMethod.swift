public import ChannelsProtocol
public import ChannelsSigning

/// How a user is signed in.
public enum UserAuthMethod: Sendable {
    /// No sign-in.
    case none
    /// By a request to the application's server.
    case endpoint(AuthEndpoint)
    /// By a request to the application's server that the program builds. The response is read like
    /// that of an endpoint. Called for every attempt; it throws if no request can be built, and
    /// must return when its task is cancelled.
    case requestBuilder(@Sendable (SocketID) async throws -> AuthHTTPRequest)
    /// By the program itself. It throws if there is no authentication, and must return when its
    /// task is cancelled.
    case authorizer(@Sendable (SocketID) async throws -> UserAuthentication)
    /// By signing in the client, for tools that have the app secret.
    case inline(secret: AppSecret, user: UserData)
}

/// Builds the request for a user's authentication. Called for every attempt; it throws if no
/// request can be built, and must return when its task is cancelled.
package typealias UserAuthRequestBuilder = @Sendable (SocketID) async throws -> AuthHTTPRequest

/// Returns the authentication of the user for a connection, or throws if there is none. It must
/// return when its task is cancelled.
package typealias UserAuthorizer = @Sendable (SocketID) async throws -> UserAuthentication

extension UserAuthMethod {
    /// A warning before secrets are sent with this method; `nil` if there is none. See
    /// `AuthEndpoint.unencryptedSecrets(usesTLS:)`.
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}

/// The user who signs in.
public struct UserData: Hashable, Sendable {
    /// A non-empty id of at most 200 of the characters of channel names.
    public var id: UserID
    /// What the application knows about the user: any JSON object.
    public var info: JSONValue?
    /// The users whose status is reported. A server uses the first 100 of them, and reports error
    /// 4302 if there are more.
    public var watchlist: [UserID]

    /// The maximum number of watched users.
    package static let watchlistLimit = 100

    /// A user, with what the application knows.
    /// - Parameters:
    ///   - id: a non-empty id of at most 200 characters.
    ///   - info: any JSON object; `nil` for none.
    ///   - watchlist: the users whose status is reported, at most 100.
    public init(
        id: some UserIDConvertible, info: JSONValue? = nil, watchlist: [UserID] = []
    ) {
        self.id = id.userID
        self.info = info
        self.watchlist = watchlist
    }

    /// The text that is signed and sent as `user_data`.
    package var text: String {
        var object = [JSONValue.Object.Member(key: "id", value: .string(self.id.text))]
        if let info = self.info {
            object.append(JSONValue.Object.Member(key: "user_info", value: info))
        }
        if !self.watchlist.isEmpty {
            let ids = self.watchlist.map { JSONValue.string($0.text) }
            object.append(JSONValue.Object.Member(key: "watchlist", value: .array(ids)))
        }
        return JSONValue.object(JSONValue.Object(object)).compactText
    }
}
