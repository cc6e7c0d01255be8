public import ChannelsProtocol
public import ChannelsSigning

/// How private and presence channels are authorized.
public enum AuthMethod: Sendable {
    /// Not at all: public channels only.
    case none
    /// By asking the application's server.
    case endpoint(AuthEndpoint)
    /// By signing here: for tools that hold the app's secret. The provider names the user for
    /// presence channels; without one the user's id is the socket id.
    case inline(secret: AppSecret, user: UserDataProvider?)
}

/// Says who the user is, when a presence channel is signed for here.
public typealias UserDataProvider = @Sendable (ChannelName, SocketID) -> PresenceUser

/// Who a client is on a presence channel.
public struct PresenceUser: Hashable, Sendable {
    /// At most 128 characters.
    public var id: UserID
    /// What others see about the user: any JSON object.
    public var info: JSON?

    public init(id: UserID, info: JSON? = nil) {
        self.id = id
        self.info = info
    }

    /// The text that is signed and sent as `channel_data`.
    package var channelData: String {
        var object = [JSONObject.Member(key: "user_id", value: .string(self.id.text))]
        if let info = self.info { object.append(JSONObject.Member(key: "user_info", value: info)) }
        return JSON.object(JSONObject(object)).description
    }
}

/// The application's authorization endpoint: a form POST, answered with JSON.
public struct AuthEndpoint: Hashable, Sendable {
    /// `http://` or `https://`; checked when the client is made.
    public var url: String
    /// Sent in the form after `socket_id` and `channel_name`, in this order.
    public var parameters: [AuthField]
    /// Sent as headers, save those of `ownHeaders`; the values may be secrets and are never shown.
    public var headers: [AuthField]

    /// The headers, in lower case, that every request makes for itself.
    public static let ownHeaders: Set<String> = [
        "host", "connection", "content-type", "content-length", "transfer-encoding",
    ]

    public init(url: String, parameters: [AuthField] = [], headers: [AuthField] = []) {
        self.url = url
        self.parameters = parameters
        self.headers = headers
    }
}

/// A name and its value, in a form or a header. The value may be a secret: every way of printing
/// it gives dots.
public struct AuthField: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension AuthField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and dots for the value.
    public var description: String { "\(self.name)=••••••••" }
    /// The same.
    public var debugDescription: String { self.description }
    /// Without the value, so that `dump` does not show it either.
    public var customMirror: Mirror { Mirror(self, children: ["name": self.name]) }
}
