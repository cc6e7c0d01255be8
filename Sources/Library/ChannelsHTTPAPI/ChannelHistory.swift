public import ChannelsFoundation
public import ChannelsProtocol

/// The events published on a channel in a period, from a server that keeps a history.
public struct ChannelHistory: Hashable, Sendable {
    /// A published event, as the history contains it.
    public struct Event: Hashable, Sendable {
        /// The channel it was published on.
        public let channel: ChannelName
        /// The name that the event was published with.
        public let name: EventName
        /// The data as published; still encrypted on an encrypted channel, as JSON with `nonce` and
        /// `ciphertext`.
        public let data: EventData
        /// The server's number of the event, which is unique on the channel; `nil` if the server
        /// does not say.
        public let serial: Int64?
        /// The time when the server accepted it, in milliseconds since 1970 on the server's clock;
        /// `nil` if the server does not say.
        package let publishedAt: Int64?

        /// The time when the server accepted it, on the server's clock; `nil` if the server does
        /// not say.
        public var published: Date? {
            self.publishedAt.map { Date(timeIntervalSince1970: Double($0) / 1000) }
        }
    }

    /// The events, oldest first.
    public var events: [Event]
    /// Whether these are all the events from the period. Servers limit how many they keep, and for
    /// how long.
    public var isComplete: Bool
}

extension ChannelHistory {
    struct Page {
        var events: [Event] = []
        var isComplete: Bool
        var cursor: String?

        init(
            _ json: JSONValue, of channel: ChannelName, answering call: APICall
        ) throws(ChannelsAPIError) {
            guard let items = json["items"]?.arrayValue else { throw .unusable(json, call) }
            self.events = items.compactMap { Event($0, on: channel) }
            let wasCut = json["continuity"]?["truncated_by_retention"]?.boolValue ?? false
            self.isComplete = !wasCut && self.events.count == items.count
            let hasMore = json["has_more"]?.boolValue ?? false
            self.cursor = hasMore ? json["next_cursor"]?.stringValue : nil
        }
    }
}

extension ChannelHistory.Event {
    /// An item of sockudo's history; `nil` if it has no event.
    fileprivate init?(_ item: JSONValue, on channel: ChannelName) {
        let message = item["message"]
        guard let name = message?["event"]?.stringValue ?? item["event_name"]?.stringValue else {
            return nil
        }
        self.channel = channel
        self.name = EventName(name)
        self.serial = item["serial"]?.intValue.map(Int64.init)
        self.publishedAt = item["published_at_ms"]?.intValue.map(Int64.init)
        self.data =
            switch message?["data"] {
            case .string(let text): EventData(text)
            case .some(let json): EventData(json: json)
            case .none: EventData("")
            }
    }
}
