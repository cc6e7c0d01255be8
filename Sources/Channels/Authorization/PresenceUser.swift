public import ChannelsProtocol

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
        return JSON.object(JSONObject(object)).compactText
    }
}
