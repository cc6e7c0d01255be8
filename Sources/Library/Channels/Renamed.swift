public import ChannelsProtocol

// Names that many type, and those of earlier versions. They are not available, so that they stand
// in nobody's way: the compiler says the current one.

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "JSONValue")
public typealias JSON = JSONValue

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "JSONValue.Object")
public typealias JSONObject = JSONValue.Object

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "PresenceMember")
public typealias Member = PresenceMember

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "PresenceMembers")
public typealias Members = PresenceMembers

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "ReportedProblem")
public typealias Problem = ReportedProblem

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "ConnectionGap")
public typealias Gap = ConnectionGap

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "EventBinding")
public typealias Binding = EventBinding

/// Renamed, because many programs have a type with this name.
@available(*, unavailable, renamed: "ChannelsTimestamp")
public typealias Timestamp = ChannelsTimestamp

/// Nested, because SwiftNIO has a type with this name.
@available(*, unavailable, renamed: "ChannelsClient.Channel")
public typealias Channel = ChannelsClient.Channel

/// Renamed, because SwiftNIO has a type with this name.
@available(*, unavailable, renamed: "ChannelsEvent")
public typealias ChannelEvent = ChannelsEvent

/// Renamed, because a client event is an event that a client triggers.
@available(*, unavailable, renamed: "ClientReport")
public typealias ClientEvent = ClientReport

/// Renamed, because it is also used for handshake headers.
@available(*, unavailable, renamed: "RequestField")
public typealias AuthField = RequestField

extension ChannelsClient {
    /// Renamed, because these are reports.
    @available(*, unavailable, renamed: "reportBatches")
    public nonisolated var eventBatches: ClientStream<[ClientReport]> { self.reportBatches }
}

extension ReceivedEvent {
    /// `events` contains the channels' events.
    @available(*, unavailable, message: "the client's reports are in client.reports")
    public var kind: ClientReport.Kind { .received(self.event) }
}

extension ConnectionState {
    /// `states` contains only the states.
    @available(*, unavailable, message: "client.states yields states; use client.stateChanges")
    public var current: ConnectionState { self }

    /// `states` contains only the states.
    @available(*, unavailable, message: "client.states yields states; use client.stateChanges")
    public var previous: ConnectionState { self }

    /// `states` contains only the states.
    @available(*, unavailable, message: "client.states yields states; use client.stateChanges")
    public var cause: StateCause { .asked }
}
