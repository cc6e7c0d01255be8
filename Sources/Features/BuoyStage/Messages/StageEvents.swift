package import ChannelsProtocol

package enum StageEvents {
    /// A message; its data has `text`.
    package static let message: EventName = "client-message"
    static let typing: EventName = "client-typing"
}

extension ChannelsEvent {
    static func message(_ text: String, on channel: ChannelName) -> ChannelsEvent {
        let data: JSONValue = ["text": .string(text)]
        return ChannelsEvent(
            name: StageEvents.message, channel: channel, data: EventData(json: data))
    }

    static func typing(on channel: ChannelName) -> ChannelsEvent {
        ChannelsEvent(name: StageEvents.typing, channel: channel, data: EventData(json: [:]))
    }
}
