import ChannelsBasics
import ChannelsProtocol
import ChannelsPushProtocol

/// Pusher's "Push Notifications reference: Client API".
struct PushCall: Hashable, Sendable {
    var entry: Int
    var operation: PushOperation
    var isUncertain = false
    var appKey: String
    var clientID: String
    var credentials: PushCredentials?

    var method: String {
        switch self.operation {
        case .register, .subscribe: "POST"
        case .updateToken: "PUT"
        case .unsubscribe: "DELETE"
        }
    }

    var path: String {
        let client = "/v1/clients/" + Self.segment(self.clientID)
        return switch self.operation {
        case .register: "/v1/clients"
        case .updateToken: client + "/token"
        case .subscribe(let name), .unsubscribe(let name):
            client + "/interests/" + Self.segment(name.text)
        }
    }

    /// A token is updated without the app key, as documented.
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

    /// Encodes everything but letters, digits and `- . _ ~`, as some servers read `;` and `=` in a
    /// path as parameters; and a segment of dots, which would mean another folder.
    private static func segment(_ text: String) -> String {
        guard text != ".", text != ".." else {
            return String(repeating: "%2E", count: text.utf8.count)
        }
        return PercentEncoding.encode(text, leaving: .rfc3986)
    }
}

struct RegisteredClient: Hashable, Sendable {
    var id: String
    var credentials: PushCredentials

    /// In bytes. Ids of the service are numbers.
    static let idLimit = 256
}
