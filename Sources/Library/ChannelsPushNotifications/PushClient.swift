import ChannelsFoundation
import ChannelsProtocol
@_exported public import ChannelsPushProtocol
@_exported public import ChannelsRoutes
import ChannelsTransport

/// A client for the Push Notifications Client API, as documented by Pusher. It registers a
/// device and its interests. The hosted service was shut down, so it requires another
/// server that implements this API.
///
/// ```swift
/// let push = try PushClient(
///     PushOptions(
///         appKey: "app-key", route: ServerRoute(url: "https://push.example.com/client_api"),
///         stateFile: "/var/lib/app/push.json"))
/// async let running: Void = push.run()
/// try await push.register(.fcm, token: token)
/// try await push.subscribe(to: "news")
/// try await push.settled()
/// ```
///
/// Calls return once the requested operation is saved. `run()` sends the operations one at
/// a time, and retries temporary failures.
public actor PushClient {
    let exchange: PushExchange
    let time: any TimeSource
    private let file: PushStateFile?
    nonisolated let work = AsyncStream.makeStream(of: Work.self)

    var outbox: PushOutbox
    private var saved: PushState
    private var timer: (number: Int, until: ChannelsTimestamp)?
    private var lastTimer = 0
    private var random = SystemRandomNumberGenerator()
    private var listeners: [Int: AsyncStream<PushStatus>.Continuation] = [:]
    private var lastListener = 0
    private var lastStatus: PushStatus?
    private var hasRun = false
    private(set) var isOver = false

    enum Work: Sendable {
        case send(PushCall)
        case sleep(number: Int, until: ChannelsTimestamp)
    }

    /// Creates a client, with the state from its file if the file exists.
    ///
    /// - Throws: `PushError.option` if an option cannot be used; `.stateFile` if the file cannot be
    ///   read, is damaged, is used by another client, or belongs to another application or
    ///   endpoint.
    public init(_ options: PushOptions) throws(PushError) {
        try self.init(
            options, requester: NIOHTTPRequester(), time: SystemTime(),
            environment: ProcessInfo.processInfo.environment)
    }

    init(
        _ options: PushOptions, requester: any HTTPRequester, time: any TimeSource,
        environment: [String: String] = [:]
    ) throws(PushError) {
        self.exchange = try PushExchange(options, requester: requester, environment: environment)
        self.time = time
        var state = PushState(endpoint: options.route.url, appKey: options.appKey)
        self.file = try options.stateFile.map { path throws(PushError) in
            let file = try PushStateFile(path)
            guard let saved = try file.load() else { return file }
            guard saved.endpoint == state.endpoint, saved.appKey == state.appKey else {
                throw .stateFile(
                    "\(path) belongs to the app \(saved.appKey) at \(saved.endpoint): use "
                        + "that app and endpoint, or choose another file.")
            }
            state = saved
            return file
        }
        self.saved = state
        self.outbox = PushOutbox(state)
    }

    deinit { for listener in self.listeners.values { listener.finish() } }

    // MARK: Requests of the user

    /// Registers this device. If it is already registered, replaces its platform and token if
    /// they differ. ``registered()`` waits for the confirmation.
    ///
    /// - Parameters:
    ///   - platform: the service that issued the token.
    ///   - token: 1 to 4,096 visible ASCII characters, as the platform issued it.
    /// - Throws: `PushError.token` if the token is invalid; `.stateFile` if the change cannot
    ///   be saved; `.stopped`.
    public func register(_ platform: PushPlatform, token: String) throws(PushError) {
        let checked: PushToken
        do { checked = try PushToken(token) } catch { throw .token(error.description) }
        let credentials = PushCredentials(platform: platform, token: checked)
        try self.change { outbox throws(PushError) in outbox.use(credentials) }
    }

    /// Replaces the token, for example when the platform issues a new one. Does nothing if it
    /// is the current one.
    ///
    /// - Throws: the same errors as `register`; also `.notRegistered` if no registration was
    ///   requested.
    public func updateToken(_ token: String) throws(PushError) {
        guard let platform = self.outbox.state.credentials?.platform else { throw .notRegistered }
        try self.register(platform, token: token)
    }

    /// Subscribes the device to interests: names of 1 to 164 letters, digits and `_ = @ , . ;`.
    /// A device can have at most 5,000. You can call this before `register`; the requests then
    /// wait.
    ///
    /// - Throws: `PushError.interestName` if a name breaks a rule, `.tooManyInterests`,
    ///   `.stateFile` or `.stopped`. If it throws, nothing has changed.
    public func subscribe(to interests: String...) throws(PushError) {
        try self.subscribe(to: interests)
    }

    /// Subscribes the device to a list of interests, with the same rules and errors as for
    /// single ones. If it throws, nothing has changed.
    public func subscribe(to interests: [String]) throws(PushError) {
        let names = try Self.names(interests)
        try self.change { outbox throws(PushError) in
            for name in names { try outbox.subscribe(to: name) }
        }
    }

    /// Unsubscribes the device from interests. Nothing is sent for a subscription that was not
    /// sent yet.
    ///
    /// - Throws: `PushError.interestName` if a name breaks a rule, `.stateFile` or `.stopped`.
    ///   If it throws, nothing has changed.
    public func unsubscribe(from interests: String...) throws(PushError) {
        try self.unsubscribe(from: interests)
    }

    /// Unsubscribes the device from a list of interests, with the same rules and errors as for
    /// single ones.
    public func unsubscribe(from interests: [String]) throws(PushError) {
        let names = try Self.names(interests)
        try self.change { outbox throws(PushError) in
            for name in names { outbox.unsubscribe(from: name) }
        }
    }

    /// Makes these the device's interests: subscribes to those that are missing, and unsubscribes
    /// from all others.
    ///
    /// - Throws: `PushError.interestName` if a name breaks a rule, `.tooManyInterests`,
    ///   `.stateFile` or `.stopped`. If it throws, nothing has changed.
    public func setInterests(_ interests: [String]) throws(PushError) {
        let names = try Self.names(interests)
        try self.change { outbox throws(PushError) in
            try outbox.setInterests(names)
        }
    }

    /// Sends waiting retries immediately, and resends refused operations.
    ///
    /// - Throws: `PushError.stateFile` or `.stopped`.
    public func retryNow() throws(PushError) {
        try self.change { outbox throws(PushError) in outbox.retryNow() }
    }

    /// Sends the token again, even if it has not changed. If the service has forgotten the device,
    /// the device is registered again, with all its interests. The Client API has no other way to
    /// check.
    ///
    /// - Throws: `PushError.stateFile` or `.stopped`.
    public func verify() throws(PushError) {
        try self.change { outbox throws(PushError) in outbox.verify() }
    }

    // MARK: Status

    /// The current status: what is confirmed, pending and refused. ``statuses()`` reports each
    /// change.
    public var status: PushStatus { PushStatus(self.outbox) }

    /// Returns the current status, followed by each later one, to show or log them. A slow
    /// listener misses intermediate statuses. The stream ends with the client.
    public func statuses() -> AsyncStream<PushStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PushStatus.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(self.status)
        guard !self.isOver else {
            continuation.finish()
            return stream
        }
        self.lastListener += 1
        let number = self.lastListener
        self.listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(listener: number) }
        }
        return stream
    }

    private func forget(listener number: Int) { self.listeners[number] = nil }

    private func publish() {
        let status = self.status
        guard status != self.lastStatus else { return }
        self.lastStatus = status
        for listener in self.listeners.values { listener.yield(status) }
    }

    // MARK: Running

    /// Sends the operations in the outbox until `stop()` is called or the task is cancelled; then
    /// the streams end. The next client to use the same file repeats an interrupted request. A
    /// client cannot be run twice: a second call returns immediately.
    public func run() async {
        guard !self.hasRun, !self.isOver else { return }
        self.hasRun = true
        self.proceed()
        await withDiscardingTaskGroup { group in
            for await item in self.work.stream {
                group.addTask { await self.carryOut(item) }
            }
            self.isOver = true
            group.cancelAll()
        }
        self.end()
    }

    /// Makes `run()` return, and releases the state file when the client is released.
    public func stop() {
        self.isOver = true
        self.work.continuation.finish()
        if !self.hasRun { self.end() }
    }

    private func end() {
        self.isOver = true
        for listener in self.listeners.values { listener.finish() }
        self.listeners = [:]
    }

    private nonisolated func carryOut(_ item: Work) async {
        switch item {
        case .send(let call):
            let outcome = await self.exchange.perform(call)
            await self.finished(call, outcome)
        case .sleep(let number, let until):
            guard (try? await self.time.sleep(until: until)) != nil else { return }
            await self.timerFired(number)
        }
    }

    private func finished(_ call: PushCall, _ outcome: PushOutcome) {
        let now = self.time.now()
        self.outbox.finished(call, outcome, at: now, chance: self.chance())
        do throws(PushError) { try self.save(self.outbox.state) } catch {
            // What the file does not know is sent again after a restart, which changes nothing.
            self.outbox.lastError = PushStatus.Problem(
                text: error.description, time: now, isPermanent: false)
        }
        self.proceed()
    }

    private func timerFired(_ number: Int) {
        guard number == self.timer?.number else { return }
        self.timer = nil
        self.proceed()
    }

    /// Saves a request before sending it, so that a later run knows of it.
    private func proceed() {
        defer { self.publish() }
        guard self.hasRun, !self.isOver else { return }
        var outbox = self.outbox
        let now = self.time.now()
        switch outbox.due(at: now) {
        case .rest: return
        case .wait(let until):
            guard self.timer?.until != until else { return }
            self.lastTimer += 1
            self.timer = (self.lastTimer, until)
            self.work.continuation.yield(.sleep(number: self.lastTimer, until: until))
        case .send(let call):
            do throws(PushError) {
                try self.save(outbox.state)
                self.outbox = outbox
                self.work.continuation.yield(.send(call))
            } catch {
                self.outbox.saveFailed(error.description, at: now, chance: self.chance())
                self.proceed()
            }
        }
    }

    // MARK: Saving

    private func change(
        _ body: (inout PushOutbox) throws(PushError) -> Void
    ) throws(PushError) {
        guard !self.isOver else { throw .stopped }
        var outbox = self.outbox
        try body(&outbox)
        try self.save(outbox.state)
        self.outbox = outbox
        self.proceed()
    }

    private func save(_ state: PushState) throws(PushError) {
        guard state != self.saved else { return }
        try self.file?.save(state)
        self.saved = state
    }

    private func chance() -> Double { Double.random(in: 0...1, using: &self.random) }

    private static func names(_ texts: [String]) throws(PushError) -> [InterestName] {
        var names: [InterestName] = []
        for text in texts {
            do { names.append(try InterestName(text)) } catch {
                throw .interestName(error.description)
            }
        }
        return names
    }
}
