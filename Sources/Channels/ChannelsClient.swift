@_exported public import ChannelsProtocol
@_exported public import ChannelsSigning
internal import Logging
package import Transport

/// A client of a Pusher Channels application: one connection, many channels, one ordered stream of
/// everything that happens.
///
/// ```swift
/// let client = try ChannelsClient(ChannelsOptions(key: "app-key", host: .cluster("eu")))
/// let events = client.events()
/// try await client.subscribe("orders")
/// await client.connect()
/// async let running: Void = client.run()
/// for await event in events { print(event.kind) }
/// ```
///
/// The client decides nothing itself: it tells a `ClientStateMachine` what happened, and carries
/// out what that answers. Everything that waits (a socket, a timer, an authorization) is a child
/// task of `run()`, so nothing happens until `run()` is called, and everything ends when it is
/// cancelled.
public actor ChannelsClient {
    /// The version of the library: semantic versioning.
    public static let version = "0.1.0"

    /// What it was made with.
    public nonisolated let options: ChannelsOptions
    let target: ConnectionTarget
    let connector: any WebSocketConnector
    let authorizer: ChannelAuthorizer
    let userAuthenticator: UserAuthenticator
    let time: any TimeSource
    nonisolated let broadcaster = EventBroadcaster()
    nonisolated let frameTaps = FrameTaps()
    nonisolated let work: WorkQueue

    var machine: ClientStateMachine
    var bindings = Bindings()
    var unboundEvents = UnboundEvents()
    /// Where events for the user arrive, while one is signed in. Noted here, as to ask the machine
    /// is to copy it, and this is asked for every event.
    var userChannel: ChannelName?
    var stateHandlers = StateHandlers()
    var turns = AuthorizationTurns()
    /// Finished to cancel what is being asked.
    var authorizations: [AuthorizationWish: AsyncStream<Never>.Continuation] = [:]
    var sockets: [SocketNumber: Socket] = [:]
    var random = SystemRandomNumberGenerator()
    let logger: Logger?
    var lastEventNumber = 0
    private var hasRun = false
    /// Whether `run()` has returned, or is about to: nothing that waits is carried out any more.
    private(set) var isOver = false

    /// Whether it is looked regularly whether this process, or the machine, was stopped.
    nonisolated let watchesSystem: Bool

    /// Makes a client that speaks over the network.
    ///
    /// - Throws: `ChannelsError` when an option cannot be used.
    public init(_ options: ChannelsOptions) throws(ChannelsError) {
        try self.init(
            options, connector: NIOWebSocketConnector(), requester: NIOHTTPRequester(),
            time: SystemTime(), watchesSystem: true)
    }

    /// Makes a client over a given network and clock.
    ///
    /// - Parameter watchesSystem: whether to look for leaps of the clock; not when a test makes them.
    package init(
        _ options: ChannelsOptions, connector: any WebSocketConnector,
        requester: any HTTPRequester, time: any TimeSource, watchesSystem: Bool = false
    ) throws(ChannelsError) {
        try options.checkTimes()
        let proxies = try ProxySelection(options.proxy)
        let exchange = AuthExchange(
            requester: requester, time: time,
            origins: OriginSettings(authorityFile: options.authorityFile, proxies: proxies))
        self.options = options
        self.target = try ConnectionTarget(options, proxies: proxies)
        self.connector = connector
        self.time = time
        self.watchesSystem = watchesSystem
        self.work = WorkQueue()
        self.logger = options.logger
        self.authorizer = try ChannelAuthorizer(
            key: options.key, method: options.authMethod, exchange: exchange)
        self.userAuthenticator = try UserAuthenticator(
            key: options.key, method: options.userAuthentication, exchange: exchange)
        self.machine = ClientStateMachine(ClientMachineOptions(options, target: self.target))
    }

    /// Nobody can report anything any more: whoever reads gets the end.
    deinit {
        self.broadcaster.finish()
        self.frameTaps.finish()
        self.bindings.finish()
    }

    // MARK: Connection

    /// The state of the connection at this moment.
    public var state: ConnectionState { self.machine.state }

    /// What the user wants, whatever the state is.
    public var intent: ConnectionIntent { self.machine.intent }

    /// The server, as far as its behaviour tells.
    public var serverProfile: ServerProfile { self.machine.serverProfile }

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
        await withDiscardingTaskGroup { group in
            for connection in connections {
                group.addTask {
                    await connection.close(code: 1000, reason: "", timeLimit: Self.closeTimeLimit)
                }
            }
        }
    }

    /// Disconnects as `disconnect()` does, without waiting for the server.
    package func beginDisconnecting() {
        self.perform(self.machine.disconnect(at: self.time.now()))
    }

    /// Says that the network is there (again): while the next attempt is waited for, it is made now;
    /// a connection is checked with a ping. What the user wants stays as it is. (Reachability in
    /// PusherSwift and libPusher.)
    public func networkBecameReachable() {
        guard !self.isOver else { return }
        self.perform(self.machine.networkBecameReachable(at: self.time.now()))
    }

    /// Takes another policy from now on, as it is: the options about reconnection do not change it. A
    /// delay that runs already is not changed either.
    public func setPolicy(_ policy: ReconnectionPolicy) {
        self.machine.setPolicy(policy)
    }

    /// Sends a ping now; `.pongReceived` tells the time it took. Nothing happens without a
    /// connection, or while a ping is under way.
    public func ping() {
        self.perform(self.machine.ping(at: self.time.now()))
    }

    // MARK: Events

    /// Everything the client reports from now on, in batches: one array per burst. Listeners do not
    /// share: each hears everything.
    public nonisolated func eventBatches(
        limits: ListenerLimits = ListenerLimits()
    ) -> EventBatches {
        EventBatches(self.broadcaster, limits: limits)
    }

    /// The frames of the connection from now on, both ways, in batches; signatures are masked.
    ///
    /// - Parameter limit: how many batches may wait for the reader; past it the oldest are dropped.
    public nonisolated func frames(limit: Int = 1000) -> Frames {
        Frames(self.frameTaps, limit: limit)
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
        self.logStart()
        // Somebody who has disconnected already wants no connection.
        if self.options.connectsAutomatically, self.state == .initialized { self.connect() }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watchClock() }
            group.addTask { await self.watchNetwork() }
            for await item in self.work.items {
                group.addTask { await self.carryOut(item) }
            }
            group.cancelAll()
        }
        self.isOver = true
        self.work.finish()
        // After a cancellation nobody has said so yet.
        self.beginDisconnecting()
        self.finish()
    }

    /// Disconnects as `disconnect()` does, for good, and lets `run()` return; without a `run()` the
    /// streams of reports end here. Cancelling the task of `run()` ends it too, without a word to
    /// the server.
    public func stop() async {
        self.isOver = true
        await self.disconnect()
        self.work.finish()
        if !self.hasRun { self.finish() }
    }

    /// Ends every stream, and lets every handler go.
    private func finish() {
        self.broadcaster.finish()
        self.frameTaps.finish()
        self.bindings.finish()
        self.stateHandlers.finish()
    }
}
