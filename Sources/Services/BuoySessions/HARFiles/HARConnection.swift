import ChannelsBasics
import ChannelsProtocol

/// A WebSocket of a HAR file. Times are microseconds since 1970.
struct HARConnection: Sendable {
    let address: HARAddress
    let start: Int64
    let refusal: ConnectFailure?
    let messages: [HARMessage]
    /// When it was over, as far as the file says; never before the last message.
    let end: Int64

    var lastMessage: Int64 { self.messages.last?.time ?? self.start }

    /// Whether it had ended when the file was saved. Chrome counts the time of an open connection
    /// to its last message, and that of another to its end.
    var hasEnded: Bool { !self.messages.isEmpty && self.end - self.lastMessage > Self.rounding }

    /// How far a time may go back: a clock was set, or two threads wrote at once.
    private static let slack: Int64 = 1_000_000
    private static let rounding: Int64 = 50_000

    /// - Returns: `nil` for an attempt that failed at an unknown time: Chrome counts it from the
    ///   start of the computer if no request was sent.
    init?(_ entry: JSONValue, _ address: HARAddress, at place: String) throws(HARError) {
        let written = entry["startedDateTime"]?.stringValue.flatMap(HARTime.microseconds(ofText:))
        let values = entry["_webSocketMessages"]?.arrayValue ?? []
        let isAttempt = !values.isEmpty || entry["response"]?["status"]?.intValue == 0
        if written == nil, isAttempt, values.allSatisfy(HARMessage.isUndatedError) { return nil }
        var messages: [HARMessage] = []
        for (index, value) in values.enumerated() {
            let place = "\(place), message \(index + 1)"
            var message = try HARMessage(value, at: place)
            if let last = messages.last?.time, message.time < last {
                guard last - message.time <= Self.slack else {
                    let back = Duration.microseconds(last - message.time).inWords
                    throw HARError(
                        "\(place) is \(back) earlier than the previous message, so the message "
                            + "order is unknown. Save the file again.")
                }
                message.time = last
            }
            messages.append(message)
        }
        guard let start = [written, messages.first?.time].compactMap(\.self).min() else {
            throw HARError(
                "\(place) has no startedDateTime between 2000 and 2100. Save the file again.")
        }
        self.address = address
        self.start = start
        // A message shows that the server had accepted it, whatever the status.
        let isSilent = messages.allSatisfy { if case .error = $0.content { true } else { false } }
        self.refusal = isSilent ? Self.refusal(entry["response"], messages.last?.content) : nil
        self.messages = messages
        let duration = HARTime.microseconds(ofDuration: entry["time"]?.doubleValue ?? 0) ?? 0
        self.end = max(messages.last?.time ?? start, (written ?? start) + duration)
    }

    /// Chrome gives a refused WebSocket the status 0; the server's status is in the error text.
    private static func refusal(
        _ response: JSONValue?, _ content: HARMessage.Content?
    ) -> ConnectFailure? {
        var reason = response?["_error"]?.stringValue.map { String($0.prefix(100)) }
        var status = response?["status"]?.intValue ?? 101
        if case .error(let text) = content {
            status = Self.status(inError: text) ?? status
            reason = reason ?? HARMessage.cause(ofError: text)
        }
        switch status {
        case 101: return nil
        case 200..<600:
            return ConnectFailure(
                kind: .httpStatus(status, retryAfter: nil),
                what: "The server refused the WebSocket with HTTP \(status)")
        default:
            return ConnectFailure(
                kind: .unreachable, what: "The browser could not connect", cause: reason ?? "")
        }
    }

    /// The 503 of `Error during WebSocket handshake: Unexpected response code: 503`.
    private static func status(inError text: String) -> Int? {
        text.firstRange(of: "Unexpected response code: ").flatMap { Int(text[$0.upperBound...]) }
    }
}

struct HARMessage: Sendable {
    fileprivate(set) var time: Int64
    let content: Content

    enum Content: Hashable, Sendable {
        case sent(String)
        case received(String)
        case binary(count: Int, isSent: Bool)
        case error(String)
        /// A control frame, or part of a message.
        case other
    }

    /// An error of Chrome without `Error in connection establishment:` before it.
    static func cause(ofError text: String) -> String {
        guard text.hasPrefix("Error "), let colon = text.firstRange(of: ": ") else { return text }
        return String(text[colon.upperBound...])
    }

    /// Whether a message is Chrome's error message, whose time is not a date.
    fileprivate static func isUndatedError(_ value: JSONValue) -> Bool {
        value["type"]?.stringValue == "error"
            && value["time"]?.doubleValue.flatMap(HARTime.microseconds(ofSeconds:)) == nil
    }

    fileprivate init(_ value: JSONValue, at place: String) throws(HARError) {
        guard let seconds = value["time"]?.doubleValue else {
            throw HARError("\(place) has no time. Export the file from the browser again.")
        }
        guard let time = HARTime.microseconds(ofSeconds: seconds) else {
            throw HARError(
                "\(place) has the time \(seconds), but it must be a Unix time in seconds, between "
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
                "\(place) has an invalid type: it must be send or receive. Save the file again.")
        }
    }
}
