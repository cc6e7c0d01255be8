import ChannelsBasics

enum ProtocolEventName {
    static let connectionEstablished = "pusher:connection_established"
    static let error = "pusher:error"
    static let ping = "pusher:ping"
    static let pong = "pusher:pong"
    static let subscribe = "pusher:subscribe"
    static let unsubscribe = "pusher:unsubscribe"
    static let subscriptionSucceeded = "pusher_internal:subscription_succeeded"
    static let subscriptionError = "pusher:subscription_error"
    static let internalSubscriptionError = "pusher_internal:subscription_error"
    static let memberAdded = "pusher_internal:member_added"
    static let memberRemoved = "pusher_internal:member_removed"
    static let subscriptionCount = "pusher_internal:subscription_count"
    static let cacheMiss = "pusher:cache_miss"
    static let signIn = "pusher:signin"
    static let signInSucceeded = "pusher:signin_success"
    static let watchlistEvents = "pusher_internal:watchlist_events"
}

package enum ServerMessage: Hashable, Sendable {
    /// `pusher:connection_established`. The client uses its own timeout if this one is `nil`.
    case connectionEstablished(SocketID, activityTimeout: Duration?)
    case error(ServerError)
    case ping
    case pong
    /// `pusher_internal:subscription_succeeded`, with a presence channel's roster.
    case subscriptionSucceeded(ChannelName, roster: Roster?)
    /// `pusher:subscription_error` or `pusher_internal:subscription_error`; undocumented.
    case subscriptionError(ChannelName, type: String, text: String, status: Int?)
    case memberAdded(ChannelName, PresenceMember)
    case memberRemoved(ChannelName, UserID)
    case subscriptionCount(ChannelName, Int)
    case cacheMiss(ChannelName)
    /// `pusher:signin_success`, with the user data as the server repeated it.
    case signInSucceeded(userData: String)
    case watchlist([WatchlistChange])
    case event(ChannelsEvent)
    /// A `pusher:` or `pusher_internal:` event that this version does not know.
    case unknown(ChannelsEvent)
}

// MARK: Reading

extension FrameCodec {
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
        default: return .unknown(ChannelsEvent(envelope))
        }
    }

    // MARK: Connection

    private static func established(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        guard let payload = envelope.payload, payload.isObject else {
            throw envelope.malformed("its data is not a JSON object")
        }
        guard let text = payload["socket_id"]?.string else {
            throw envelope.malformed("socket_id is missing")
        }
        guard text.utf8.count <= SocketID.longest else {
            throw envelope.malformed(
                "the socket_id is \(text.utf8.count) bytes long; the limit is \(SocketID.longest)")
        }
        guard let socketID = SocketID(text) else {
            throw envelope.malformed("the socket_id \(text.debugDescription) is not two numbers")
        }
        let timeout = payload["activity_timeout"].flatMap(self.activityTimeout)
        return .connectionEstablished(socketID, activityTimeout: timeout)
    }

    /// A number or numeric string; `nil` if it is not positive. At least one second, so that no
    /// server makes the client ping in a loop, and at most a day, when the hosted service closes
    /// any idle connection.
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
            throw envelope.malformed("it lists no members: presence is missing or not an object")
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
        // Members are kept for as long as they stay.
        let member = PresenceMember(id: id, info: payload?["user_info"].map(EventData.init(_:)))
        return .memberAdded(channel, member.trimmed())
    }

    private static func memberRemoved(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        let channel = try envelope.requireChannel()
        return .memberRemoved(channel, try self.userID(in: envelope.payload, of: envelope))
    }

    private static func userID(
        in payload: JSONSlice?, of envelope: Envelope
    ) throws(FrameError) -> UserID {
        guard let id = payload?["user_id"]?.stringOrDigits else {
            throw envelope.malformed("its data contains no user_id")
        }
        return UserID(id)
    }

    private static func subscriptionCount(
        _ envelope: Envelope
    ) throws(FrameError) -> ServerMessage {
        let channel = try envelope.requireChannel()
        guard let value = envelope.payload?["subscription_count"], value.isNumber,
            let count = value.integer, count >= 0
        else { throw envelope.malformed("subscription_count is missing or invalid") }
        return .subscriptionCount(channel, count)
    }

    // MARK: Users

    /// If a server sends an object instead of a string of JSON, its text is used.
    private static func signInSucceeded(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        guard let userData = envelope.payload?["user_data"], userData.isString || userData.isObject
        else { throw envelope.malformed("user_data is missing") }
        return .signInSucceeded(userData: userData.string ?? userData.rawText)
    }

    private static func watchlist(_ envelope: Envelope) throws(FrameError) -> ServerMessage {
        guard let events = envelope.payload?["events"]?.elements else {
            throw envelope.malformed("its events are missing or not a list")
        }
        return .watchlist(events.compactMap(WatchlistChange.init))
    }
}

// MARK: Writing

extension ServerMessage {
    /// As the hosted service: data is a string of JSON, except for errors and published events.
    func write(to writer: inout JSONWriter) {
        typealias Name = ProtocolEventName
        switch self {
        case .connectionEstablished(let socketID, let timeout):
            writer.stringEvent(Name.connectionEstablished) { data in
                data.member("socket_id", socketID.text)
                if let timeout { data.member("activity_timeout", seconds: timeout) }
            }
        case .error(let error): error.write(to: &writer)
        case .ping: writer.stringEvent(Name.ping) { _ in }
        case .pong: writer.stringEvent(Name.pong) { _ in }
        case .subscriptionSucceeded(let channel, let roster):
            writer.stringEvent(Name.subscriptionSucceeded, channel) { roster?.write(to: &$0) }
        case .subscriptionError(let channel, let type, let text, let status):
            writer.stringEvent(Name.subscriptionError, channel) { data in
                if !type.isEmpty { data.member("type", type) }
                if !text.isEmpty { data.member("error", text) }
                if let status { data.member("status", status) }
            }
        case .memberAdded(let channel, let member):
            writer.stringEvent(Name.memberAdded, channel) { member.write(to: &$0) }
        case .memberRemoved(let channel, let id):
            writer.stringEvent(Name.memberRemoved, channel) { $0.member("user_id", id.text) }
        case .subscriptionCount(let channel, let count):
            writer.stringEvent(Name.subscriptionCount, channel) {
                $0.member("subscription_count", count)
            }
        case .cacheMiss(let channel): writer.event(Name.cacheMiss, channel)
        case .signInSucceeded(let userData):
            writer.stringEvent(Name.signInSucceeded) { $0.member("user_data", userData) }
        case .watchlist(let changes):
            writer.stringEvent(Name.watchlistEvents) { changes.write(to: &$0) }
        case .event(let event), .unknown(let event): event.write(to: &writer)
        }
    }
}
