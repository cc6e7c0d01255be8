package import ChannelsProtocol
import ChannelsSigning
package import Transport

/// What a client sends to an authorization endpoint: as a form by POST, or in the query by GET,
/// with a callback if a page loads the answer as a script (docs/protocol.md,
/// "Authorization").
package struct AuthorizationForm: Hashable, Sendable {
    /// The connection to sign for.
    package let socketID: SocketID
    /// The function to call with the answer; `nil` for plain JSON.
    package let callback: String?
    private let fields: [RequestParameter]

    /// - Throws: a refusal with status 405 for other methods, and 400 if the form cannot be read or
    ///   has no socket id.
    package init(_ request: HTTPRequest, _ target: RequestTarget) throws(RouteRefusal) {
        switch request.method {
        case "POST":
            guard let fields = [RequestParameter](encoded: request.body) else {
                throw .badRequest("The body is not a form in percent-encoded UTF-8")
            }
            self.fields = fields
            self.callback = nil
        case "GET":
            self.fields = target.query
            self.callback = try target.query.first("callback").map(Self.checked)
        default:
            throw .method(request.method, allowed: "POST, GET")
        }
        guard let text = self.fields.first("socket_id") else {
            throw .badRequest("Missing required parameter: socket_id")
        }
        guard let socketID = SocketID(text) else {
            throw .badRequest("Invalid socket_id: \(text.debugDescription)")
        }
        self.socketID = socketID
    }

    /// The channel to sign for.
    package func channel() throws(RouteRefusal) -> ChannelName {
        guard let text = self.fields.first("channel_name") else {
            throw .badRequest("Missing required parameter: channel_name")
        }
        do { return try ChannelName(text) } catch { throw .badRequest("\(error)") }
    }

    /// The value of a field; `nil` without it.
    func value(_ name: String) -> String? { self.fields.first(name) }

    /// The user that the client claims to be.
    var namedUser: String? { self.value("user_id") ?? self.value("user") }

    /// What the client says about its user.
    func userInfo() throws(RouteRefusal) -> JSON? {
        guard let text = self.value("user_info") else { return nil }
        guard let info = JSON.parse(text) else { throw .badRequest("user_info is not JSON") }
        return info
    }

    /// The users that the client wants to watch, separated by commas.
    var watchlist: [String]? {
        self.value("watchlist")?.split(separator: ",").map(String.init)
    }

    /// A callback that is only a name, a member or an element, such as
    /// `Pusher.auth_callbacks['1']`: anything else could be a program of its own.
    private static func checked(_ callback: String) throws(RouteRefusal) -> String {
        let isName = callback.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_$.[]'\"".utf8.contains(byte)
            }
        }
        guard isName, (1...128).contains(callback.utf8.count) else {
            throw .badRequest("Invalid callback: \(callback.debugDescription)")
        }
        return callback
    }
}
