package import Channels
import ChannelsProtocol
import Synchronization

/// The user of a session on presence channels, who may change names while it runs.
package final class SessionUser: Sendable {
    private static let parameters: Set<String> = ["user_id", "user_info"]

    private let renamed = Mutex<NamedUser?>(nil)
    private let isAuthorized: Bool

    package init(in options: inout ChannelsOptions) {
        switch options.authMethod {
        case .none, .requestBuilder, .authorizer:
            self.isAuthorized = false
        case .inline(let secret, let user, let masterKey):
            self.isAuthorized = true
            options.authMethod = .inline(
                secret: secret,
                user: { [self] channel, id in
                    self.presenceUser ?? user?(channel, id) ?? PresenceUser(id: UserID(id.text))
                }, masterKey: masterKey)
        case .endpoint(var endpoint):
            self.isAuthorized = true
            let given = endpoint.parameters.filter { Self.parameters.contains($0.name) }
            let others = endpoint.parametersProvider
            endpoint.parameters.removeAll { Self.parameters.contains($0.name) }
            endpoint.parametersProvider = { [self] context in
                (self.fields ?? given) + (try await others?(context) ?? [])
            }
            options.authMethod = .endpoint(endpoint)
        }
    }

    private var presenceUser: PresenceUser? {
        self.renamed.withLock { $0 }.map { PresenceUser(id: UserID($0.id), info: $0.info) }
    }

    private var fields: RequestFields? {
        self.renamed.withLock { $0 }.map {
            ["user_id": $0.id, "user_info": $0.info.compactText]
        }
    }

    /// - Returns: `nil` if nothing authorizes presence channels.
    package func take(_ name: String) -> NamedUser? {
        guard self.isAuthorized else { return nil }
        let user = NamedUser(name)
        self.renamed.withLock { $0 = user }
        return user
    }
}
