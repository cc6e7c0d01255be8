@_exported public import ChannelsProtocol
@_exported public import ChannelsSigning
internal import Logging
package import Transport

/// A client of a Pusher Channels application: one connection, many channels, one ordered stream of
/// everything that happens.
///
/// ```swift
/// let client = try ChannelsClient(ChannelsOptions(key: "app-key", host: .cluster("eu")))
/// try await client.subscribe("orders")
/// await client.connect()
/// async let running: Void = client.run()
/// for await event in client.events() { print(event.kind) }
/// ```
///
/// The client decides nothing itself: it tells a `ClientStateMachine` what happened, and carries
/// out what that answers. Everything that waits (a socket, a timer, an authorization) is a child
/// task of `run()`, so nothing happens until `run()` is called, and everything ends when it is
/// cancelled.
public actor ChannelsClient {
    /// The version of the library: semantic versioning.
    public static let version = "0.1.0"

    let target: ConnectionTarget
    let connector: any WebSocketConnector
    let authorizer: ChannelAuthorizer
    let time: any TimeSource
    nonisolated let broadcaster = EventBroadcaster()
    nonisolated let work: WorkQueue

    var machine: ClientStateMachine
    var bindings = Bindings()
    var sockets: [SocketNumber: Socket] = [:]
    var random = SystemRandomNumberGenerator()
    private let logger: Logger?
    private var lastEventNumber = 0
    private var hasRun = false
    /// Whether `run()` has returned, or is about to: nothing that waits is carried out any more.
    private var isOver = false

    /// Makes a client that speaks over the network.
    ///
    /// - Throws: `ChannelsError` when an option cannot be used.
    public init(_ options: ChannelsOptions) throws(ChannelsError) {
        try self.init(
            options, connector: NIOWebSocketConnector(), requester: NIOHTTPRequester(),
            time: SystemTime())
    }

    /// Makes a client over a given network and clock.
    package init(
        _ options: ChannelsOptions, connector: any WebSocketConnector,
        requester: any HTTPRequester, time: any TimeSource
    ) throws(ChannelsError) {
        self.target = try ConnectionTarget(options)
        self.connector = connector
        self.time = time
        self.work = WorkQueue()
        self.logger = options.logger
        self.authorizer = try ChannelAuthorizer(
            key: options.key, method: options.authMethod, authorityFile: options.authorityFile,
            requester: requester)
        self.machine = ClientStateMachine(
            ClientMachineOptions(
                address: self.target.address(usesTLS: false),
                tlsAddress: self.target.address(usesTLS: true),
                usesTLS: options.usesTLS,
                activityTimeout: options.activityTimeout,
                pongTimeout: options.pongTimeout,
                unavailableTimeout: options.unavailableTimeout,
                attemptTimeLimit: options.attemptTimeLimit,
                policy: options.policy))
    }

    // MARK: Connection

    /// The state of the connection at this moment.
    public var state: ConnectionState { self.machine.state }

    /// The id of the connection; `nil` while not connected.
    public var socketID: SocketID? { self.machine.establishment?.socketID }

    /// Connects. While the next attempt is waited for, tries at once. Nothing happens after `stop()`.
    public func connect() {
        guard !self.isOver else { return }
        self.perform(self.machine.connect(at: self.time.now()))
    }

    /// Drops the connection and connects again at once. Nothing happens after `stop()`.
    public func reconnect() {
        guard !self.isOver else { return }
        self.perform(self.machine.reconnect(at: self.time.now()))
    }

    /// Disconnects, and stays so until `connect()`: in every phase, a waiting retry included. The
    /// state changes at once; the call returns when the server has acknowledged the close, after a
    /// second at most.
    public func disconnect() async {
        let connections = self.sockets.values.compactMap(\.connection)
        self.beginDisconnecting()
        for connection in connections {
            await connection.close(code: 1000, reason: "", timeLimit: Self.closeTimeLimit)
        }
    }

    /// Disconnects as `disconnect()` does, without waiting for the server.
    package func beginDisconnecting() {
        self.perform(self.machine.disconnect(at: self.time.now()))
    }

    /// Sends a ping now; `.pongReceived` tells the time it took. Nothing happens without a
    /// connection, or while a ping is under way.
    public func ping() {
        self.perform(self.machine.ping(at: self.time.now()))
    }

    // MARK: Channels

    /// The channels that were subscribed to and not given up, in the order they were asked for.
    public var subscriptions: [(channel: ChannelName, state: SubscriptionState)] {
        self.machine.subscriptions.map { ($0.channel, $0.state) }
    }

    /// The members of a presence channel; `nil` when it has never been subscribed.
    public func members(of channel: ChannelName) -> Members? {
        self.machine.members(of: channel)
    }

    /// Subscribes to a channel, now or as soon as there is a connection, and again after each
    /// reconnection. Subscribing twice is one subscription; a failed one is tried again.
    ///
    /// - Throws: `ChannelsError.channelName` when the text cannot name a channel.
    @discardableResult
    public func subscribe(_ name: String) throws(ChannelsError) -> ChannelName {
        let channel: ChannelName
        do { channel = try ChannelName(name) } catch { throw .channelName(error) }
        self.subscribe(channel)
        return channel
    }

    /// Subscribes to a channel whose name has been checked.
    public func subscribe(_ channel: ChannelName) {
        self.perform(self.machine.subscribe(channel, at: self.time.now()))
    }

    /// Gives a channel up. Its bindings go with it.
    public func unsubscribe(_ channel: ChannelName) {
        var actions = self.machine.unsubscribe(channel, at: self.time.now())
        for binding in self.bindings.inOrder where binding.channel == channel {
            if self.bindings.remove(binding.id) {
                actions.append(.publish(.bindingRemoved(binding.id)))
            }
        }
        self.perform(actions)
    }

    /// Sends a client event to the other subscribers of a private or presence channel.
    ///
    /// - Throws: `ChannelsError.clientEvent` with the rule that the event breaks.
    public func trigger(
        _ name: EventName, on channel: ChannelName, data: EventData
    ) throws(ChannelsError) {
        let event = ChannelEvent(name: name, channel: channel, data: data)
        switch self.machine.trigger(event, at: self.time.now()) {
        case .send(let actions): self.perform(actions)
        case .refused(let refusal): throw .clientEvent(refusal)
        }
    }

    // MARK: Bindings

    /// The bindings, in the order they were made.
    public var allBindings: [Binding] { self.bindings.inOrder }

    /// Asks to be told about events.
    ///
    /// - Parameters:
    ///   - event: the name; `nil` is every event.
    ///   - channel: where to listen; `nil` is everywhere.
    ///   - handler: called for each event, in order, by the client itself: it must be quick, and it
    ///     may not wait. Events can also be read from `events()`.
    @discardableResult
    public func bind(
        _ event: EventName?, on channel: ChannelName? = nil,
        handler: (@Sendable (ChannelEvent) -> Void)? = nil
    ) -> Binding {
        let binding = self.bindings.add(event, on: channel, handler: handler)
        self.perform([.publish(.bindingChanged(binding))])
        return binding
    }

    /// Takes a binding away. Nothing happens when there is none of this id.
    public func unbind(_ id: BindingID) {
        guard self.bindings.remove(id) else { return }
        self.perform([.publish(.bindingRemoved(id))])
    }

    /// Takes away every binding of a channel, or, with no channel, those that listen everywhere;
    /// with an event, only those to that event.
    public func unbindAll(_ event: EventName? = nil, on channel: ChannelName? = nil) {
        let matching = self.bindings.inOrder.filter {
            $0.channel == channel && (event == nil || $0.event == event)
        }
        for binding in matching { self.unbind(binding.id) }
    }

    /// Switches a binding on or off. Switched off, it keeps its count.
    public func setBinding(_ id: BindingID, isEnabled: Bool) {
        guard let binding = self.bindings.setEnabled(id, isEnabled) else { return }
        self.perform([.publish(.bindingChanged(binding))])
    }

    // MARK: Events

    /// Everything the client reports from now on, in batches: one array per burst. Listeners do not
    /// share: each hears everything.
    public nonisolated func eventBatches(
        limits: ListenerLimits = ListenerLimits()
    ) -> EventBatches {
        EventBatches(self.broadcaster, limits: limits)
    }

    /// Everything the client reports from now on, one by one.
    public nonisolated func events(limits: ListenerLimits = ListenerLimits()) -> Events {
        Events(self.eventBatches(limits: limits))
    }

    // MARK: Running

    /// Lives: carries out whatever waits, until `stop()` is called or the task is cancelled; then
    /// the client is disconnected and the streams of its reports end. A client lives once: called
    /// again, it returns at once.
    public func run() async {
        guard !self.hasRun else { return }
        self.hasRun = true
        await withDiscardingTaskGroup { group in
            for await item in self.work.items {
                group.addTask { await self.carryOut(item) }
            }
            group.cancelAll()
        }
        self.isOver = true
        // After a cancellation nobody has said so yet.
        self.beginDisconnecting()
        self.broadcaster.finish()
    }

    /// Disconnects as `disconnect()` does, for good, and lets `run()` return; without a `run()` the
    /// streams of reports end here. Cancelling the task of `run()` ends it too, without a word to
    /// the server.
    public func stop() async {
        self.isOver = true
        await self.disconnect()
        self.work.finish()
        if !self.hasRun { self.broadcaster.finish() }
    }

    /// Carries out what the machine answered, in its order; what is to be published goes out as one
    /// batch.
    func perform(_ actions: [ClientAction]) {
        guard !actions.isEmpty else { return }
        var outgoing = Outgoing(time: self.time.now(), capacity: actions.count)
        for action in actions {
            switch action {
            case .publish(let kind): self.add(kind, to: &outgoing)
            case .send(let message, let socket): outgoing.add(message, socket)
            case .open(let socket, let usesTLS): self.open(socket, usesTLS: usesTLS)
            case .close(let socket, let code): self.close(socket, code)
            case .startTimer(let timer, let delay):
                self.work.add(.sleep(timer, until: outgoing.time.advanced(by: delay)))
            case .authorize(let request): self.work.add(.authorize(request))
            }
        }
        self.sendAll(&outgoing)
        self.publish(outgoing)
    }

    func add(_ kind: ClientEvent.Kind, to outgoing: inout Outgoing) {
        self.lastEventNumber += 1
        outgoing.events.append(
            ClientEvent(number: self.lastEventNumber, time: outgoing.time, kind: kind))
        self.logger?.log(kind)
        guard let event = kind.boundEvent else { return }
        self.bindings.deliver(event, counting: &outgoing.hits)
    }

    /// The members of every presence channel as they are now.
    private var rosters: [ChannelName: Members] {
        var rosters: [ChannelName: Members] = [:]
        for (channel, _) in self.machine.subscriptions where channel.kind.hasMembers {
            rosters[channel] = self.machine.members(of: channel)
        }
        return rosters
    }

    private func publish(_ outgoing: Outgoing) {
        var outgoing = outgoing
        if !outgoing.hits.isEmpty {
            let hits = outgoing.hits.map { BindingHits(id: $0.key, total: $0.value) }
            outgoing.hits = [:]
            self.add(.bindingsHit(hits.sorted { $0.id < $1.id }), to: &outgoing)
        }
        self.broadcaster.publish(outgoing.events) { self.rosters }
    }
}
