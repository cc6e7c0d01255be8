public import ChannelsProtocol
public import ChannelsSigning

/// How a user is signed in.
public enum UserAuthMethod: Sendable {
    /// No sign-in.
    case none
    /// By a request to the application's server.
    case endpoint(AuthEndpoint)
    /// By a request to the application's server that the program builds. The response is read like
    /// an endpoint's. Called for every attempt. Throws if no request can be built, and must return
    /// when its task is cancelled.
    case requestBuilder(@Sendable (SocketID) async throws -> AuthHTTPRequest)
    /// By your own code. Throws to refuse, and must return when its task is cancelled.
    case authorizer(@Sendable (SocketID) async throws -> UserAuthentication)
    /// By signing in the client, for tools that have the app secret.
    case inline(secret: AppSecret, user: UserData)
}

/// Builds the request for a user's authentication. Called for every attempt; it throws if no
/// request can be built, and must return when its task is cancelled.
typealias UserAuthRequestBuilder = @Sendable (SocketID) async throws -> AuthHTTPRequest

/// Returns the authentication of the user for a connection, or throws if there isn't one. It must
/// return when its task is cancelled.
typealias UserAuthorizer = @Sendable (SocketID) async throws -> UserAuthentication

extension UserAuthMethod {
    /// A warning before secrets are sent with this method; `nil` if there isn't one. See
    /// `AuthEndpoint.unencryptedSecrets(usesTLS:)`.
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}
