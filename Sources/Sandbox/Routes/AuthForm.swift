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

    /// Who the client says it is, as the JSON text to sign. Who says nothing is a guest, and the
    /// same one on every channel of a connection.
    func user(idKey: String) throws(RouteRefusal) -> String {
        let id = self.fields.first("user_id") ?? "guest-\(self.socketID.text)"
        var members = [JSONObject.Member(key: idKey, value: .string(id))]
        if let text = self.fields.first("user_info") {
            guard let info = JSON.parse(text) else {
                throw .badRequest("user_info is not JSON")
            }
            members.append(JSONObject.Member(key: "user_info", value: info))
        } else if self.fields.first("user_id") == nil {
            members.append(JSONObject.Member(key: "user_info", value: ["name": "Guest"]))
        }
        return JSON.object(JSONObject(members)).compactText
    }
}
