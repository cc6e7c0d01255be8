public import ChannelsProtocol
import FoundationEssentials

extension Channel {
    /// Sends a client event to the other subscribers of a private or presence channel. The event is
    /// queued until the channel is subscribed, and while the limit of events per second is reached.
    ///
    /// - Returns: whether it was sent or queued; `.triggered` reports when it is sent.
    /// - Throws: `ChannelsError.clientEvent` with the rule that the event breaks.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, data: EventData
    ) async throws(ChannelsError) -> TriggerOutcome {
        try await self.client.trigger(event.eventName, on: self.name, data: data)
    }

    /// Sends a client event with a value of any type that can be encoded as JSON.
    ///
    /// ```swift
    /// try await lobby.trigger("client-typing", data: ["typing": true])
    /// ```
    /// - Returns: whether it was sent or queued.
    /// - Throws: `ChannelsError.eventData` if the value cannot be encoded, and
    ///   `ChannelsError.clientEvent` with the rule that the event breaks.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, data: some Encodable
    ) async throws(ChannelsError) -> TriggerOutcome {
        try await self.trigger(event, data: EventData(encoding: data, for: event.eventName))
    }
}

extension EventData {
    /// The value as JSON.
    ///
    /// - Throws: `ChannelsError.eventData` if the value cannot be encoded.
    package init(
        encoding value: some Encodable, for event: EventName
    ) throws(ChannelsError) {
        do {
            self.init(json: try JSON(parsing: Array(try JSONEncoder().encode(value))))
        } catch {
            throw .eventData(
                InvalidEventData(event: event, type: "\(type(of: value))", encoding: error))
        }
    }
}
