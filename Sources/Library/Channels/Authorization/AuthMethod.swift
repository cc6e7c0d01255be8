public import ChannelsProtocol
public import ChannelsSigning

/// How private, presence and encrypted channels are authorized.
public enum AuthMethod: Sendable {
    /// No authorization: public channels only.
    case none
    /// By a request to the application's server.
    case endpoint(AuthEndpoint)
    /// By a request to the application's server that the program builds. The response is read like
    /// an endpoint's. Called for every attempt. Throws if no request can be built, and must return
    /// when its task is cancelled.
    case requestBuilder(@Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest)
    /// By your own code. Throws to refuse, and must return when its task is cancelled.
    case authorizer(@Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization)
    /// By signing in the client, for tools that have the app secret. The provider returns the user
    /// for presence channels; without one, the user's id is the socket id. Encrypted channels also
    /// require the app's encryption master key.
    case inline(
        secret: AppSecret, user: (@Sendable (ChannelName, SocketID) -> PresenceUser)? = nil,
        masterKey: EncryptionMasterKey? = nil)
}

/// Builds the request for a channel's authorization. Called for every attempt; it throws if no
/// request can be built, and must return when its task is cancelled.
typealias AuthRequestBuilder =
    @Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest

/// Returns the authorization of a channel for a connection, or throws if there isn't one. It must
/// return when its task is cancelled.
typealias Authorizer =
    @Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization

/// Returns the user for a presence channel that is signed by the client.
package typealias UserDataProvider = @Sendable (ChannelName, SocketID) -> PresenceUser

extension AuthMethod {
    /// A warning before secrets are sent with this method; `nil` if there isn't one. See
    /// `AuthEndpoint.unencryptedSecrets(usesTLS:)`.
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}
