// guide: sign-for-clients start
import ChannelsSigning

struct ShopEndpoint {
    let signer: ChannelsSigner

    /// Answers a request of the user with this id, whom your sessions know.
    func answer(
        _ body: [UInt8], _ contentType: String?, from userID: String
    ) -> (status: Int, body: String) {
        do {
            let request = try AuthEndpointRequest(body: body, contentType: contentType)
            let channel = try request.channel
            guard
                !channel.text.hasPrefix("private-user-")
                    || channel.text == "private-user-\(userID)"
            else { return (403, "\(channel) is not yours") }
            let user = PresenceUser(id: userID, info: ["name": .init(userID)])
            return (200, try self.signer.authorize(request, user: user).responseBody)
        } catch {
            return (error.status, error.description)
        }
    }

    /// The same for a sign-in.
    func signIn(_ body: [UInt8], _ contentType: String?, from userID: String) throws -> String {
        let request = try AuthEndpointRequest(body: body, contentType: contentType)
        let user = UserData(id: userID)
        return try self.signer.authenticate(request, user: user).responseBody
    }
}
// guide: sign-for-clients end
