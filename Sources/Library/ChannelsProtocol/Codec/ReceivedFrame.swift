/// A message from the server as it is passed to the client's state machine.
package struct ReceivedFrame: Hashable, Sendable {
    package var message: Result<ServerMessage, FrameError>
    /// How the server wrote it, as far as that distinguishes servers.
    var traits: FrameTraits
    /// The bytes, kept for reports of errors and of messages that could not be read; at most
    /// `frameLimit`.
    package var frame: [UInt8]?

    package init(
        _ message: Result<ServerMessage, FrameError>, traits: FrameTraits = [],
        frame: [UInt8]? = nil
    ) {
        self.message = message
        self.traits = traits
        self.frame = frame
    }

    /// The frame as text, for a report.
    var text: String? { self.frame.map { String(decoding: $0, as: UTF8.self) } }

    /// The maximum number of bytes of a frame that are kept.
    static let frameLimit = 4096
}

/// Differences between servers in writing a message (docs/protocol.md, "Servers").
package struct FrameTraits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `pusher:error` with its data as a string of JSON: Reverb.
    static let errorDataIsString = FrameTraits(rawValue: 1 << 0)
    /// `pusher:error` with its data as an object: hosted, soketi.
    static let errorDataIsObject = FrameTraits(rawValue: 1 << 1)
    /// `pusher:error` with a channel beside its data: soketi.
    static let errorNamesChannel = FrameTraits(rawValue: 1 << 2)
    /// A protocol event without the data that other servers send: soketi's success, Reverb's pong.
    static let dataIsAbsent = FrameTraits(rawValue: 1 << 3)
    /// `pusher:cache_miss` with an empty object as data: sockudo.
    static let dataIsEmptyObject = FrameTraits(rawValue: 1 << 4)
    /// The members of a presence channel as an array: PHP.
    static let hashIsArray = FrameTraits(rawValue: 1 << 5)
    /// `pusher:cache_miss` with null as data: pusher-fake.
    static let dataIsNull = FrameTraits(rawValue: 1 << 6)
}

extension Envelope {
    /// How the server wrote a protocol event.
    var traits: FrameTraits {
        switch self.event.text {
        case ProtocolEventName.error:
            let shape: FrameTraits =
                self.data.isString
                ? .errorDataIsString : self.data.isObject ? .errorDataIsObject : []
            return self.channel == nil ? shape : shape.union(.errorNamesChannel)
        case ProtocolEventName.pong, ProtocolEventName.subscriptionSucceeded:
            if self.data.isAbsent { return .dataIsAbsent }
            let hash = self.payload?["presence"]?["hash"]
            return hash?.isArray == true ? .hashIsArray : []
        case ProtocolEventName.cacheMiss:
            return switch self.data.string ?? self.data.rawText {
            case "{}": .dataIsEmptyObject
            case "null": .dataIsNull
            default: []
            }
        default:
            return []
        }
    }
}

extension ServerMessage {
    /// Whether its frame is worth keeping for a report.
    var isTrouble: Bool {
        switch self {
        case .error, .subscriptionError: true
        default: false
        }
    }
}
