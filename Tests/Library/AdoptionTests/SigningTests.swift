import ChannelsHTTPAPI
import ChannelsSigning
import ChannelsWebhooks
import Testing

/// What a server types that authorizes its clients.
struct SigningTests {
    private let signer = ChannelsSigner(appKey: "key", secret: AppSecret("secret"))

    @Test("an endpoint, from the body of the request to that of the answer")
    func endpoint() throws {
        let body = Array("socket_id=1.2&channel_name=presence-lobby&tenant=7".utf8)
        let request = try AuthEndpointRequest(
            body: body, contentType: "application/x-www-form-urlencoded")
        #expect(try request.channel.kind == .presence)
        #expect(request["tenant"] == "7")
        let user = PresenceUser(id: "ana", info: ["name": "Ana"])
        let answer = try self.signer.authorize(request, user: user)
        #expect(answer.userID == "ana")
        #expect(answer.responseBody.hasPrefix(#"{"auth":"key:"#))
        let signIn = try self.signer.authenticate(request, user: UserData(id: "ana"))
        #expect(signIn.responseBody.contains("user_data"))
    }

    @Test("without a request, and with a refusal that has a status")
    func parts() throws {
        let socketID = try #require(SocketID("1.2"))
        let auth = try self.signer.authorize(channel: "private-orders", socketID: socketID).auth
        #expect(auth.hasPrefix("key:"))
        _ = try self.signer.authenticate(user: UserData(id: "ana"), socketID: socketID)
        do {
            _ = try self.signer.authorize(channel: "orders", socketID: socketID)
            Issue.record("a public channel was authorized")
        } catch {
            #expect(error.status == 403)
            #expect("\(error)" == "Channel orders does not require authorization")
        }
        switch #expect(
            throws: SigningError.self, performing: { try AuthEndpointRequest(query: "") })
        {
        case .invalidRequest(let sentence)?: #expect(!sentence.isEmpty)
        default: Issue.record("another error")
        }
    }

    @Test("webhooks are verified with the same key and secret")
    func webhooks() {
        let verifier = WebhookVerifier(self.signer)
        let error = #expect(throws: WebhookError.self) {
            try verifier.verify(body: Array("{}".utf8), key: "key", signature: "00")
        }
        #expect(error == .wrongSignature)
    }
}
