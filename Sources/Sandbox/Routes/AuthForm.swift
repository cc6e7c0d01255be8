internal import ChannelsProtocol
internal import ChannelsSigning

/// The form that a client sends to an authorization endpoint.
struct AuthForm {
    let socketID: SocketID
    private let fields: [RequestParameter]

    init(_ body: [UInt8]) throws(RouteRefusal) {
        guard let fields = [RequestParameter](encoded: body) else {
            throw .badRequest("The body is not a form in percent-encoded UTF-8")
        }
        guard let text = fields.first("socket_id") else {
            throw .badRequest("Missing required parameter: socket_id")
        }
        guard let socketID = SocketID(text) else {
            throw .badRequest("Invalid socket_id: \(text.debugDescription)")
        }
        self.socketID = socketID
        self.fields = fields
    }

    func channel() throws(RouteRefusal) -> ChannelName {
        guard let text = self.fields.first("channel_name") else {
            throw .badRequest("Missing required parameter: channel_name")
        }
        do { return try ChannelName(text) } catch { throw .badRequest("\(error)") }
    }

    /// The user that the client names, as the `channel_data` to sign.
    func channelData() throws(RouteRefusal) -> String {
        JSON.object(JSONObject(try self.user(idKey: "user_id"))).compactText
    }

    /// The user that the client names and whom it watches, as the `user_data` to sign.
    func userData() throws(RouteRefusal) -> String {
        var members = try self.user(idKey: "id")
        if let text = self.fields.first("watchlist") {
            let ids = text.split(separator: ",").map { JSON.string(String($0)) }
            members.append(JSONObject.Member(key: "watchlist", value: .array(ids)))
        }
        return JSON.object(JSONObject(members)).compactText
    }

    /// Without a user id the client is a guest, the same on every channel of a connection. The
    /// sandbox fills in the information of its own users.
    private func user(idKey: String) throws(RouteRefusal) -> [JSONObject.Member] {
        let named = self.fields.first("user_id") ?? self.fields.first("user")
        let id = named ?? "guest-\(self.socketID.text)"
        var members = [JSONObject.Member(key: idKey, value: .string(id))]
        let known = named == nil ? Self.guest : BotCast.info(of: id)
        if let info = try self.info() ?? known {
            members.append(JSONObject.Member(key: "user_info", value: info))
        }
        return members
    }

    private func info() throws(RouteRefusal) -> JSON? {
        guard let text = self.fields.first("user_info") else { return nil }
        guard let info = JSON.parse(text) else { throw .badRequest("user_info is not JSON") }
        return info
    }

    private static let guest: JSON? = ["name": "Guest"]
}
