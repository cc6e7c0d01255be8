extension ServerMessage {
    /// Writes the members of the message, as the hosted service does: data is a string of JSON,
    /// except for errors and for what others published.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .connectionEstablished(let socketID, let timeout):
            writer.event(
                ProtocolEventName.connectionEstablished,
                stringOf: { data in
                    data.member("socket_id", socketID.text)
                    if let timeout { data.member("activity_timeout", seconds: timeout) }
                })
        case .error(let error): error.write(to: &writer)
        case .ping: writer.event(ProtocolEventName.ping, stringOf: { _ in })
        case .pong: writer.event(ProtocolEventName.pong, stringOf: { _ in })
        case .subscriptionSucceeded(let channel, let roster):
            writer.event(
                ProtocolEventName.subscriptionSucceeded, channel,
                stringOf: { data in
                    roster?.write(to: &data)
                })
        case .subscriptionError(let channel, let type, let text, let status):
            writer.event(
                ProtocolEventName.subscriptionError, channel,
                stringOf: { data in
                    if !type.isEmpty { data.member("type", type) }
                    if !text.isEmpty { data.member("error", text) }
                    if let status { data.member("status", status) }
                })
        case .memberAdded(let channel, let member):
            writer.event(
                ProtocolEventName.memberAdded, channel,
                stringOf: { data in
                    data.member("user_id", member.id.text)
                    if let info = member.info { data.member("user_info", info) }
                })
        case .memberRemoved(let channel, let id):
            writer.event(
                ProtocolEventName.memberRemoved, channel,
                stringOf: { data in
                    data.member("user_id", id.text)
                })
        case .subscriptionCount(let channel, let count):
            writer.event(
                ProtocolEventName.subscriptionCount, channel,
                stringOf: { data in
                    data.member("subscription_count", count)
                })
        case .cacheMiss(let channel):
            writer.event(ProtocolEventName.cacheMiss, channel)
        case .signInSucceeded(let userData):
            writer.event(
                ProtocolEventName.signInSucceeded,
                stringOf: { data in
                    data.member("user_data", userData)
                })
        case .watchlist(let changes):
            writer.event(
                ProtocolEventName.watchlistEvents,
                stringOf: { data in
                    data.key("events")
                    data.array { list in for change in changes { change.write(to: &list) } }
                })
        case .event(let event), .unknown(let event): event.write(to: &writer)
        }
    }
}

extension ServerError {
    fileprivate func write(to writer: inout JSONWriter) {
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
    fileprivate func write(to writer: inout JSONWriter) {
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

extension WatchlistChange {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { change in
            change.member("name", self.name)
            change.key("user_ids")
            change.array { ids in for id in self.userIDs { ids.string(id.text) } }
        }
    }
}
