public import ChannelsFoundation
public import ChannelsProtocol

extension ChannelsClient.Channel {
    /// Sends a client event to the other subscribers of a private or presence channel (protocol
    /// 7, "Triggering Channel Client Events"). The event is queued while the channel is not yet
    /// subscribed, or while the limit of events per second is reached; at most 1,000 events can
    /// wait.
    ///
    /// - Parameters:
    ///   - event: the name, which must start with `client-`, at most 200 characters.
    ///   - data: the data, at most 10,240 bytes: a string, or JSON as a literal. For variables in
    ///     the literal, write `["text": .string(text)]`, or use `trigger(_:encoding:)`.
    /// - Returns: whether it was sent or queued; `.triggered` reports when it is sent.
    /// - Throws: `ChannelsError.clientEvent`, naming the rule that the event breaks.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, data: EventData
    ) async throws(ChannelsError) -> TriggerOutcome {
        guard let client = self.client else { throw .clientEvent(.noClient(self.name)) }
        return try await client.trigger(event.eventName, on: self.name, data: data)
    }

    /// Sends a client event with any value that can be encoded as JSON.
    ///
    /// ```swift
    /// struct Message: Encodable { var text: String }
    /// try await lobby.trigger("client-message", encoding: Message(text: "hello"))
    /// ```
    /// - Parameters:
    ///   - event: the name, which must start with `client-`, at most 200 characters.
    ///   - value: the value, at most 10,240 bytes as JSON.
    ///   - encoder: the encoder; `nil` for the one in the client's options.
    /// - Returns: whether it was sent or queued.
    /// - Throws: `ChannelsError.eventData` if the value cannot be encoded, and
    ///   `ChannelsError.clientEvent`, naming the rule that the event breaks.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, encoding value: some Encodable,
        encoder: JSONEncoder? = nil
    ) async throws(ChannelsError) -> TriggerOutcome {
        let encoder = encoder ?? self.client?.options.encoder
        let data = try EventData(encoding: value, for: event.eventName, using: encoder)
        return try await self.trigger(event, data: data)
    }
}

extension EventData {
    /// Creates event data from any value that can be encoded as JSON. A `JSONValue` is used as
    /// it is, with all its digits and in its order.
    ///
    /// - Throws: `ChannelsError.eventData` if the value cannot be encoded.
    public init(
        encoding value: some Encodable, using encoder: JSONEncoder? = nil
    ) throws(ChannelsError) {
        try self.init(encoding: value, subject: "The value", using: encoder)
    }

    package init(
        encoding value: some Encodable, for event: EventName, using encoder: JSONEncoder? = nil
    ) throws(ChannelsError) {
        try self.init(encoding: value, subject: "The data of \(event)", using: encoder)
    }

    private init(
        encoding value: some Encodable, subject: String, using encoder: JSONEncoder?
    ) throws(ChannelsError) {
        // As it is: an encoder would round numbers, and sort members.
        if let json = value as? JSONValue {
            self.init(json: json)
            return
        }
        do {
            let bytes = try (encoder ?? JSONEncoder()).encode(value)
            self.init(json: try JSONValue(parsing: Array(bytes)))
        } catch {
            let type = "\(type(of: value))"
            throw .eventData(
                InvalidEventData(subject: subject, type: type, encoding: error))
        }
    }
}
