public import ChannelsProtocol
package import ChannelsTransport
import Logging
import Synchronization

/// A client for a Pusher Channels application: one connection, many channels, and one
/// ordered stream of everything that happens. It reconnects, resubscribes and signs the
/// user in again automatically.
///
/// ```swift
/// let client = try ChannelsClient(ChannelsOptions(appKey: "app-key", host: .cluster("eu")))
/// let orders = try await client.subscribe("orders")
/// let created = orders.events("created")
/// await client.connect()
/// async let running: Void = client.run()
/// for await order in created { print(order.data.text) }
/// ```
///
/// Sockets, timers and authorizations are child tasks of `run()`, so nothing happens until
/// `run()` is called, and everything stops when it is cancelled.
public actor ChannelsClient {
    /// The version of the library (semantic versioning), sent to servers unless
    /// ``ChannelsOptions/clientVersion`` is set.
    public static let version = "0.1.0"

    package nonisolated let options: ChannelsOptions
    let target: ConnectionTarget
    let connector: any WebSocketConnector
    let authorizer: ChannelAuthorizer
    let userAuthenticator: UserAuthenticator
    let time: any TimeSource
    /// Shared with the task that beats: a handler that blocks this actor is no suspension.
    nonisolated let clockWatch = Mutex(ClockWatch())
    nonisolated let broadcaster = EventBroadcaster()
    nonisolated let frameTaps = FrameTaps()
    package nonisolated let sentSignatures = SentSignatures()
    nonisolated let work: WorkQueue
    /// Hides secrets in what peers say.
    package nonisolated let mask: SecretMask

    var machine: ClientStateMachine
    var bindings = Bindings()
    var unboundEvents = UnboundEvents()
    var eventReader = EventReader()
    var routes = EventRoutes()
    var present = PresentState()
    var stateHandlers = StateHandlers()
    var turns = AuthorizationTurns()
    var authorizations: [PendingAuthorization: AsyncStream<Never>.Continuation] = [:]
    var sockets: [SocketNumber: Socket] = [:]
    var random: any RandomNumberGenerator & Sendable
    let logger: Logger?
    var lastEventNumber = 0
    private(set) var hasRun = false
    var expectsRun = false
    /// Whether `run()` has returned, or is about to. Nothing more is started then.
    var isOver = false

    nonisolated let watchesSystem: Bool
    let hasAddress: @Sendable (String) -> Bool

    /// Creates a client, which opens nothing until `run()` is called.
    ///
    /// - Throws: `ChannelsError.option` if an option cannot be used, with its name and the
    ///   reason.
    public init(_ options: ChannelsOptions) throws(ChannelsError) {
        try self.init(
            options, connector: NIOWebSocketConnector(on: options.eventLoopGroup))
    }

    package init(
        _ options: ChannelsOptions, connector: any WebSocketConnector
    ) throws(ChannelsError) {
        try self.init(
            options, connector: connector, requester: NIOHTTPRequester(on: options.eventLoopGroup),
            time: SystemTime(),
            watchesSystem: true)
    }

    /// For tests and simulations.
    /// - Parameter watchesSystem: off in tests that set the clock.
    package init(
        _ options: ChannelsOptions, connector: any WebSocketConnector,
        requester: any HTTPRequester, time: any TimeSource, watchesSystem: Bool = false,
        hasAddress: @escaping @Sendable (String) -> Bool = RouteChanges.machineHas,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws(ChannelsError) {
        try options.check()
        let exchange = AuthExchange(
            requester: requester, time: time,
            route: options.route, words: options.settingWords,
            observer: options.authorizationObserver)
        self.options = options
        self.target = try ConnectionTarget(options)
        self.connector = connector
        self.time = time
        self.watchesSystem = watchesSystem
        self.hasAddress = hasAddress
        self.random = random
        self.work = WorkQueue()
        self.logger = options.logger
        self.authorizer = try ChannelAuthorizer(
            key: options.appKey, method: options.authMethod, exchange: exchange)
        self.userAuthenticator = try UserAuthenticator(
            key: options.appKey, method: options.userAuthentication, exchange: exchange)
        self.mask = SecretMask(options.secrets, appKey: options.appKey)
        self.machine = ClientStateMachine(
            ClientMachineOptions(options, target: self.target, mask: self.mask))
    }

    deinit {
        self.broadcaster.finish()
        self.frameTaps.finish()
        self.bindings.finish()
    }

    // MARK: Connection

    /// The current state of the connection. ``states`` and ``stateChanges`` report each change.
    public var state: ConnectionState { self.machine.state }

    /// The reason why the client has failed: the server permanently refused it, or the policy gave
    /// up. `nil` if it has not failed, and again once `connect()` is called.
    public internal(set) var failure: ClientError?

    /// Whether the user wants to be connected, regardless of the state.
    public var intent: ConnectionIntent { self.machine.intent }

    package var recognizedServer: ServerProfile { self.machine.serverProfile }

    /// The connection's id; `nil` while not connected. Pass it to your server to exclude this
    /// connection from an event that it publishes. Each connection has a new one.
    public var socketID: SocketID? { self.machine.establishment?.socketID }

    /// Connects as soon as `run()` is called; a scheduled retry is made immediately. Does nothing
    /// after `stop()`.
    public func connect() {
        guard !self.isOver else { return }
        self.expectRun()
        self.perform(self.machine.connect(at: self.time.now()))
    }

    /// Closes the connection and reconnects immediately. Does nothing after `stop()`.
    public func reconnect() {
        guard !self.isOver else { return }
        self.perform(self.machine.reconnect(at: self.time.now()))
    }

    /// Disconnects until `connect()` is called, whatever the state, and cancels any scheduled
    /// retry. The state changes immediately. The call returns once the server has acknowledged
    /// the close, or after one second. Subscriptions and bindings are kept.
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

    package func beginDisconnecting() {
        self.perform(self.machine.disconnect(at: self.time.now()))
    }

    /// Tells the client that the network is available again. A scheduled retry is made
    /// immediately, and an existing connection is checked with a ping. A disconnected client
    /// stays disconnected. (Reachability in PusherSwift and libPusher.)
    ///
    /// The client notices new addresses and routes itself (``ChannelsOptions/watchesNetwork``).
    /// Call this if your program knows more, for example about a VPN.
    public func networkBecameReachable() {
        guard !self.isOver else { return }
        self.perform(self.machine.networkBecameReachable(at: self.time.now()))
    }

    /// Sets the policy for later reconnections, capped by the options `maximumReconnectAttempts`
    /// and `maximumReconnectDelay`. A delay that has already started is not changed.
    public func setPolicy(_ policy: ReconnectionPolicy) {
        self.machine.setPolicy(self.options.limiting(policy))
    }

    /// Sends a ping now, even if an earlier one is unanswered; `.pongReceived` reports the round
    /// trip. Does nothing while disconnected.
    public func ping() {
        self.perform(self.machine.ping(at: self.time.now()))
    }

    // MARK: Running

    /// Runs the client until `stop()` is called, the server permanently refuses it, or the task
    /// is cancelled. The client is then disconnected, and its streams end. After a refusal,
    /// `failure` contains the reason, and `connected()` throws it; see
    /// `ChannelsOptions.stopsWhenRefused`.
    ///
    /// Call it once, in its own task: a second call returns immediately.
    public func run() async {
        try? await self.runOnce()
    }

    /// Runs the client as ``run()`` does, for a caller that would wait in vain for the streams of a
    /// client that has already run.
    package func runOnce() async throws(ClientError) {
        try self.claimRun()
        await self.runUntilOver()
    }

    private func claimRun() throws(ClientError) {
        guard !self.hasRun else { throw Self.hasRunAlready }
        self.hasRun = true
    }

    private func claimConnectedRun() throws(ClientError) {
        guard self.hasRun || !self.isOver else { throw Self.stopped }
        try self.claimRun()
    }

    private func runUntilOver() async {
        self.logStart()
        // After `disconnect()` no connection is wanted.
        if self.options.connectsAutomatically, self.state == .initialized { self.connect() }
        await withDiscardingTaskGroup { handlers in
            await withDiscardingTaskGroup { group in
                group.addTask { await self.watchClock() }
                group.addTask { await self.watchNetwork() }
                for await item in self.work.items {
                    if case .handle(let callHandler) = item {
                        handlers.addTask { await callHandler() }
                    } else {
                        group.addTask { await self.carryOut(item) }
                    }
                }
                group.cancelAll()
            }
            self.isOver = true
            self.work.finish()
            // After a cancellation the state machine has not been told yet. A refusal stays the
            // state.
            if self.failure == nil { self.beginDisconnecting() }
            // Handlers get what arrived before.
            self.endStreams()
        }
        self.endHandlers()
    }

    /// Connects, and runs the client while a closure runs in the caller's task. Once the closure
    /// has returned or thrown, the client is stopped. Cancelling the task ends both. A permanent
    /// refusal ends the streams, and with them any loop over one. Other code keeps running.
    ///
    /// ```swift
    /// try await client.run {
    ///     for await price in prices { try await store(price) }
    /// }
    /// ```
    /// - Returns: the closure's result.
    /// - Throws: `ClientError`, without calling the closure, if the client has already run or was
    ///   stopped: it does not connect again, so create a new one. Otherwise any error from the
    ///   closure, or the `ClientError` of a refusal that stopped the client, such as a wrong app
    ///   key.
    public nonisolated func run<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await self.claimConnectedRun()
        async let running: Void = self.runUntilOver()
        await self.connect()
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await self.stop()
        await running
        let value = try result.get()
        if let refusal = await self.stoppingRefusal { throw refusal }
        return value
    }

    /// Disconnects permanently, and makes `run()` return. If `run()` was never called, the
    /// streams end now. Cancelling the `run()` task also ends the client, but without notifying
    /// the server. Use `disconnect()` if the client is to connect again.
    public func stop() async {
        self.isOver = true
        await self.disconnect()
        self.work.finish()
        guard !self.hasRun else { return }
        self.endStreams()
        self.endHandlers()
    }

    private func endStreams() {
        self.broadcaster.finish()
        self.frameTaps.finish()
    }

    private func endHandlers() {
        self.bindings.finish()
        self.stateHandlers.finish()
    }
}
