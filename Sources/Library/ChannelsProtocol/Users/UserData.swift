/// The user who signs in, as the server will know them. It is signed and sent as
/// `user_data`.
public struct UserData: Hashable, Sendable {
    /// A non-empty id of at most 200 characters, all allowed in channel names. Events for the
    /// user are published to this id.
    public var id: UserID
    /// The application's information about the user: any JSON object.
    public var info: JSONValue?
    /// The users whose online status is reported. A server uses the first 100 and reports error
    /// 4302 if there are more.
    public var watchlist: [UserID]

    package static let idLengths = 1...200

    /// Creates a user to sign in.
    /// - Parameters:
    ///   - id: a non-empty id of at most 200 characters.
    ///   - info: any JSON object; `nil` for none.
    ///   - watchlist: the users whose status is reported, at most 100.
    public init(
        id: some UserIDConvertible, info: JSONValue? = nil, watchlist: [UserID] = []
    ) {
        self.id = id.userID
        self.info = info
        self.watchlist = watchlist
    }

    /// Signed and sent as `user_data`.
    package var text: String {
        var object = [JSONValue.Object.Member(key: "id", value: .string(self.id.text))]
        if let info = self.info {
            object.append(JSONValue.Object.Member(key: "user_info", value: info))
        }
        if !self.watchlist.isEmpty {
            let ids = self.watchlist.map { JSONValue.string($0.text) }
            object.append(JSONValue.Object.Member(key: "watchlist", value: .array(ids)))
        }
        return JSONValue.object(JSONValue.Object(object)).compactText
    }
}
