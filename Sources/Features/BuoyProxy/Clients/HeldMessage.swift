import BuoyDashboard
import ChannelsProtocol

/// A message on its way through the proxy that waits until somebody decides what becomes of it.
struct HeldMessage: Hashable, Sendable, Identifiable {
    /// Counts the held messages of a proxy.
    let id: Int
    /// The connection.
    let link: Int
    /// Whether the client sent it.
    let isSent: Bool
    let content: PassingMessage
    /// When it is let go if nobody decides.
    let until: Timestamp
}

/// The contents of a text message, in either direction.
struct PassingMessage: Hashable, Sendable {
    /// The message as JSON text.
    let text: [UInt8]
    let event: ChannelsEvent

    /// - Returns: `nil` if it is not a message of the protocol.
    init?(_ text: [UInt8]) {
        guard let object = (try? JSON(parsing: text))?.objectValue,
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
        guard var object = (try? JSON(parsing: self.text))?.objectValue else { return nil }
        let wasString = object["data"].map { $0.stringValue != nil } ?? true
        let json = wasString ? nil : try? JSON(parsing: Array(data.utf8))
        let value = json ?? .string(data)
        let members = object.members.filter { $0.key != "data" }
        object = JSONObject(members + [JSONObject.Member(key: "data", value: value)])
        return Array(JSON.object(object).compactText.utf8)
    }
}

/// Which messages are held, and for how long at most.
struct HoldRule: Hashable, Sendable {
    let filter: EventFilter
    let limit: Duration

    /// Below the 30 s that both ends wait for an answer to a ping, which may be behind it.
    static let standardLimit = Duration.seconds(25)

    /// Whether a message is held, whoever sent it.
    ///
    /// Those that carry a signature are not: what is held is shown, and its data can be edited.
    func matches(_ message: PassingMessage) -> Bool {
        !Self.signed.contains(message.event.name)
            && self.filter.matches(
                ClientReport(number: 0, time: .zero, kind: .received(message.event)))
    }

    private static let signed: Set<EventName> = ["pusher:subscribe", "pusher:signin"]
}

/// A decision about a held message.
enum HeldDecision: Hashable, Sendable {
    /// Send it unchanged.
    case letGo
    /// Send it with other data.
    case change(data: String)
    /// Do not send it.
    case drop
    /// Send it twice.
    case sendTwice

    /// How often the message is sent.
    var times: Int {
        switch self {
        case .letGo, .change: 1
        case .drop: 0
        case .sendTwice: 2
        }
    }
}

/// What became of a held message.
enum HeldOutcome: Hashable, Sendable {
    case decided(HeldDecision)
    /// Nobody decided in time, or the hold or the connection ended.
    case letGoByItself
    /// Its connection ended before it continued.
    case lost
}
