import ChannelsProtocol
import TextCoding

/// A WebSocket of a HAR file. Times are microseconds since 1970.
struct HARConnection: Sendable {
    let address: HARAddress
    /// When the client began to connect.
    let start: Int64
    /// How the attempt failed; `nil` if the server accepted the WebSocket.
    let refusal: ConnectFailure?
    /// In order. Their times do not go back.
    let messages: [HARMessage]

    /// The time of the last message, or the start.
    var end: Int64 { self.messages.last?.time ?? self.start }

    /// How far a time may go back: a clock was set, or two threads wrote at once.
    private static let slack: Int64 = 1_000_000

    /// - Parameter place: where the entry is, for errors.
    init(_ entry: JSONValue, _ address: HARAddress, at place: String) throws(HARError) {
        var messages: [HARMessage] = []
        for (index, value) in (entry["_webSocketMessages"]?.arrayValue ?? []).enumerated() {
            let place = "\(place), message \(index + 1)"
            var message = try HARMessage(value, at: place)
            if let last = messages.last?.time, message.time < last {
                guard last - message.time <= Self.slack else {
                    let back = Duration.microseconds(last - message.time).inWords
                    throw HARError(
                        "\(place) is \(back) earlier than the one before it, so the order of the "
                            + "messages is not known. Save the file again.")
                }
                message.time = last
            }
            messages.append(message)
        }
        let written = entry["startedDateTime"]?.stringValue.flatMap(HARTime.microseconds(ofText:))
        guard let start = [written, messages.first?.time].compactMap(\.self).min() else {
            throw HARError(
                "\(place) has no startedDateTime between 2000 and 2100. Save the file again.")
        }
        self.address = address
        self.start = start
        // A message shows that the server had accepted it, whatever the status.
        let isSilent = messages.allSatisfy { if case .error = $0.content { true } else { false } }
        self.refusal = isSilent ? Self.refusal(entry["response"]) : nil
        self.messages = messages
    }

    private static func refusal(_ response: JSONValue?) -> ConnectFailure? {
        switch response?["status"]?.intValue ?? 101 {
        case 101: return nil
        case let status where (200..<600).contains(status):
            return ConnectFailure(
                kind: .httpStatus(status, retryAfter: nil),
                text: "The server refused the WebSocket with HTTP \(status).")
        default:
            let reason = response?["_error"]?.stringValue.map { ": \($0.prefix(100))" } ?? ""
            return ConnectFailure(
                kind: .unreachable, text: "The browser could not connect\(reason).")
        }
    }
}

/// A message of a WebSocket in a HAR file.
struct HARMessage: Sendable {
    /// Microseconds since 1970.
    fileprivate(set) var time: Int64
    let content: Content

    /// What it is.
    enum Content: Hashable, Sendable {
        /// Text of the client.
        case sent(String)
        /// Text of the server.
        case received(String)
        /// A binary message of this many bytes.
        case binary(count: Int, isSent: Bool)
        /// Chrome's words for the error that ended the connection.
        case error(String)
        /// A control frame, or part of a message.
        case other
    }

    /// - Parameter place: where it is, for errors.
    fileprivate init(_ value: JSONValue, at place: String) throws(HARError) {
        guard let seconds = value["time"]?.doubleValue else {
            throw HARError("\(place) has no time. Save the file again.")
        }
        guard let time = HARTime.microseconds(ofSeconds: seconds) else {
            throw HARError(
                "\(place) has the time \(seconds), which is not in seconds since 1970 between "
                    + "2000 and 2100. Correct it, or save the file again.")
        }
        let data = value["data"]?.stringValue ?? ""
        let type = value["type"]?.stringValue ?? ""
        let opcode = value["opcode"]?.intValue ?? 1
        self.time = time
        switch (type, opcode) {
        case ("error", _): self.content = .error(String(data.prefix(200)))
        case ("send", 1): self.content = .sent(data)
        case ("receive", 1): self.content = .received(data)
        case ("send", 2), ("receive", 2):
            let count = Base64.decode(data)?.count ?? data.utf8.count
            self.content = .binary(count: count, isSent: type == "send")
        case ("send", _), ("receive", _): self.content = .other
        default:
            throw HARError(
                "\(place) has a type that is neither send nor receive. Save the file again.")
        }
    }
}
