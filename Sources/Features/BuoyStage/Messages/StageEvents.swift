package import ChannelsProtocol

/// The names of the client events that the stage understands.
package enum StageEvents {
    /// A message; its data has `text`.
    package static let message: EventName = "client-message"
    /// Its sender is typing.
    static let typing: EventName = "client-typing"
}

extension ChannelsEvent {
    /// A message to the members of a presence channel.
    static func message(_ text: String, on channel: ChannelName) -> ChannelsEvent {
        let data: JSON = ["text": .string(text)]
        return ChannelsEvent(
            name: StageEvents.message, channel: channel, data: EventData(json: data))
    }

    /// Tells the members of a presence channel that one is typing.
    static func typing(on channel: ChannelName) -> ChannelsEvent {
        ChannelsEvent(name: StageEvents.typing, channel: channel, data: EventData(json: [:]))
    }
}
