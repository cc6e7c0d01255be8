import ChannelsBasics
import ChannelsProtocol
import ChannelsPushProtocol

/// A request to the Client API (Pusher's "Push Notifications reference: Client API").
struct PushCall: Hashable, Sendable {
    /// The entry that it carries out.
    var entry: Int
    var operation: PushOperation
    /// Whether the server may have carried it out before.
    var isUncertain = false
    var appKey: String
    /// The client's id; empty for a registration.
    var clientID: String
    /// The credentials that are sent; needed for a registration and for a new token.
    var credentials: PushCredentials?

    var method: String {
        switch self.operation {
        case .register, .subscribe: "POST"
        case .updateToken: "PUT"
        case .unsubscribe: "DELETE"
        }
    }

    /// The path after that of the endpoint.
    var path: String {
        let client = "/v1/clients/" + Self.segment(self.clientID)
        return switch self.operation {
        case .register: "/v1/clients"
        case .updateToken: client + "/token"
        case .subscribe(let name), .unsubscribe(let name):
            client + "/interests/" + Self.segment(name.text)
        }
    }

    /// The JSON of the request. A token is updated without the app key, as documented.
    var body: [UInt8] {
        let key = JSONValue.Object.Member(key: "app_key", value: .string(self.appKey))
        let credentials = self.credentials?.members ?? []
        let members =
            switch self.operation {
            case .register: [key] + credentials
            case .updateToken: credentials
            case .subscribe, .unsubscribe: [key]
            }
        return Array(JSONValue.object(JSONValue.Object(members)).compactText.utf8)
    }

    /// Everything is encoded but letters, digits and `- . _ ~`: some servers read `;` and `=` in a
    /// path as parameters. A segment of dots alone would mean another folder, so its dots are
    /// encoded too.
    private static func segment(_ text: String) -> String {
        guard text != ".", text != ".." else {
            return String(repeating: "%2E", count: text.utf8.count)
        }
        return PercentEncoding.encode(text, leaving: .rfc3986)
    }
}

/// A client with the id that the server gave it.
struct RegisteredClient: Hashable, Sendable {
    var id: String
    /// The platform and token that the server confirmed last.
    var credentials: PushCredentials

    /// The maximum length of an id, in bytes. Ids of the service are numbers.
    static let idLimit = 256
}
