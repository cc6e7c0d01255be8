import ChannelsBasics

package struct ServerError: Hashable, Sendable {
    package var code: Int?
    package var message: String
    package var channel: ChannelName?

    package init(code: Int?, message: String, channel: ChannelName? = nil) {
        self.code = code
        self.message = message
        self.channel = channel
    }
}

/// A change in the online status of users on the watchlist (Pusher's page "Watchlist
/// events"). The first, after the sign-in, lists those who are online.
public struct WatchlistChange: Hashable, Sendable {
    /// `online` or `offline`, as the server wrote it.
    public var name: String
    /// The affected users, in the server's order.
    public var userIDs: [UserID]

    package init(name: String, userIDs: [UserID]) {
        self.name = name
        self.userIDs = userIDs
    }
}

// MARK: Reading

extension WatchlistChange {
    init?(_ event: JSONSlice) {
        guard let name = event["name"]?.string else { return nil }
        let ids = event["user_ids"]?.elements ?? []
        self.init(name: name, userIDs: ids.compactMap { $0.stringOrDigits.map { UserID($0) } })
    }
}

extension ServerError {
    /// Accepts any shape: an object, a string that contains one (Reverb), plain text, nothing.
    init(_ envelope: Envelope) {
        let payload = envelope.payload
        let message = payload?["message"].map { $0.string ?? $0.rawText }
        self.init(
            code: payload?["code"]?.integer,
            message: message ?? envelope.plainText ?? "",
            channel: envelope.channel
        )
    }
}

extension Envelope {
    var plainText: String? {
        guard !self.data.isAbsent, !self.data.isNull, self.payload?.isObject != true else {
            return nil
        }
        return EventData(self.data).text
    }
}

// MARK: Writing

extension ServerError {
    func write(to writer: inout JSONWriter) {
        writer.event(ProtocolEventName.error, self.channel)
        writer.key("data")
        writer.object { data in
            data.key("code")
            data.write(self.code.map { .number(String($0)) } ?? .null)
            data.member("message", self.message)
        }
    }
}

extension Roster {
    func write(to writer: inout JSONWriter) {
        writer.key("presence")
        writer.object { presence in
            presence.member("count", self.claimedCount ?? self.members.count)
            presence.key("ids")
            presence.array { ids in
                for member in self.members { ids.string(member.id.text) }
            }
            presence.key("hash")
            presence.object { hash in
                for member in self.members {
                    hash.member(member.id.text, member.info ?? EventData(json: .null))
                }
            }
        }
    }
}

extension PresenceMember {
    func write(to data: inout JSONWriter) {
        data.member("user_id", self.id.text)
        if let info = self.info { data.member("user_info", info) }
    }
}

extension [WatchlistChange] {
    func write(to data: inout JSONWriter) {
        data.key("events")
        data.array { list in for change in self { change.write(to: &list) } }
    }
}

extension WatchlistChange {
    func write(to writer: inout JSONWriter) {
        writer.object { change in
            change.member("name", self.name)
            change.key("user_ids")
            change.array { ids in for id in self.userIDs { ids.string(id.text) } }
        }
    }
}
