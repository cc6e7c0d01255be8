import ChannelsSigning
import NIOHTTP1

/// Decides what the endpoint answers, for the app of `buoy sandbox`, whose key and secret are
/// public. Read the secret of your own app from a file or the environment.
struct Endpoint: Sendable {
    private let signer = ChannelsSigner(
        appKey: "buoy-sandbox-key", secret: AppSecret("buoy-sandbox-secret"))

    func answer(_ head: HTTPRequestHead, _ body: [UInt8]) -> (HTTPResponseStatus, String) {
        guard head.method == .POST else { return (.methodNotAllowed, "Use POST") }
        // In place of your sessions or tokens: whoever has the token "ana" is Ana.
        guard let token = head.headers.first(name: "Authorization"), token.hasPrefix("Bearer ")
        else { return (.unauthorized, "Sign in first") }
        let name = String(token.dropFirst(7))
        do {
            let asked = try AuthEndpointRequest(
                body: body, contentType: head.headers.first(name: "Content-Type"))
            switch head.uri {
            case "/pusher/auth":
                // Here your app decides whether the user may join.
                let user = PresenceUser(id: name, info: ["name": .string(name)])
                return (.ok, try self.signer.authorize(asked, user: user).responseBody)
            case "/pusher/user-auth":
                let user = UserData(id: name)
                return (.ok, try self.signer.authenticate(asked, user: user).responseBody)
            default: return (.notFound, "Use /pusher/auth or /pusher/user-auth")
            }
        } catch {
            return (HTTPResponseStatus(statusCode: error.status), error.description)
        }
    }
}
