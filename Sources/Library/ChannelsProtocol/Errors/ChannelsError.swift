/// A mistake in a call. Every call of the client that rejects its arguments throws this
/// error; later failures are reported as ``ClientError``.
public struct ChannelsError: Error, Hashable, Sendable, Printed {
    /// The kind of mistake, to react to. `description` says what to correct.
    public var kind: Kind {
        switch self.reason {
        case .channelName: .channelName
        case .eventName: .eventName
        case .userID: .userID
        case .clientEvent: .clientEvent
        case .eventData: .eventData
        case .option: .option
        }
    }

    package let reason: Reason

    /// The kinds of mistakes.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The text is not a channel name: it is empty, too long, or contains a character that is
        /// not allowed.
        case channelName
        /// The text is not an event name: it is empty or too long.
        case eventName
        /// The text is not a user id: it is empty or too long.
        case userID
        /// The client event breaks a rule of the protocol, its channel is not subscribed, or too
        /// many are waiting.
        case clientEvent
        /// The data of an event cannot be encoded as JSON, or not decoded as the requested type.
        case eventData
        /// An option cannot be used. The description names it.
        case option
    }

    package enum Reason: Hashable, Sendable {
        case channelName(InvalidChannelName)
        case eventName(String)
        case userID(String)
        case clientEvent(InvalidClientEvent)
        case eventData(InvalidEventData)
        case option(String)
    }

    package var printed: String {
        switch self.reason {
        case .channelName(let reason): reason.description
        case .clientEvent(let reason): reason.description
        case .eventData(let reason): reason.description
        case .eventName(let sentence), .userID(let sentence), .option(let sentence): sentence
        }
    }
}

extension ChannelsError {
    package static func channelName(_ reason: InvalidChannelName) -> Self {
        Self(reason: .channelName(reason))
    }

    package static func eventName(_ sentence: String) -> Self {
        Self(reason: .eventName(sentence))
    }

    package static func userID(_ sentence: String) -> Self { Self(reason: .userID(sentence)) }

    package static func clientEvent(_ reason: InvalidClientEvent) -> Self {
        Self(reason: .clientEvent(reason))
    }

    package static func eventData(_ reason: InvalidEventData) -> Self {
        Self(reason: .eventData(reason))
    }

    package static func option(_ sentence: String) -> Self { Self(reason: .option(sentence)) }
}

package struct InvalidEventData: Hashable, Sendable, CustomStringConvertible {
    let subject: String
    let type: String
    /// Such as `orders.0.id`; empty at the top.
    package let path: String
    package let reason: String

    package init(subject: String, type: String, path: String, reason: String) {
        self.subject = subject
        self.type = type
        self.path = path
        self.reason = reason
    }

    package var description: String {
        let place = self.path.isEmpty ? "" : " at \(self.path)"
        return "\(self.subject) is not \(self.type): \(self.reason)\(place)."
    }
}
