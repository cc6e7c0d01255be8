import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

/// Finds the app of a connection or a call by its position. Anything that names no known app
/// belongs to the main app, which refuses it.
struct AppDirectory: Sendable {
    private let apps: [SandboxApp]

    init(_ apps: [SandboxApp]) { self.apps = apps }

    /// By the key in the path: `/app/<key>?…`.
    func app(ofConnection target: String) -> Int {
        guard let target = try? RequestTarget(target), target.segments.first == "app",
            target.segments.count == 2
        else { return 0 }
        return self.app(withKey: target.segments[1])
    }

    /// By the id in its path, the key that signed it, or the connection that it wants signed.
    func app(of request: HTTPRequest, owner: (SocketID) -> Int?) -> Int {
        guard self.apps.count > 1, let target = try? RequestTarget(request.target) else { return 0 }
        switch target.segments.first {
        case "apps":
            let id = target.segments.dropFirst().first
            return self.apps.firstIndex { $0.id == id } ?? 0
        case "users": return self.app(withKey: target.query.first("auth_key") ?? "")
        case "pusher":
            let fields = [RequestParameter](encoded: request.body) ?? []
            return (fields + target.query).first("socket_id").flatMap(SocketID.init)
                .flatMap(owner) ?? 0
        default: return 0
        }
    }

    private func app(withKey key: String) -> Int {
        self.apps.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } ?? 0
    }
}
