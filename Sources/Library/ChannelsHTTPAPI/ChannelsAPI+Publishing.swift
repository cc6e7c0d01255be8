import ChannelsBasics
public import ChannelsFoundation
public import ChannelsProtocol
import ChannelsSigning

extension ChannelsAPI {
    /// Publishes an event on one or more channels.
    ///
    /// - Parameters:
    ///   - event: the event name, 1 to 200 characters.
    ///   - channels: 1 to 100 channels. An encrypted channel must be the only one, because each has
    ///     its own key.
    ///   - data: the data: a string, which is sent unchanged, or JSON as a literal. For variables
    ///     in the literal, write `["text": .string(text)]`, or use `trigger(_:on:encoding:)`. On
    ///     an encrypted channel, it is encrypted.
    ///   - excluded: a connection that should not receive the event, usually the one that caused
    ///     it.
    ///   - info: channel attributes to request at the same time. The hosted service counts this as
    ///     another message.
    /// - Returns: the requested information, in the order of the channels; empty without `info`.
    /// - Throws: `ChannelsAPIError`, whose `effect` says whether the event was published;
    ///   `CancellationError` if the task is cancelled, in which case it may have been.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, on channels: [some ChannelNameConvertible],
        data: EventData, excluding excluded: SocketID? = nil, info: Set<ChannelAttribute> = []
    ) async throws -> [ChannelInfo] {
        let channels = channels.map(\.channelName)
        let checked = try self.checked(
            event.eventName, on: channels, data: data, excluding: excluded, info: info)
        let json = try await self.perform(
            APICall(
                "POST", "/events", body: checked.body(listsChannels: true),
                purpose: .publishing(events: 1), about: channels))
        guard !info.isEmpty else { return [] }
        return try ChannelInfo.list(json["channels"], answering: channels)
    }

    /// Publishes an event on a channel, with the same limits and errors as on several: see
    /// `trigger(_:on:data:excluding:info:)`.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, on channel: some ChannelNameConvertible,
        data: EventData, excluding excluded: SocketID? = nil, info: Set<ChannelAttribute> = []
    ) async throws -> [ChannelInfo] {
        try await self.trigger(
            event, on: [channel], data: data, excluding: excluded, info: info)
    }

    /// Publishes an event with any value that can be encoded as JSON.
    ///
    /// - Parameters:
    ///   - event: the event name, 1 to 200 characters.
    ///   - channel: the channel.
    ///   - value: the value.
    ///   - excluded: a connection that should not receive the event, usually the one that
    ///     caused it.
    ///   - info: channel attributes to request at the same time.
    ///   - encoder: the encoder; `nil` for the one in the options.
    /// - Throws: `ChannelsAPIError`, of the kind `.invalidRequest` if the value cannot be
    ///   encoded. Its `effect` says whether the event was published.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, on channel: some ChannelNameConvertible,
        encoding value: some Encodable, excluding excluded: SocketID? = nil,
        info: Set<ChannelAttribute> = [], encoder: JSONEncoder? = nil
    ) async throws -> [ChannelInfo] {
        try await self.trigger(
            event, on: [channel], encoding: value, excluding: excluded, info: info,
            encoder: encoder)
    }

    /// Publishes an event on 1 to 100 channels, with any value that can be encoded as JSON. An
    /// encrypted channel must be the only one.
    ///
    /// - Throws: `ChannelsAPIError`, of the kind `.invalidRequest` if the value cannot be
    ///   encoded. Its `effect` says whether the event was published.
    @discardableResult
    public func trigger(
        _ event: some EventNameConvertible, on channels: [some ChannelNameConvertible],
        encoding value: some Encodable, excluding excluded: SocketID? = nil,
        info: Set<ChannelAttribute> = [], encoder: JSONEncoder? = nil
    ) async throws -> [ChannelInfo] {
        let data = try EventData(
            encoding: value, for: event.eventName, using: encoder ?? self.options.encoder)
        return try await self.trigger(
            event, on: channels, data: data, excluding: excluded, info: info)
    }

    /// Publishes an event to a signed-in user, on all of their connections. Clients receive it
    /// with `userEvents` or `bindUser`.
    ///
    /// - Throws: `ChannelsAPIError`, whose `effect` says whether the event was published;
    ///   `CancellationError` if the task is cancelled, in which case it may have been.
    public func send(
        _ event: some EventNameConvertible, to user: some UserIDConvertible, data: EventData
    ) async throws {
        let user = user.userID
        try APILimits.check(user)
        let channel = ChannelName(wire: ChannelName.serverToUserPrefix + user.text)
        try await self.trigger(event, on: [channel], data: data)
    }

    /// Publishes an event to a signed-in user, with any value that can be encoded as JSON.
    ///
    /// - Throws: `ChannelsAPIError`, of the kind `.invalidRequest` if the value cannot be
    ///   encoded. Its `effect` says whether the event was published.
    public func send(
        _ event: some EventNameConvertible, to user: some UserIDConvertible,
        encoding value: some Encodable, encoder: JSONEncoder? = nil
    ) async throws {
        let data = try EventData(
            encoding: value, for: event.eventName, using: encoder ?? self.options.encoder)
        try await self.send(event, to: user, data: data)
    }

    /// Publishes several events, ten per request (`POST /batch_events`). Stops at the first
    /// failed request, and when the task is cancelled.
    ///
    /// - Returns: the outcome of each event, even if the task is cancelled.
    /// - Throws: `ChannelsAPIError.Kind.invalidRequest` if an event breaks a limit, in which
    ///   case nothing was sent.
    public func trigger(_ events: [BatchEvent]) async throws -> BatchResult {
        try await self.trigger(events) { _ in }
    }

    package func trigger(
        _ events: [BatchEvent], progress: @Sendable (BatchResult) -> Void
    ) async throws -> BatchResult {
        var checked: [CheckedEvent] = []
        for (index, event) in events.enumerated() {
            do throws(ChannelsAPIError) {
                checked.append(
                    try self.checked(
                        event.name, on: [event.channel], data: event.data,
                        excluding: event.excluded, info: event.info))
            } catch {
                throw ChannelsAPIError.invalid("Event \(index + 1): \(error.description)")
            }
        }
        var result = BatchResult(events: events)
        while let range = result.nextRequest {
            do throws(CallFailure) {
                let json = try await self.answer(
                    APICall(
                        "POST", "/batch_events", body: CheckedEvent.batch(checked[range]),
                        purpose: .publishing(events: range.count),
                        about: events[range].map(\.channel)))
                result.published(range, json["batch"]?.arrayValue ?? [])
            } catch {
                result.failed(range, error)
            }
            progress(result)
        }
        return result
    }

    private func checked(
        _ event: EventName, on channels: [ChannelName], data: EventData,
        excluding excluded: SocketID?, info: Set<ChannelAttribute>
    ) throws(ChannelsAPIError) -> CheckedEvent {
        try CheckedEvent(
            event, channels, data, excluded, info,
            limits: APILimits(dataBytes: self.options.maximumDataBytes),
            masterKey: self.options.encryptionMasterKey)
    }
}

