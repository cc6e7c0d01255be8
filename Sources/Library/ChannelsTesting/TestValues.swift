public import Channels
import ChannelsProtocol

extension ReceivedEvent {
    /// Creates an event like those that streams and handlers deliver.
    ///
    /// ```swift
    /// await shop.handle(ReceivedEvent("created", on: "orders", data: ["id": 7]))
    /// ```
    /// - Parameters:
    ///   - name: the event name.
    ///   - channel: the channel it is on.
    ///   - data: the data.
    ///   - user: the sender, on a presence channel.
    ///   - time: when it arrived.
    public init(
        _ name: some EventNameConvertible, on channel: some ChannelNameConvertible,
        data: EventData, from user: UserID? = nil, time: ChannelsTimestamp = .zero
    ) {
        self.init(
            event: ChannelsEvent(
                name: name.eventName, channel: channel.channelName, data: data, userID: user),
            time: time)
    }

    /// Creates an event with any value that can be encoded as JSON, like those that streams and
    /// handlers deliver.
    ///
    /// - Throws: `ChannelsError.eventData` if the value cannot be encoded.
    public init(
        _ name: some EventNameConvertible, on channel: some ChannelNameConvertible,
        encoding value: some Encodable, from user: UserID? = nil, time: ChannelsTimestamp = .zero
    ) throws(ChannelsError) {
        let data = try EventData(encoding: value, for: name.eventName)
        self.init(name, on: channel, data: data, from: user, time: time)
    }
}

extension StateChange {
    /// Creates a state change like those that streams and handlers deliver, without durations
    /// and times.
    ///
    /// - Parameters:
    ///   - previous: the previous state.
    ///   - current: the current state.
    ///   - code: the code with which the server closed the connection; `nil` if the change was
    ///     requested.
    public init(
        from previous: ConnectionState, to current: ConnectionState,
        closedWith code: CloseCode? = nil
    ) {
        let cause = code.map { StateCause.ended(.closed($0, reason: "")) } ?? .asked
        self.init(previous: previous, current: current, cause: cause)
    }
}
