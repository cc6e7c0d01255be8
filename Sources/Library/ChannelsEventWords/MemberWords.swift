package import ChannelsProtocol

extension PresenceMember {
    /// Searched for a name; servers accept one thousand bytes.
    private static let infoLimit = 16 << 10

    private static let nameKeys = [
        "name", "display_name", "displayName", "full_name", "fullName", "username", "user_name",
        "userName", "login", "nickname", "email",
    ]

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

extension [PresenceMember] {
    private static var wordLimit: Int { 40 }

    /// `u17 Bo, u18 and 3 more`
    func list(limit: Int = 5) -> String {
        let words = self.prefix(limit).map { member in
            [member.id.text, member.name].filter { !$0.isEmpty }.map {
                SpokenWords.cut($0, to: Self.wordLimit)
            }.joined(separator: " ")
        }
        let more = self.count - words.count
        return words.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
