package import ChannelsProtocol

/// The names of the client events that the stage understands.
package enum StageEvents {
    /// A message; its data has `text`.
    package static let message: EventName = "client-message"
    /// Its sender is typing.
    package static let typing: EventName = "client-typing"
}

extension ChannelsEvent {
    /// A message to the members of a presence channel.
    package static func message(_ text: String, on channel: ChannelName) -> ChannelsEvent {
        let data: JSON = ["text": .string(text)]
        return ChannelsEvent(
            name: StageEvents.message, channel: channel, data: EventData(json: data))
    }

    /// Tells the members of a presence channel that one is typing.
    package static func typing(on channel: ChannelName) -> ChannelsEvent {
        ChannelsEvent(name: StageEvents.typing, channel: channel, data: EventData(json: [:]))
    }
}
