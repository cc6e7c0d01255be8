import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import BuoyServers

/// A hub to talk to, with a clock that stands still until it is moved.
struct HubDialogue {
    var hub: SandboxHub
    var now = Duration.zero
    private var count = 0

    /// - Parameter counting: whether subscribers are told how many they are.
    init(counting: Bool = false, _ change: (inout SandboxLimits) -> Void = { _ in }) {
        var options = SandboxOptions()
        options.countsSubscriptions = counting
        change(&options.limits)
        self.hub = SandboxHub(options)
    }

    /// What a well-behaved client connects with.
    static let target = "/app/\(SandboxApp.standardKey)?protocol=7&client=js&version=8.4.0-rc2"

    mutating func open(_ target: String = Self.target) -> (ConnectionID, [HubAction]) {
        self.count += 1
        let id = ConnectionID(self.count)
        return (id, self.hub.opened(id, target: target, at: self.now))
    }

    /// Opens a connection that has to be accepted.
    mutating func connect() throws -> Client {
        let (id, actions) = self.open()
        guard case .send(.connectionEstablished(let socketID, _), _)? = actions.first else {
            throw UnexpectedActions(actions: actions)
        }
        return Client(id: id, socketID: socketID)
    }

    mutating func received(_ message: ClientMessage, from client: Client) -> [HubAction] {
        self.hub.received(message, from: client.id, at: self.now)
    }

    /// Subscribes, with a good signature where one is needed.
    @discardableResult
    mutating func subscribe(
        _ client: Client, to text: String, data: String? = nil
    ) throws -> [HubAction] {
        let channel = ChannelName(wire: text)
        let authorization =
            channel.kind.needsAuthorization
            ? try client.authorization(for: channel, data: data) : nil
        return self.received(.subscribe(channel, authorization), from: client)
    }

    /// Subscribes to a presence channel as a user.
    @discardableResult
    mutating func join(_ client: Client, _ channel: String, as user: String) throws -> [HubAction] {
        try self.subscribe(client, to: channel, data: #"{"user_id":"\#(user)"}"#)
    }

    mutating func trigger(
        _ client: Client, _ name: String, on channel: String?, data: String = "{}"
    ) -> [HubAction] {
        let event = ChannelsEvent(
            name: EventName(name), channel: channel.map(ChannelName.init(wire:)),
            data: EventData(data))
        return self.received(.event(event), from: client)
    }

    mutating func publish(
        _ event: EventName, on channels: String..., data: String = "{}",
        excluding: SocketID? = nil
    ) -> [HubAction] {
        let publication = Publication(
            event: event, channels: channels.map(ChannelName.init(wire:)), data: EventData(data),
            excluding: excluding)
        return self.hub.publish(publication, at: self.now)
    }
}

/// A connection that was accepted.
struct Client {
    var id: ConnectionID
    var socketID: SocketID

    func authorization(
        for channel: ChannelName, data: String? = nil
    ) throws -> ChannelAuthorization {
        let auth = try SandboxApp.standard.channelSignature.auth(
            socketID: self.socketID, channel: channel, channelData: data)
        return ChannelAuthorization(auth: auth, channelData: data)
    }
}

struct UnexpectedActions: Error {
    var actions: [HubAction]
}

extension HubAction {
    /// An error with these words, for these connections.
    static func error(
        _ message: String, code: Int? = nil, channel: String? = nil, to client: Client
    ) -> HubAction {
        let error = ServerError(
            code: code, message: message, channel: channel.map(ChannelName.init(wire:)))
        return .send(.error(error), to: [client.id])
    }

    /// A refused subscription to a channel on which there is no more room.
    static func limitReached(_ text: String, channel: String, to client: Client) -> HubAction {
        .send(
            .subscriptionError(
                ChannelName(wire: channel), type: "LimitReached", text: text, status: 4100),
            to: [client.id])
    }

    /// A successful subscription to a channel without members.
    static func succeeded(_ channel: String, to client: Client) -> HubAction {
        .send(.subscriptionSucceeded(ChannelName(wire: channel), roster: nil), to: [client.id])
    }

    static func event(
        _ name: EventName, on channel: String, data: String = "{}", user: UserID? = nil,
        to clients: Client...
    ) -> HubAction {
        let event = ChannelsEvent(
            name: name, channel: ChannelName(wire: channel), data: EventData(data), userID: user)
        return .send(.event(event), to: clients.map(\.id))
    }

    /// The text of the error this sends, if it does.
    var errorMessage: String? {
        if case .send(.error(let error), _) = self { error.message } else { nil }
    }
}
