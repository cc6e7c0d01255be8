public import ChannelsProtocol
public import ChannelsSigning

/// How a user is signed in.
public enum UserAuthMethod: Sendable {
    /// Not at all.
    case none
    /// By asking the application's server.
    case endpoint(AuthEndpoint)
    /// By asking the application's server with a request that the program makes itself; the answer
    /// is read as that of an endpoint.
    case requestBuilder(UserAuthRequestBuilder)
    /// By asking the program itself.
    case authorizer(UserAuthorizer)
    /// By signing here: for tools that hold the app's secret.
    case inline(secret: AppSecret, user: UserData)
}

/// Makes the request for a user's authentication. It is called for every attempt, and ends with an
/// error when there is nothing to ask with. When its task is cancelled it has to end.
public typealias UserAuthRequestBuilder = @Sendable (SocketID) async throws -> AuthHTTPRequest

/// Gets the authentication of the user for a connection, or throws why there is none. When its task
/// is cancelled it has to end.
public typealias UserAuthorizer = @Sendable (SocketID) async throws -> UserAuthentication

extension UserAuthMethod {
    /// What a person should know before secrets are sent with this method; `nil` when there is
    /// nothing to say. See `AuthEndpoint.exposure(usesTLS:)`.
    public func exposure(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.exposure(usesTLS: usesTLS)
    }
}
