internal import ChannelsProtocol
internal import ChannelsSigning
internal import Transport

// The endpoints that an application's own server would have. They sign every request.
extension SandboxRoutes {
    /// `POST /pusher/auth` and `POST /pusher/user-auth`.
    func authorize(
        _ request: HTTPRequest, _ target: RequestTarget, _ hub: SandboxHub
    ) throws(RouteRefusal) -> JSON {
        switch target.segments.dropFirst() {
        case ["auth"]:
            try Self.allow("POST", request)
            return try self.authorizeChannel(AuthForm(request.body), hub)
        case ["user-auth"]:
            try Self.allow("POST", request)
            return try self.authenticateUser(AuthForm(request.body))
        default:
            throw .notFound(target.path)
        }
    }

    private func authorizeChannel(
        _ form: AuthForm, _ hub: SandboxHub
    ) throws(RouteRefusal) -> JSON {
        let channel = try form.channel()
        guard channel.kind.needsAuthorization else {
            throw RouteRefusal(status: 403, text: "Channel \(channel) needs no authorization")
        }
        let channelData = channel.kind.hasMembers ? try form.channelData() : nil
        do {
            let auth = try self.app.channelSignature.auth(
                socketID: form.socketID, channel: channel, channelData: channelData)
            if channel.kind.isEncrypted {
                return try Self.encrypted(auth, hub.sharedSecret(for: channel))
            }
            guard let channelData else { return ["auth": .string(auth)] }
            return ["auth": .string(auth), "channel_data": .string(channelData)]
        } catch {
            throw .signing(error)
        }
    }

    private static func encrypted(
        _ auth: String, _ secret: SharedSecret?
    ) throws(SigningError) -> JSON {
        guard let secret else { throw .algorithmUnavailable("SHA-256") }
        return ["auth": .string(auth), "shared_secret": .string(secret.base64)]
    }

    private func authenticateUser(_ form: AuthForm) throws(RouteRefusal) -> JSON {
        let userData = try form.userData()
        do {
            let auth = try self.app.channelSignature.auth(
                socketID: form.socketID, userData: userData)
            return ["auth": .string(auth), "user_data": .string(userData)]
        } catch {
            throw .signing(error)
        }
    }
}
