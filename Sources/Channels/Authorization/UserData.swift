public import ChannelsProtocol

/// Who signs in.
public struct UserData: Hashable, Sendable {
    /// Not empty; the characters of channel names, at most 200 (protocol.md, "Limits").
    public var id: UserID
    /// What the application knows about the user: any JSON object.
    public var info: JSON?
    /// The users whose coming and going is reported. A server uses the first
    /// `watchlistLimit` of them and reports error 4302 when there are more.
    public var watchlist: [UserID]

    /// How many users can be watched (protocol.md, "Watchlist").
    public static let watchlistLimit = 100

    public init(id: UserID, info: JSON? = nil, watchlist: [UserID] = []) {
        self.id = id
        self.info = info
        self.watchlist = watchlist
    }

    /// The text that is signed and sent as `user_data`.
    package var text: String {
        var object = [JSONObject.Member(key: "id", value: .string(self.id.text))]
        if let info = self.info { object.append(JSONObject.Member(key: "user_info", value: info)) }
        if !self.watchlist.isEmpty {
            let ids = self.watchlist.map { JSON.string($0.text) }
            object.append(JSONObject.Member(key: "watchlist", value: .array(ids)))
        }
        return JSON.object(JSONObject(object)).compactText
    }
}
