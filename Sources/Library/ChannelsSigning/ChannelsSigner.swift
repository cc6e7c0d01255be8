@_exported public import ChannelsCore
public import ChannelsProtocol

/// Authorizes channels and authenticates users, on a server that has the app's secret.
///
/// It makes no decisions: the caller must first identify the user and check what they may do.
///
/// ```swift
/// let signer = ChannelsSigner(appKey: "app-key", secret: AppSecret(secret))
/// let request = try AuthEndpointRequest(body: body, contentType: contentType)
/// let user = PresenceUser(id: "ana", info: ["name": "Ana"])
/// let response = try signer.authorize(request, user: user).responseBody
/// ```
public struct ChannelsSigner: Sendable {
    /// The app key, the first part of every signature. It is public.
    public let appKey: String
    package let secret: AppSecret
    private let masterKey: EncryptionMasterKey?

    /// Creates a signer for one app.
    ///
    /// - Parameters:
    ///   - appKey: the key that clients connect with.
    ///   - secret: the secret for this key.
    ///   - encryptionMasterKey: the key for encrypted channels, which are refused without it.
    public init(
        appKey: String, secret: AppSecret, encryptionMasterKey: EncryptionMasterKey? = nil
    ) {
        self.appKey = appKey
        self.secret = secret
        self.masterKey = encryptionMasterKey
    }

    /// Authorizes a connection for a private, presence or encrypted channel, without checking
    /// whether the user may join. Use it if the channel and socket id do not come from an HTTP
    /// request.
    ///
    /// - Parameters:
    ///   - channel: the requested channel.
    ///   - socketID: the connection; the signature is not valid for any other.
    ///   - user: the user who joins a presence channel. Not required for other channels.
    /// - Returns: the authorization, to return as its `responseBody`.
    /// - Throws: ``SigningError`` if the name is invalid or the channel is public, a presence
    ///   channel has no usable user, or an encrypted channel has no master key.
    public func authorize(
        channel: some ChannelNameConvertible, socketID: SocketID, user: PresenceUser? = nil
    ) throws(SigningError) -> ChannelAuthorization {
        let name = try ChannelName(signing: channel.channelName.text)
        guard name.kind.needsAuthorization else { throw .publicChannel(name) }
        guard name.kind.hasMembers else {
            return try self.sign(name, socketID: socketID, channelData: nil)
        }
        guard let user else { throw .missingUser(name) }
        guard PresenceUser.idLengths.contains(user.id.text.count) else {
            throw .invalidUser(user.id)
        }
        return try self.sign(name, socketID: socketID, channelData: user.channelData)
    }

    /// Authorizes a client's request, without checking whether the user may join.
    ///
    /// - Parameters:
    ///   - request: the request, which names a channel.
    ///   - user: the user who joins a presence channel. Not required for other channels.
    /// - Returns: the authorization, to return as its `responseBody`.
    /// - Throws: ``SigningError``, whose `status` is the HTTP status to return instead.
    public func authorize(
        _ request: AuthEndpointRequest, user: PresenceUser? = nil
    ) throws(SigningError) -> ChannelAuthorization {
        try self.authorize(channel: request.channel, socketID: request.socketID, user: user)
    }

    /// Authenticates the user who signs in on a connection. Use it if the socket id does not
    /// come from an HTTP request.
    ///
    /// - Parameters:
    ///   - user: the user who signs in.
    ///   - socketID: the connection; the signature is not valid for any other.
    /// - Returns: the authentication, to return as its `responseBody`.
    /// - Throws: `SigningError.invalidUser` if the id is empty or has more than 200 characters.
    public func authenticate(
        user: UserData, socketID: SocketID
    ) throws(SigningError) -> UserAuthentication {
        guard UserData.idLengths.contains(user.id.text.count) else {
            throw .invalidUser(user.id)
        }
        let data = user.text
        let auth = try self.signature.auth(socketID: socketID, userData: data)
        return UserAuthentication(auth: auth, userData: data)
    }

    /// Authenticates the user of the connection in a request for a sign-in.
    ///
    /// - Parameters:
    ///   - request: the request; any channel in it is ignored.
    ///   - user: the user who signs in. Take the id from your session, never from the request.
    /// - Returns: the authentication, to return as its `responseBody`.
    /// - Throws: `SigningError.invalidUser` if the id is empty or has more than 200 characters.
    public func authenticate(
        _ request: AuthEndpointRequest, user: UserData
    ) throws(SigningError) -> UserAuthentication {
        try self.authenticate(user: user, socketID: request.socketID)
    }

    private var signature: ChannelSignature {
        ChannelSignature(key: self.appKey, secret: self.secret)
    }

    package func sign(
        _ channel: ChannelName, socketID: SocketID, channelData: String?
    ) throws(SigningError) -> ChannelAuthorization {
        var authorization = ChannelAuthorization(
            auth: try self.signature.auth(
                socketID: socketID, channel: channel, channelData: channelData),
            channelData: channelData)
        if channel.kind.isEncrypted {
            guard let masterKey = self.masterKey else { throw .missingMasterKey(channel) }
            authorization.sharedSecret = try masterKey.sharedSecret(for: channel)
        }
        return authorization
    }
}

extension ChannelName {
    init(signing text: String) throws(SigningError) {
        do { self = try ChannelName(text) } catch { throw .invalidRequest(error.description) }
    }
}

extension ChannelAuthorization {
    /// The body of the endpoint's response, with status 200: `{"auth":"…"}` and, depending on
    /// the channel, `channel_data` or `shared_secret`. `shared_secret` is the channel's key, so
    /// do not log the body then.
    public var responseBody: String {
        var members = [JSONValue.Object.Member(key: "auth", value: .string(self.auth))]
        if let data = self.channelData {
            members.append(.init(key: "channel_data", value: .string(data)))
        }
        if let secret = self.sharedSecret {
            members.append(.init(key: "shared_secret", value: .string(secret.base64)))
        }
        return JSONValue.object(JSONValue.Object(members)).compactText
    }
}

extension UserAuthentication {
    /// The body of the endpoint's response, with status 200: `{"auth":"…","user_data":"…"}`.
    public var responseBody: String {
        let body: JSONValue = ["auth": .string(self.auth), "user_data": .string(self.userData)]
        return body.compactText
    }
}
