import ChannelsProtocol

struct HeldMessage: Hashable, Sendable, Identifiable {
    let id: Int
    let link: Int
    let isSent: Bool
    let content: PassingMessage
    /// When it is let go if nobody decides.
    let until: ChannelsTimestamp
}

struct PassingMessage: Hashable, Sendable {
    let text: [UInt8]
    let event: ChannelsEvent

    init?(_ text: [UInt8]) {
        guard let object = (try? JSONValue(parsing: text))?.objectValue,
            let name = object["event"]?.stringValue
        else { return nil }
        let data = object["data"]
        // Subscriptions name their channel in the data.
        let channel = object["channel"]?.stringValue ?? data?["channel"]?.stringValue
        self.text = text
        self.event = ChannelsEvent(
            name: EventName(name), channel: channel.map { ChannelName(wire: $0) },
            data: data.map { $0.stringValue.map { EventData($0) } ?? EventData(json: $0) }
                ?? EventData(""))
    }

    /// The message with other data, as the sender wrote it: as JSON in a string, or as JSON.
    func replacing(data: String) -> [UInt8]? {
        guard var object = (try? JSONValue(parsing: self.text))?.objectValue else { return nil }
        let wasString = object["data"].map { $0.stringValue != nil } ?? true
        let json = wasString ? nil : try? JSONValue(parsing: Array(data.utf8))
        let value = json ?? .string(data)
        let members = object.members.filter { $0.key != "data" }
        object = JSONValue.Object(members + [JSONValue.Object.Member(key: "data", value: value)])
        return Array(JSONValue.object(object).compactText.utf8)
    }
}

enum HeldDecision: Hashable, Sendable {
    case letGo
    case change(data: String)
    case drop
    case sendTwice

    /// The changed message; `nil` if it stays as it came.
    func text(for message: PassingMessage) -> [UInt8]? {
        guard case .change(let data) = self else { return nil }
        return message.replacing(data: data)
    }

    var times: Int {
        switch self {
        case .letGo, .change: 1
        case .drop: 0
        case .sendTwice: 2
        }
    }
}

enum HeldOutcome: Hashable, Sendable {
    case decided(HeldDecision)
    /// A rule of the file decided at once.
    case ruled(HeldDecision)
    /// Nobody decided in time, or the hold or the connection ended.
    case letGoByItself
    case lost
    /// buoy sent it in the name of the other side.
    case injected
}
