public import ChannelsProtocol
public import ChannelsSigning

/// How private, presence and encrypted channels are authorized.
public enum AuthMethod: Sendable {
    /// Not at all: public channels only.
    case none
    /// By asking the application's server.
    case endpoint(AuthEndpoint)
    /// By asking the application's server with a request that the program makes itself; the answer
    /// is read as that of an endpoint.
    case requestBuilder(AuthRequestBuilder)
    /// By asking the program itself.
    case authorizer(Authorizer)
    /// By signing here: for tools that hold the app's secret. The provider names the user for
    /// presence channels; without one the user's id is the socket id. Encrypted channels need the
    /// app's encryption master key as well.
    case inline(
        secret: AppSecret, user: UserDataProvider? = nil, masterKey: EncryptionMasterKey? = nil)
}

/// Makes the request for a channel's authorization. It is called for every attempt, and ends with
/// an error when there is nothing to ask with. When its task is cancelled it has to end.
public typealias AuthRequestBuilder =
    @Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest

/// Gets the authorization of a channel for a connection, or throws why there is none. When its task
/// is cancelled it has to end.
public typealias Authorizer =
    @Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization

/// Says who the user is, when a presence channel is signed for here.
public typealias UserDataProvider = @Sendable (ChannelName, SocketID) -> PresenceUser

extension AuthMethod {
    /// What a person should know before secrets are sent with this method; `nil` when there is
    /// nothing to say. See `AuthEndpoint.exposure(usesTLS:)`.
    public func exposure(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.exposure(usesTLS: usesTLS)
    }
}
