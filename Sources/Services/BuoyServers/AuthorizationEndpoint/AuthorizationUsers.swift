package import ChannelsProtocol

/// Determines the users of a development endpoint. A real endpoint knows them from a session; this
/// one trusts the form, or else makes up a user from a template.
///
/// In a template `{socket_id}`, `{channel_name}`, `{user_id}` or the name of any other field stands
/// for its value; anything that is not a field is kept.
package struct AuthorizationUsers: Hashable, Sendable {
    /// The id of a client that names none: the same on every channel of a connection if it contains
    /// no channel.
    var id: String
    var guestInfo: JSONValue?
    var namedInfo: JSONValue?
    /// By user id.
    var knownInfo: [String: JSONValue]

    package init(
        id: String = "guest-{socket_id}", guestInfo: JSONValue? = ["name": "Guest"],
        namedInfo: JSONValue? = nil, knownInfo: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.guestInfo = guestInfo
        self.namedInfo = namedInfo
        self.knownInfo = knownInfo
    }

    func presenceUser(_ form: AuthorizationForm) throws(RouteRefusal) -> PresenceUser {
        let (id, info) = try self.user(form)
        return PresenceUser(id: id, info: info)
    }

    func userData(_ form: AuthorizationForm) throws(RouteRefusal) -> UserData {
        let (id, info) = try self.user(form)
        return UserData(id: id, info: info, watchlist: form.watchlist ?? [])
    }

    private func user(
        _ form: AuthorizationForm
    ) throws(RouteRefusal) -> (id: UserID, info: JSONValue?) {
        let named = form.namedUser
        let id = named ?? Self.expanded(self.id) { form.value($0) }
        let known = named == nil ? self.guestInfo : self.knownInfo[id] ?? self.namedInfo
        let template = known.map { known in
            Self.expanded(known) { $0 == "user_id" ? id : form.value($0) }
        }
        return (UserID(id), try form.userInfo() ?? template)
    }

    private static func expanded(_ value: JSONValue, _ field: (String) -> String?) -> JSONValue {
        switch value {
        case .string(let text): .string(self.expanded(text, field))
        case .array(let elements): .array(elements.map { self.expanded($0, field) })
        case .object(let object):
            .object(
                JSONValue.Object(
                    object.members.map {
                        .init(key: $0.key, value: self.expanded($0.value, field))
                    }))
        case .null, .bool, .number: value
        }
    }

    static func expanded(_ text: String, _ field: (String) -> String?) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            if let close = rest.firstIndex(of: "}"),
                let value = field(String(rest[..<close].dropFirst()))
            {
                result += value
                rest = rest[rest.index(after: close)...]
            } else {
                result.append("{")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
