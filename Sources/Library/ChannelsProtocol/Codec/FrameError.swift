/// Why a message could not be read. The connection stays open.
package enum FrameError: Error, Hashable, Sendable {
    /// The message's first characters hint at what it is; untrusted text.
    case notJSON(JSONError, start: String)
    case notAnObject
    case noEvent
    /// A message of another kind of server.
    case foreign(String)
    case emptyEvent(channel: ChannelName?)
    case tooDeep
    case malformed(event: EventName, channel: ChannelName?, what: String)
    /// The protocol allows only text (docs/protocol.md, "Frames and events").
    case binary(count: Int)

    /// Whether it may contain the signature of a sign-in, which some servers repeat.
    var mayHoldSignature: Bool {
        guard case .malformed(let event, _, _) = self else { return false }
        return event.text == ProtocolEventName.signInSucceeded
    }

    package var channel: ChannelName? {
        switch self {
        case .malformed(_, let channel, _), .emptyEvent(let channel): channel
        case .notJSON, .notAnObject, .noEvent, .foreign, .tooDeep, .binary: nil
        }
    }
}

extension FrameError {
    /// How much of a message that is not JSON is quoted.
    static let quotedStart = 60
    /// How much is read for it: a signature that starts in the quoted part is seen whole.
    static let readStart = 124
}

extension FrameError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let error, let start):
            "A message was not JSON (\(error.description))\(Self.guess(from: start)): "
                + "\(String(start.prefix(Self.quotedStart)).debugDescription)."
        case .notAnObject:
            "A message was JSON, but not an object."
        case .noEvent:
            "A message had no event name: \"event\" is missing or not a string."
        case .foreign(let service):
            "A message came from \(service), not from a Channels server."
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

    /// Names the server by the start of its greeting.
    static func withoutJSON(_ frame: [UInt8], _ error: JSONError) -> FrameError {
        let start = String(decoding: frame.prefix(Self.readStart), as: UTF8.self)
        let known = [
            ("0{\"sid\"", "Socket.IO"), ("CONNECTED\n", "a STOMP broker"),
            ("Request served by ", "an echo server"),
        ]
        return known.first { start.hasPrefix($0.0) }.map { .foreign($0.1) }
            ?? .notJSON(error, start: start)
    }

    /// Names the server by a member that its first message has.
    static func withoutEvent(_ frame: [UInt8]) -> FrameError {
        let start = String(decoding: frame.prefix(Self.readStart), as: UTF8.self)
        let known = [
            ("\"type\":\"welcome\"", "Action Cable (Rails)"),
            ("\"type\":\"connection_ack\"", "a GraphQL server"),
            ("\"action\":4", "Ably's own protocol"), ("{\"connect\":", "Centrifugo"),
        ]
        return known.first { start.contains($0.0) }.map { .foreign($0.1) } ?? .noEvent
    }
}
