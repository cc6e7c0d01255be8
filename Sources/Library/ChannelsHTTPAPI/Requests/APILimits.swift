public import ChannelsProtocol

/// Checked before anything is sent (Pusher's "HTTP API reference"). Every error names the limit
/// and the value.
struct APILimits: Hashable, Sendable {
    static let channels = 100

    var dataBytes: Int

    static func check(_ channel: ChannelName) throws(ChannelsAPIError) {
        guard !channel.isServerToUser else { return }
        do { _ = try ChannelName(channel.text) } catch { throw .invalid(error.description) }
    }

    static func check(_ channels: [ChannelName]) throws(ChannelsAPIError) {
        guard !channels.isEmpty else { throw .invalid("An event requires at least one channel.") }
        guard channels.count <= Self.channels else {
            throw .invalid(
                "The event is for \(channels.count) channels; the limit is \(Self.channels).")
        }
        for channel in channels { try Self.check(channel) }
        guard channels.count > 1, let encrypted = channels.first(where: \.kind.isEncrypted) else {
            return
        }
        throw .invalid(
            "The channel \(encrypted) is encrypted with its own key, so the event cannot go to "
                + "\(channels.count) channels at once: publish it to each separately.")
    }

    static func check(_ event: EventName) throws(ChannelsAPIError) {
        if let problem = event.problem { throw .invalid(problem) }
    }

    /// The id becomes part of a channel name, and follows its rules.
    static func check(_ user: UserID) throws(ChannelsAPIError) {
        guard !user.text.isEmpty else { throw .invalid("A user id cannot be empty.") }
        guard (try? ChannelName(user.text)) != nil else {
            throw .invalid(
                "The user id \(user.text.debugDescription) is invalid: use at most "
                    + "\(ChannelName.lengthLimit) letters, digits and _ - = @ , . ;")
        }
    }

    func check(_ data: EventData, of event: EventName) throws(ChannelsAPIError) {
        let count = data.byteCount
        guard count <= self.dataBytes else {
            throw .invalid(
                "The data of \(event.text.oneLine(limit: 60)) is \(count) bytes; "
                    + "the limit is \(self.dataBytes).")
        }
    }

    static func check(prefix: String) throws(ChannelsAPIError) {
        guard prefix.isEmpty || (try? ChannelName(prefix)) != nil else {
            throw .invalid(
                "No channel name can start with \(prefix.debugDescription): names have at most "
                    + "\(ChannelName.lengthLimit) letters, digits and _ - = @ , . ;")
        }
    }

    // MARK: Attributes

    static func check(
        _ info: Set<ChannelAttribute>, ofChannelsWithPrefix prefix: String
    ) throws(ChannelsAPIError) {
        guard !info.contains(.userCount) || ChannelKind(prefixOf: prefix).hasMembers else {
            throw .invalid(
                "user_count requires a pattern that starts with presence-, such as presence-*: "
                    + "only presence channels have users.")
        }
        guard !info.contains(.cache) else {
            throw .invalid("cache is available for one channel only, not for a list.")
        }
    }

    static func check(
        _ info: Set<ChannelAttribute>, of channel: ChannelName
    ) throws(ChannelsAPIError) {
        guard !info.contains(.userCount) || channel.kind.hasMembers else {
            throw .invalid(
                "user_count is available for presence channels only: \(channel) does not start with "
                    + "presence-.")
        }
        guard !info.contains(.cache) || channel.kind.isCache else {
            throw .invalid("cache is available for cache channels only, and \(channel) is not one.")
        }
    }

    static func check(
        _ info: Set<ChannelAttribute>, ofEventOn channels: [ChannelName]
    ) throws(ChannelsAPIError) {
        guard !info.contains(.userCount) || channels.contains(where: \.kind.hasMembers) else {
            throw .invalid(
                "user_count is available for presence channels only, and the event is on none.")
        }
        guard !info.contains(.cache) else {
            throw .invalid(
                "cache is not available when publishing: query the channel afterwards.")
        }
    }
}

extension SocketID {
    /// Creates a socket id from a string that a client sent, such as a form field, for
    /// `excluding:`.
    ///
    /// - Throws: `ChannelsAPIError.Kind.invalidRequest` unless the string is two numbers
    ///   separated by a dot.
    public init(checking text: String) throws(ChannelsAPIError) {
        guard let id = SocketID(text) else {
            throw .invalid(
                "The socket id \(text.oneLine(limit: 80).debugDescription) is not two numbers "
                    + "separated by a dot, such as 123.456.")
        }
        self = id
    }
}
