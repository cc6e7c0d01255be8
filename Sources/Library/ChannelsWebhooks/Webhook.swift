public import ChannelsFoundation
import ChannelsProtocol

/// The contents of a verified webhook: its events, and when it was sent.
public struct Webhook: Hashable, Sendable {
    package let milliseconds: Int64
    /// The events, oldest first; several if the app has batching enabled (Pusher's page
    /// "Webhooks").
    public let events: [WebhookEvent]

    /// When it was sent, on the service's clock (`time_ms`).
    public var date: Date { Date(timeIntervalSince1970: Double(self.milliseconds) / 1000) }

    package init(milliseconds: Int64, events: [WebhookEvent]) {
        self.milliseconds = milliseconds
        self.events = events
    }

    /// `{"time_ms":…,"events":[…]}`. Proves nothing about the sender; `WebhookVerifier` does.
    init(parsing body: [UInt8]) throws(WebhookError) {
        let json: JSONValue
        do { json = try JSONValue(parsing: body) } catch {
            throw .malformedBody("it is not JSON: \(error.description)")
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

    package var body: [UInt8] {
        let json: JSONValue = [
            "time_ms": .number(String(self.milliseconds)),
            "events": .array(self.events.map(\.json)),
        ]
        return Array(json.compactText.utf8)
    }
}
