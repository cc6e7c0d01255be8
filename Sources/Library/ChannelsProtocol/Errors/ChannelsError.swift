/// A mistake in a call. Every call that rejects its arguments throws this error; later failures are
/// reported as `ClientError`.
public struct ChannelsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of mistake.
    public var kind: Kind {
        switch self.reason {
        case .channelName: .channelName
        case .clientEvent: .clientEvent
        case .eventData: .eventData
        case .option: .option
        }
    }

    /// What exactly was wrong.
    package let reason: Reason

    /// The kinds of mistakes.
    public enum Kind: Hashable, Sendable {
        /// The text is not a channel name.
        case channelName
        /// The client event breaks a rule of the protocol.
        case clientEvent
        /// The data of an event does not fit a type, or a value cannot be sent as data.
        case eventData
        /// An option cannot be used.
        case option
    }

    /// What exactly was wrong.
    package enum Reason: Hashable, Sendable {
        case channelName(InvalidChannelName)
        case clientEvent(InvalidClientEvent)
        case eventData(InvalidEventData)
        case option(String)
    }

    /// A sentence that says what is wrong and what to do. Parts of it may come from a peer.
    public var description: String {
        switch self.reason {
        case .channelName(let reason): reason.description
        case .clientEvent(let reason): reason.description
        case .eventData(let reason): reason.description
        case .option(let sentence): sentence
        }
    }
}

extension ChannelsError {
    /// The text is not a channel name.
    package static func channelName(_ reason: InvalidChannelName) -> Self {
        Self(reason: .channelName(reason))
    }

    /// The client event breaks a rule.
    package static func clientEvent(_ reason: InvalidClientEvent) -> Self {
        Self(reason: .clientEvent(reason))
    }

    /// The data of an event does not fit a type, or a value cannot be sent as data.
    package static func eventData(_ reason: InvalidEventData) -> Self {
        Self(reason: .eventData(reason))
    }

    /// An option cannot be used. The sentence says which one and why.
    package static func option(_ sentence: String) -> Self { Self(reason: .option(sentence)) }
}

/// Why the data of an event and a type do not fit.
package struct InvalidEventData: Hashable, Sendable, CustomStringConvertible {
    /// The owner of the data, as the start of a sentence: `The data of created`.
    let subject: String
    /// The name of the Swift type that the data was to be read as.
    let type: String
    /// The path in the data, such as `orders.0.id`; empty at the top.
    package let path: String
    /// What does not fit. Parts of it may come from a peer.
    package let reason: String

    package init(subject: String, type: String, path: String, reason: String) {
        self.subject = subject
        self.type = type
        self.path = path
        self.reason = reason
    }

    /// A sentence.
    package var description: String {
        let place = self.path.isEmpty ? "" : " at \(self.path)"
        return "\(self.subject) is not \(self.type): \(self.reason)\(place)."
    }
}
