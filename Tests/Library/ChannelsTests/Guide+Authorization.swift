import Channels

extension Guide {
    static func endpoint(_ token: @escaping @Sendable () async -> String) -> AuthMethod {
        // guide: auth-endpoint start
        var endpoint = AuthEndpoint(
            url: "https://example.com/pusher/auth",
            parameters: ["tenant": "7"],
            headers: ["X-App": "orders"])
        endpoint.headersProvider = { _ in
            ["Authorization": "Bearer \(await token())"]
        }
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

    static func authorizer(
        _ ask: @escaping @Sendable (ChannelName, SocketID) async throws -> String
    ) -> AuthMethod {
        // guide: auth-authorizer start
        let method = AuthMethod.authorizer { channel, socketID in
            ChannelAuthorization(auth: try await ask(channel, socketID))
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
