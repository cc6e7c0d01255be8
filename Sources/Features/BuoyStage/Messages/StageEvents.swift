package import ChannelsProtocol

package enum StageEvents {
    /// A message; its data has `text`.
    package static let message: EventName = "client-message"
    static let typing: EventName = "client-typing"
    /// A raised hand; its data has `up`.
    static let hand: EventName = "client-hand"
    /// The presenter hides a message; its data has the message's `number`, or none for all.
    static let hide: EventName = "client-hide"
}

extension ChannelsEvent {
    /// - Parameter number: `nil` outside a room.
    static func message(
        _ text: String, on channel: ChannelName, number: Int? = nil
    ) -> ChannelsEvent {
        let data: [String: JSONValue] =
            number.map { ["text": .string(text), "number": JSONValue($0)] }
            ?? ["text": .string(text)]
        return ChannelsEvent(
            name: StageEvents.message, channel: channel, data: EventData(json: JSONValue(data)))
    }

    static func hand(isUp: Bool, on channel: ChannelName) -> ChannelsEvent {
        ChannelsEvent(
            name: StageEvents.hand, channel: channel, data: EventData(json: ["up": .bool(isUp)]))
    }

    static func hide(_ number: Int?, on channel: ChannelName) -> ChannelsEvent {
        ChannelsEvent(
            name: StageEvents.hide, channel: channel,
            data: EventData(json: JSONValue(number.map { ["number": JSONValue($0)] } ?? [:])))
    }

    static func typing(on channel: ChannelName) -> ChannelsEvent {
        ChannelsEvent(name: StageEvents.typing, channel: channel, data: EventData(json: [:]))
    }
}
