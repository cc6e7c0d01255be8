public import ChannelsProtocol
public import ChannelsSigning

/// How private, presence and encrypted channels are authorized.
public enum AuthMethod: Sendable {
    /// Not at all: public channels only.
    case none
    /// By asking the application's server.
    case endpoint(AuthEndpoint)
    /// By asking the application's server with a request that the program builds. The answer is
    /// read like that of an endpoint. Called for every attempt; it throws if no request can be
    /// built, and returns when its task is cancelled.
    case requestBuilder(@Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest)
    /// By asking the program itself, which throws if there is no authorization, and returns when
    /// its task is cancelled.
    case authorizer(@Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization)
    /// By signing in the client, for tools that have the app's secret. The provider names the user
    /// for presence channels; without one the user's id is the socket id. Encrypted channels need
    /// the app's encryption master key as well.
    case inline(
        secret: AppSecret, user: (@Sendable (ChannelName, SocketID) -> PresenceUser)? = nil,
        masterKey: EncryptionMasterKey? = nil)
}

/// Makes the request for a channel's authorization. It is called for every attempt, and ends with
/// an error when there is nothing to ask with. When its task is cancelled it has to end.
package typealias AuthRequestBuilder =
    @Sendable (ChannelName, SocketID) async throws -> AuthHTTPRequest

/// Gets the authorization of a channel for a connection, or throws why there is none. When its task
/// is cancelled it has to end.
package typealias Authorizer =
    @Sendable (ChannelName, SocketID) async throws -> ChannelAuthorization

/// Says who the user is, when a presence channel is signed for here.
package typealias UserDataProvider = @Sendable (ChannelName, SocketID) -> PresenceUser

extension AuthMethod {
    /// What a person should know before secrets are sent with this method; `nil` when there is
    /// nothing to say. See `AuthEndpoint.unencryptedSecrets(usesTLS:)`.
    package func unencryptedSecrets(usesTLS: Bool) -> String? {
        guard case .endpoint(let endpoint) = self else { return nil }
        return endpoint.unencryptedSecrets(usesTLS: usesTLS)
    }
}

/// The user as whom a client joins a presence channel.
public struct PresenceUser: Hashable, Sendable {
    /// At most 128 characters.
    package var id: UserID
    /// What others see about the user: any JSON object.
    package var info: JSON?

    public init(id: UserID, info: JSON? = nil) {
        self.id = id
        self.info = info
    }

    /// The text that is signed and sent as `channel_data`.
    package var channelData: String {
        var object = [JSONObject.Member(key: "user_id", value: .string(self.id.text))]
        if let info = self.info { object.append(JSONObject.Member(key: "user_info", value: info)) }
        return JSON.object(JSONObject(object)).compactText
    }
}
