import Channels

extension Guide {
    /// Logs in at the program's own server.
    protocol Session: Sendable {
        var token: String { get async }
        func refresh() async throws
    }

    /// The program's own way to its server.
    protocol Backend: Sendable {
        func authorize(
            _ channel: ChannelName, _ socketID: SocketID
        ) async throws -> (status: Int, body: [UInt8])
    }

    static func endpoint(_ session: some Session) -> AuthMethod {
        // guide: auth-endpoint start
        var endpoint = AuthEndpoint(
            url: "https://example.com/pusher/auth",
            parameters: ["tenant": "7"],
            headers: ["X-App": "orders"])
        endpoint.headersProvider = { _ in
            ["Authorization": "Bearer \(await session.token)"]
        }
        endpoint.onUnauthorized = { _ in try await session.refresh() }
        let method = AuthMethod.endpoint(endpoint)
        // guide: auth-endpoint end
        return method
    }

    static func edited() -> AuthEndpoint {
        var endpoint = AuthEndpoint(url: "https://example.com/pusher/auth")
        // guide: auth-edit start
        endpoint.editRequest = { request, context in
            request.setHeader("X-Attempt", "\(context.attempt)")
        }
        // guide: auth-edit end
        return endpoint
    }

    static func requestBuilder() -> AuthMethod {
        // guide: auth-request-builder start
        let method = AuthMethod.requestBuilder { channel, socketID in
            AuthHTTPRequest(
                url: "https://example.com/builder",
                headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("socket_id=\(socketID)&channel_name=\(channel)".utf8))
        }
        // guide: auth-request-builder end
        return method
    }

    static func authorizer(_ backend: some Backend) -> AuthMethod {
        // guide: auth-authorizer start
        let method = AuthMethod.authorizer { channel, socketID in
            let response = try await backend.authorize(channel, socketID)
            switch response.status {
            case 200: return try ChannelAuthorization(responseBody: response.body)
            case 500...: throw AuthorizationFailure.temporary("HTTP \(response.status)")
            default: throw AuthorizationFailure.refused("HTTP \(response.status)")
            }
        }
        // guide: auth-authorizer end
        return method
    }

    static func inline() -> AuthMethod {
        // guide: auth-inline start
        let method = AuthMethod.inline(
            secret: AppSecret("app-secret"),
            user: { _, _ in PresenceUser(id: "ana", info: ["name": "Ana"]) })
        // guide: auth-inline end
        return method
    }

    static func userAuthentication() -> ChannelsOptions {
        var options = self.serverOfMyOwn()
        // guide: sign-in-options start
        options.userAuthentication = .endpoint(
            AuthEndpoint(url: "https://example.com/pusher/user-auth"))
        // guide: sign-in-options end
        return options
    }

    static func signIn(_ client: ChannelsClient) async {
        // guide: sign-in start
        let invitations = client.userEvents("invitation")
        await client.signIn()
        for await invitation in invitations { print("\(invitation.data.text)") }
        // guide: sign-in end
    }

    static func watchlist(_ client: ChannelsClient) async {
        // guide: watchlist start
        var online: Set<UserID> = []
        for await change in client.onlineUserChanges {
            online = online.subtracting(change.wentOffline).union(change.cameOnline)
            print("\(online.count) online: \(change)")
        }
        // guide: watchlist end
    }
}
