package struct ReceivedFrame: Hashable, Sendable {
    package var message: Result<ServerMessage, FrameError>
    var traits: FrameTraits
    /// Kept for reports of errors and unreadable messages; at most `readLimit` bytes.
    package var frame: [UInt8]?

    package init(
        _ message: Result<ServerMessage, FrameError>, traits: FrameTraits = [],
        frame: [UInt8]? = nil
    ) {
        self.message = message
        self.traits = traits
        self.frame = frame
    }

    /// For a log: what it is, if it may contain an app's data, in free text for example.
    package var privateWords: String? {
        switch self.message {
        case .success(.error(let error)):
            "\(ProtocolEventName.error)\(error.code.map { " \($0)" } ?? "")"
        case .success(.subscriptionError(let channel, _, _, let status)):
            "\(ProtocolEventName.subscriptionError)\(status.map { " \($0)" } ?? "") on \(channel)"
        case .success(.unknown(let event)): "\(event.name)"
        case .success: nil
        case .failure: "an unreadable message"
        }
    }

    var text: String? { self.frame.map { String(decoding: $0, as: UTF8.self) } }

    /// The most that a report quotes, and that is read for it: no half of a secret is shown.
    static let frameLimit = 4096
    static let readLimit = frameLimit + 1024
}

/// How servers differ in writing a message (docs/protocol.md, "Servers").
package struct FrameTraits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `pusher:error` with a string of JSON as data: Reverb.
    static let errorDataIsString = FrameTraits(rawValue: 1 << 0)
    /// `pusher:error` with an object as data: hosted, soketi.
    static let errorDataIsObject = FrameTraits(rawValue: 1 << 1)
    /// `pusher:error` with a channel beside its data: soketi.
    static let errorNamesChannel = FrameTraits(rawValue: 1 << 2)
    /// A protocol event without its usual data: soketi's success, Reverb's pong.
    static let dataIsAbsent = FrameTraits(rawValue: 1 << 3)
    /// `pusher:cache_miss` with an empty object as data: sockudo.
    static let dataIsEmptyObject = FrameTraits(rawValue: 1 << 4)
    /// The members of a presence channel as an array: PHP.
    static let hashIsArray = FrameTraits(rawValue: 1 << 5)
    /// `pusher:cache_miss` with null as data: pusher-fake.
    static let dataIsNull = FrameTraits(rawValue: 1 << 6)
}

extension Envelope {
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
    var isTrouble: Bool {
        switch self {
        case .error, .subscriptionError: true
        default: false
        }
    }
}
