extension FrameCodec {
    /// Reads an event whose name is the protocol's own.
    static func decodeProtocolEvent(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        switch envelope.event.text {
        case ProtocolEventName.ping: return .ping
        case ProtocolEventName.pong: return .pong
        case ProtocolEventName.error: return .error(ServerError(envelope))
        case ProtocolEventName.connectionEstablished: return try self.established(envelope)
        case ProtocolEventName.subscriptionSucceeded: return try self.succeeded(envelope)
        case ProtocolEventName.subscriptionError, ProtocolEventName.internalSubscriptionError:
            return try self.subscriptionError(envelope)
        case ProtocolEventName.memberAdded: return try self.memberAdded(envelope)
        case ProtocolEventName.memberRemoved: return try self.memberRemoved(envelope)
        case ProtocolEventName.subscriptionCount: return try self.subscriptionCount(envelope)
        case ProtocolEventName.cacheMiss: return .cacheMiss(try envelope.requireChannel())
        case ProtocolEventName.signInSucceeded: return try self.signInSucceeded(envelope)
        case ProtocolEventName.watchlistEvents: return try self.watchlist(envelope)
        default: return .unknown(ChannelEvent(envelope))
        }
    }

    // MARK: Connection

    private static func established(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        guard let payload = envelope.payload, payload.isObject else {
            throw envelope.malformed("its data is not a JSON object")
        }
        guard let text = payload["socket_id"]?.string else {
            throw envelope.malformed("there is no socket_id")
        }
        guard let socketID = SocketID(text) else {
            throw envelope.malformed("the socket_id \(text.debugDescription) is not two numbers")
        }
        let timeout = payload["activity_timeout"].flatMap(self.activityTimeout)
        return .connectionEstablished(socketID, activityTimeout: timeout)
    }

    /// A number of seconds, or a string that holds one; `nil` when it is not positive. One second
    /// is the least, so that no server makes us ping in a loop, and a day the most: by then the
    /// hosted service closes any idle connection.
    private static func activityTimeout(_ value: JSONSlice) -> Duration? {
        guard let seconds = value.stringOrDigits.flatMap(JSONNumber.double), seconds > 0 else {
            return nil
        }
        return .seconds(min(max(seconds, 1), 86_400))
    }

    // MARK: Channels

    private static func succeeded(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        let channel = try envelope.requireChannel()
        guard channel.kind.hasMembers else { return .subscriptionSucceeded(channel, roster: nil) }
        guard let payload = envelope.payload, payload.isObject else {
            throw envelope.malformed("its data is not a JSON object")
        }
        guard let presence = payload["presence"], let roster = Roster(presence: presence) else {
            throw envelope.malformed("it lists no members: there is no object under presence")
        }
        return .subscriptionSucceeded(channel, roster: roster)
    }

    private static func subscriptionError(
        _ envelope: Envelope
    ) throws(FrameError) -> ServerMessage {
        let payload = envelope.payload
        return .subscriptionError(
            try envelope.requireChannel(),
            type: payload?["type"]?.stringOrDigits ?? "",
            text: payload?["error"]?.stringOrDigits ?? envelope.plainText ?? "",
            status: payload?["status"]?.integer
        )
    }

    private static func memberAdded(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        let channel = try envelope.requireChannel()
        let payload = envelope.payload
        let id = try self.userID(in: payload, of: envelope)
        return .memberAdded(
            channel, Member(id: id, info: payload?["user_info"].map(EventData.init(_:))))
    }

    private static func memberRemoved(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        let channel = try envelope.requireChannel()
        return .memberRemoved(channel, try self.userID(in: envelope.payload, of: envelope))
    }

    private static func userID(
        in payload: JSONSlice?, of envelope: Envelope
    ) throws(FrameError) -> UserID {
        guard let id = payload?["user_id"]?.stringOrDigits else {
            throw envelope.malformed("there is no user_id in its data")
        }
        return UserID(id)
    }

    private static func subscriptionCount(
        _ envelope: Envelope
    ) throws(FrameError) -> ServerMessage {
        let channel = try envelope.requireChannel()
        guard let value = envelope.payload?["subscription_count"], value.isNumber,
            let count = value.integer, count >= 0
        else { throw envelope.malformed("there is no subscription_count that can be one") }
        return .subscriptionCount(channel, count)
    }

    // MARK: Users

    /// The user data is a string of JSON; where a server sends it as an object, its text is taken.
    private static func signInSucceeded(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        guard let userData = envelope.payload?["user_data"], userData.isString || userData.isObject
        else { throw envelope.malformed("there is no user_data") }
        return .signInSucceeded(userData: userData.string ?? userData.rawText)
    }

    private static func watchlist(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        guard let events = envelope.payload?["events"]?.elements else {
            throw envelope.malformed("there is no list under events")
        }
        return .watchlist(events.compactMap(WatchlistChange.init))
    }
}

extension WatchlistChange {
    /// - Returns: `nil` when there is no name.
    fileprivate init?(_ event: JSONSlice) {
        guard let name = event["name"]?.string else { return nil }
        let ids = event["user_ids"]?.elements ?? []
        self.init(name: name, userIDs: ids.compactMap { $0.stringOrDigits.map { UserID($0) } })
    }
}

extension ServerError {
    /// Takes any shape: an object, a string of one (Reverb), plain words, nothing.
    fileprivate init(_ envelope: Envelope) {
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
    /// The data as text, where it is not a JSON object; `nil` when there is none.
    fileprivate var plainText: String? {
        guard !self.data.isAbsent, !self.data.isNull, self.payload?.isObject != true else {
            return nil
        }
        return EventData(self.data).text
    }
}