extension EventData {
    fileprivate init(
        encoding value: some Encodable, for event: EventName, using encoder: JSONEncoder
    ) throws(ChannelsAPIError) {
        // As it is: an encoder would round numbers, and sort members.
        if let json = value as? JSONValue {
            self.init(json: json)
            return
        }
        do {
            self.init(String(decoding: try encoder.encode(value), as: UTF8.self))
        } catch {
            throw .invalid("The data of \(event) cannot be encoded as JSON: \(error.words).")
        }
        if let text = self.json?.stringValue { self.init(text) }
    }
}

/// An event in a batch, for one channel. To publish one event on several channels, use
/// `trigger(_:on:data:)` instead.
public struct BatchEvent: Hashable, Sendable {
    /// The channel to publish on.
    public var channel: ChannelName
    /// The name, 1 to 200 characters.
    public var name: EventName
    /// The data. A string is sent unchanged, anything else as JSON.
    public var data: EventData
    /// A connection that should not receive the event, usually the one that caused it.
    public var excluded: SocketID?
    /// Channel attributes to request at the same time; ``BatchResult/Outcome/published(_:)``
    /// contains them.
    public var info: Set<ChannelAttribute>

    /// Creates an event. Its name and data are checked when the batch is published.
    public init(
        _ name: some EventNameConvertible, on channel: some ChannelNameConvertible,
        data: EventData, excluding excluded: SocketID? = nil, info: Set<ChannelAttribute> = []
    ) {
        self.channel = channel.channelName
        self.name = name.eventName
        self.data = data
        self.excluded = excluded
        self.info = info
    }

    /// Creates an event with any value that can be encoded as JSON. Without an encoder, the
    /// default one is used, not the one in the client's options.
    ///
    /// - Throws: `ChannelsAPIError.Kind.invalidRequest` if the value cannot be encoded.
    public init(
        _ name: some EventNameConvertible, on channel: some ChannelNameConvertible,
        encoding value: some Encodable, excluding excluded: SocketID? = nil,
        info: Set<ChannelAttribute> = [], encoder: JSONEncoder? = nil
    ) throws(ChannelsAPIError) {
        let data = try EventData(
            encoding: value, for: name.eventName, using: encoder ?? JSONEncoder())
        self.init(name, on: channel, data: data, excluding: excluded, info: info)
    }
}
