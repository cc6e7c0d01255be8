/// The user that a client joins a presence channel as, chosen by the app or its endpoint.
/// It is signed and sent as `channel_data`, of at most 1 KB on the hosted service.
public struct PresenceUser: Hashable, Sendable {
    /// The user id, of 1 to 128 characters. Connections with the same id are one member.
    public var id: UserID
    /// The information that other members see: any JSON object.
    public var info: JSONValue?

    /// Creates a user with the information that other members see.
    /// - Parameters:
    ///   - id: at most 128 characters.
    ///   - info: any JSON object; `nil` for none.
    public init(id: some UserIDConvertible, info: JSONValue? = nil) {
        self.id = id.userID
        self.info = info
    }

    package static let idLengths = 1...128

    /// Signed and sent as `channel_data`.
    package var channelData: String {
        var object = [JSONValue.Object.Member(key: "user_id", value: .string(self.id.text))]
        if let info = self.info {
            object.append(JSONValue.Object.Member(key: "user_info", value: info))
        }
        return JSONValue.object(JSONValue.Object(object)).compactText
    }
}
