public import ChannelsProtocol

/// The events that were published on a channel in a period, as a server with history keeps them.
public struct ChannelHistory: Hashable, Sendable {
    /// An event that was published.
    public struct Event: Hashable, Sendable {
        /// Its name.
        public let name: EventName
        /// What it contained, as it was published; of an encrypted channel, it is encrypted.
        public let data: EventData
        /// When the server took it, in milliseconds since 1970 on its own clock; `nil` if it does
        /// not say.
        public let publishedAt: Int64?
    }

    /// The events, oldest first.
    public var events: [Event]
    /// Whether these are all events of the period. A server keeps only so many, or for so long.
    public var isComplete: Bool
}

extension ChannelHistory {
    /// A page of an answer, and where the next one starts.
    struct Page {
        var events: [Event] = []
        var isComplete: Bool
        /// `nil` for the last page.
        var cursor: String?

        init(_ json: JSONValue, answering call: APICall) throws(ChannelsAPIError) {
            guard let items = json["items"]?.arrayValue else { throw .unusable(json, call) }
            self.events = items.compactMap(Event.init)
            let wasCut = json["continuity"]?["truncated_by_retention"]?.boolValue ?? false
            self.isComplete = !wasCut && self.events.count == items.count
            let hasMore = json["has_more"]?.boolValue ?? false
            self.cursor = hasMore ? json["next_cursor"]?.stringValue : nil
        }
    }
}

extension ChannelHistory.Event {
    /// Reads an item of sockudo's history; `nil` if it has no event.
    fileprivate init?(_ item: JSONValue) {
        let message = item["message"]
        guard let name = message?["event"]?.stringValue ?? item["event_name"]?.stringValue else {
            return nil
        }
        self.name = EventName(name)
        self.publishedAt = item["published_at_ms"]?.intValue.map(Int64.init)
        self.data =
            switch message?["data"] {
            case .string(let text): EventData(text)
            case .some(let json): EventData(json: json)
            case .none: EventData("")
            }
    }
}
