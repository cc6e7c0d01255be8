/// Why a message could not be read. The connection stays open.
package enum FrameError: Error, Hashable, Sendable {
    /// The message is not JSON. Its first characters hint at what it is; they are untrusted text.
    case notJSON(JSONError, start: String)
    /// The message is JSON, but not an object.
    case notAnObject
    /// `event` is missing or not a string.
    case noEvent
    /// `event` is an empty string.
    case emptyEvent(channel: ChannelName?)
    /// Arrays and objects are nested deeper than `JSON.depthLimit`.
    case tooDeep
    /// A protocol event with unusable parts; `what` says what is wrong with which part.
    case malformed(event: EventName, channel: ChannelName?, what: String)
    /// A binary message of this many bytes; the protocol allows only text
    /// (docs/protocol.md, "Frames and events").
    case binary(count: Int)

    /// Whether the message may contain the signature of a sign-in, which some servers repeat.
    var mayHoldSignature: Bool {
        guard case .malformed(let event, _, _) = self else { return false }
        return event.text == ProtocolEventName.signInSucceeded
    }

    /// The channel that the message names, if it could be read.
    package var channel: ChannelName? {
        switch self {
        case .malformed(_, let channel, _), .emptyEvent(let channel): channel
        case .notJSON, .notAnObject, .noEvent, .tooDeep, .binary: nil
        }
    }
}

extension FrameError: CustomStringConvertible {
    /// A sentence that says what was wrong with the message.
    package var description: String {
        switch self {
        case .notJSON(let error, let start):
            "A message was not JSON (\(error))\(Self.guess(from: start)): \(start.debugDescription)."
        case .notAnObject:
            "A message was JSON, but not an object."
        case .noEvent:
            "A message had no event name: \"event\" is missing or not a string."
        case .emptyEvent(let channel):
            "A message\(Self.place(channel)) had an empty event name."
        case .tooDeep:
            "A message was nested more than \(JSONValue.depthLimit) levels deep."
        case .binary(let count):
            "A binary message of \(count) bytes arrived: the protocol is text only."
        case .malformed(let event, let channel, let what):
            "\(event)\(Self.place(channel)) could not be used: \(what)."
        }
    }

    private static func place(_ channel: ChannelName?) -> String {
        channel.map { $0.text.isEmpty ? "" : " on \($0)" } ?? ""
    }

    /// Proxies and wrong addresses answer with HTML pages.
    private static func guess(from start: String) -> String {
        start.utf8.first == UInt8(ascii: "<") ? ", but looks like HTML" : ""
    }
}
