package import ChannelsProtocol

extension Member {
    /// The most bytes of `user_info` in which a name is looked for: servers take one thousand.
    private static let infoLimit = 16 << 10

    /// Under which keys applications write a name, the most telling first.
    private static let nameKeys = [
        "name", "display_name", "displayName", "full_name", "fullName", "username", "user_name",
        "userName", "login", "nickname", "email",
    ]

    /// What `user_info` calls the member; empty when it does not say. As it came.
    package var name: String {
        guard let info = self.info, info.byteCount <= Self.infoLimit, let json = info.json else {
            return ""
        }
        for key in Self.nameKeys {
            if let name = json[key]?.stringValue, !name.isEmpty { return name }
        }
        return ""
    }
}

extension [Member] {
    /// The most characters of an id, and of a name.
    private static var wordLimit: Int { 40 }

    /// The ids and names of the first few, and how many more there are: `u17 Bo, u18 and 3 more`.
    package func list(limit: Int = 5) -> String {
        let words = self.prefix(limit).map { member in
            [member.id.text, member.name].filter { !$0.isEmpty }.map {
                String($0.unicodeScalars.prefix(Self.wordLimit))
            }.joined(separator: " ")
        }
        let more = self.count - words.count
        return words.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
