import ChannelsProtocol
public import FoundationEssentials

/// The contents of a webhook: its events, and when it was sent.
public struct Webhook: Hashable, Sendable {
    /// When it was sent, in milliseconds since 1970-01-01 00:00 UTC.
    package let milliseconds: Int64
    /// The events, oldest first.
    public let events: [WebhookEvent]

    /// The time when it was sent.
    public var date: Date { Date(timeIntervalSince1970: Double(self.milliseconds) / 1000) }

    /// A webhook with its time, in milliseconds since 1970-01-01 00:00 UTC.
    package init(milliseconds: Int64, events: [WebhookEvent]) {
        self.milliseconds = milliseconds
        self.events = events
    }

    /// Reads the body of a webhook: `{"time_ms":…,"events":[…]}`. It proves nothing about the
    /// sender; `WebhookVerifier` does.
    ///
    /// - Throws: `WebhookError.malformedBody`.
    init(parsing body: [UInt8]) throws(WebhookError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch {
            throw .malformedBody("it is not JSON: \(error)")
        }
        guard json.objectValue != nil else { throw .malformedBody("it is not a JSON object") }
        guard let time = json["time_ms"]?.intValue, time >= 0 else {
            throw .malformedBody("time_ms is missing, or not a number of milliseconds")
        }
        guard let list = json["events"]?.arrayValue else {
            throw .malformedBody("events is missing, or not a list")
        }
        self.milliseconds = Int64(time)
        var events: [WebhookEvent] = []
        for (index, json) in list.enumerated() {
            events.append(try WebhookEvent(json, at: index + 1))
        }
        self.events = events
    }

    /// The body to send.
    package var body: [UInt8] {
        let json: JSONValue = [
            "time_ms": .number(String(self.milliseconds)),
            "events": .array(self.events.map(\.json)),
        ]
        return Array(json.compactText.utf8)
    }
}
