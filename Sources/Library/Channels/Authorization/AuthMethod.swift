public import ChannelsProtocol
public import ChannelsSigning

/// How private, presence and encrypted channels are authorized. Set it once, in
/// ``ChannelsOptions/authMethod``; the client uses it for every subscription, and again on
/// each connection. `.endpoint` is the usual choice.
@nonexhaustive
public enum AuthMethod: Sendable {
    /// No authorization. Only public channels can be subscribed; others fail with an error that
    /// says so.
    case none
    /// By a request to the application's server, which has the app secret. The usual choice.
    case endpoint(AuthEndpoint)
    /// By a request to the application's server that the program builds. The response is read like
    /// an endpoint's. Called for every attempt. Throws if no request can be built, and must return
    /// when its task is cancelled.
    case requestBuilder(@Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest)
    /// By your own code, such as a request with your own HTTP client, whose response
    /// `ChannelAuthorization(responseBody:)` reads. Throws to refuse, for example an
    /// `AuthorizationFailure`, which can also say that asking again may help; the error is kept as
    /// `underlyingError`. Must return when its task is cancelled.
    case authorizer(@Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization)
    /// By signing in the client, for tools and tests that have the app secret. Never ship the
    /// secret in an app. The provider returns the user for presence channels; without one, the
    /// user's id is the socket id. Encrypted channels also require the app's encryption master
    /// key.
    case inline(
        secret: AppSecret, user: (@Sendable (ChannelName, SocketID) -> PresenceUser)? = nil,
        masterKey: EncryptionMasterKey? = nil)
}

/// Called for every attempt. Throws if no request can be built; must return when its task is
/// cancelled.
typealias AuthRequestBuilder =
    @Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest

/// Must return when its task is cancelled.
typealias Authorizer =
    @Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization

package typealias UserDataProvider = @Sendable (ChannelName, SocketID) -> PresenceUser

extension AuthMethod {
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}
