import ChannelsSigning
import Hummingbird

/// An authorization endpoint with Hummingbird, for the app of `buoy sandbox`, whose key and secret
/// are public. Read the secret of your own app from a file or the environment.
@main
struct HummingbirdEndpoint {
    static func main() async throws {
        let signer = ChannelsSigner(
            appKey: "buoy-sandbox-key", secret: AppSecret("buoy-sandbox-secret"))
        let router = Router()
        router.post("pusher/auth") { request, _ in
            try await Self.answer(request) { asked, name in
                // Here your app decides. Everybody may join everything but the private channels of
                // others.
                let channel = try asked.channel
                guard
                    !channel.text.hasPrefix("private-user-")
                        || channel.text == "private-user-\(name)"
                else { throw HTTPError(.forbidden, message: "\(channel) is not yours") }
                let user = PresenceUser(id: name, info: ["name": .string(name)])
                return try signer.authorize(asked, user: user).responseBody
            }
        }
        router.post("pusher/user-auth") { request, _ in
            try await Self.answer(request) { asked, name in
                try signer.authenticate(asked, user: UserData(id: name)).responseBody
            }
        }
        let app = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
        try await app.runService()
    }

    /// Reads the request, finds out who sends it, and answers with JSON.
    private static func answer(
        _ request: Request,
        sign: (_ asked: AuthEndpointRequest, _ name: String) throws -> String
    ) async throws -> Response {
        // In place of your sessions or tokens: whoever has the token "ana" is Ana.
        guard let token = request.headers[.authorization], token.hasPrefix("Bearer ") else {
            throw HTTPError(.unauthorized)
        }
        var request = request
        let body = try await request.collectBody(upTo: 16384)
        do {
            let asked = try AuthEndpointRequest(
                body: body.readableBytesView, contentType: request.headers[.contentType])
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(
                    byteBuffer: ByteBuffer(string: try sign(asked, String(token.dropFirst(7))))))
        } catch let error as SigningError {
            throw HTTPError(.init(code: error.status), message: error.description)
        }
    }
}
