public import ChannelsProtocol
public import ChannelsSigning

/// How a user is authenticated for `signIn()`. Set it once, in
/// ``ChannelsOptions/userAuthentication``; the client uses it again on each connection.
@nonexhaustive
public enum UserAuthMethod: Sendable {
    /// No authentication: every sign-in fails, with an error that says so.
    case none
    /// By a request to the application's server, with `socket_id` and the endpoint's
    /// parameters.
    case endpoint(AuthEndpoint)
    /// By a request to the application's server that the program builds. The response is read like
    /// an endpoint's. Called for every attempt. Throws if no request can be built, and must return
    /// when its task is cancelled.
    case requestBuilder(@Sendable (SocketID) async throws -> AuthHTTPRequest)
    /// By your own code, such as a request with your own HTTP client, whose response
    /// `UserAuthentication(responseBody:)` reads. Throws to refuse, for example an
    /// `AuthorizationFailure`, which can also say that asking again may help; the error is kept as
    /// `underlyingError`. Must return when its task is cancelled.
    case authorizer(@Sendable (SocketID) async throws -> UserAuthentication)
    /// By signing in the client, for tools and tests that have the app secret. Never ship the
    /// secret in an app.
    case inline(secret: AppSecret, user: UserData)
}

/// Must return when its task is cancelled.
typealias UserAuthorizer = @Sendable (SocketID) async throws -> UserAuthentication

extension UserAuthMethod {
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}
