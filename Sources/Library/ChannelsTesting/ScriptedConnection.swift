public import Channels
package import ChannelsProtocol
package import ChannelsTransport
import Synchronization

/// An open connection for which the test plays the server. It provides, each in order, the client's
/// subscriptions, its events and the text of all its messages.
public final class ScriptedConnection: Sendable {
    private let toClient = Mailbox<WebSocketInput>()
    private let toServer = Mailbox<String>()
    private let subscriptions = Mailbox<ScriptedSubscription>()
    private let events = Mailbox<ChannelsEvent>()
    private let closes = Mailbox<UInt16?>()
    private let answersPings: Bool
    private let sinceArrival = Mutex<Duration?>(nil)
    private let passage = Passage()
    private let clock: ManualClock?
    private let line = Mutex(Line())

    private struct Line {
        var lag = Duration.zero
        /// The time when the last message arrives.
        var end = ChannelsTimestamp.zero
    }

    init(answersPings: Bool = false, clock: ManualClock? = nil) {
        self.answersPings = answersPings
        self.clock = clock
    }

    // MARK: What the client sends

    /// Waits for the next request to subscribe to a channel. If none comes, it waits until the
    /// test is cancelled, so give the suite a time limit.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func nextSubscription() async throws(CancellationError) -> ScriptedSubscription {
        try await self.subscriptions.next()
    }

    /// Waits for the next client event.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func nextEvent() async throws(CancellationError) -> ChannelsEvent {
        try await self.events.next()
    }

    /// Waits for the next message of any kind, and returns its text. Subscriptions and events
    /// are among them, whether or not they were read with the other calls.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func nextText() async throws(CancellationError) -> String {
        try await self.toServer.next()
    }

    private func hear(_ bytes: [UInt8]) {
        self.toServer.put(String(decoding: bytes, as: UTF8.self))
        switch try? FrameCodec.decodeClientMessage(bytes) {
        case .subscribe(let channel, let authorization):
            self.subscriptions.put(ScriptedSubscription(channel, authorization, on: self))
        case .event(let event): self.events.put(event)
        case .ping where self.answersPings: self.say(.pong)
        default: break
        }
    }

    // MARK: What the server sends

    /// The delay of everything that this server sends. A message arrives when the test has advanced
    /// the clock by this much. Messages from the client arrive immediately, so the lag is the whole
    /// round trip. A new value applies to later messages; they never overtake earlier ones.
    ///
    /// ```swift
    /// connection.lag = .seconds(2)
    /// connection.publish("created", on: "orders", data: ["id": 7])
    /// server.clock.advance(by: .seconds(2))
    /// try await server.delivered()
    /// ```
    public var lag: Duration {
        get { self.line.withLock(\.lag) }
        set { self.line.withLock { $0.lag = newValue } }
    }

    /// Publishes an event, as the application does or, with `user`, another client. It has not
    /// arrived when the call returns: see ``ScriptedServer/delivered()``.
    ///
    /// - Parameters:
    ///   - event: the event name.
    ///   - channel: the channel to publish on, with its prefix.
    ///   - data: the data.
    ///   - user: for client events on presence channels, the member who sent it.
    public func publish(
        _ event: some EventNameConvertible, on channel: some ChannelNameConvertible,
        data: EventData, from user: UserID? = nil
    ) {
        self.say(
            .event(
                ChannelsEvent(
                    name: event.eventName, channel: channel.channelName, data: data, userID: user)))
    }

    /// Publishes an event with any value that can be encoded as JSON.
    ///
    /// - Throws: `ChannelsError.eventData` if the value cannot be encoded.
    public func publish(
        _ event: some EventNameConvertible, on channel: some ChannelNameConvertible,
        encoding value: some Encodable, from user: UserID? = nil
    ) throws(ChannelsError) {
        self.publish(
            event, on: channel, data: try EventData(encoding: value, for: event.eventName),
            from: user)
    }

    /// Reports a new member of a presence channel. The channel name includes the prefix.
    public func addMember(_ user: PresenceUser, to channel: some ChannelNameConvertible) {
        self.say(.memberAdded(channel.channelName, PresenceMember(user)))
    }

    /// Reports that a member of a presence channel has left. The channel name includes the
    /// prefix.
    public func removeMember(_ user: UserID, from channel: some ChannelNameConvertible) {
        self.say(.memberRemoved(channel.channelName, user))
    }

    /// Sends raw messages in one burst, valid or not, such as a `pusher:error` or a
    /// subscription count.
    public func send(_ texts: String...) {
        self.put(.messages([.texts(TextRun(texts.map { Array($0.utf8) }))]))
    }

    /// Closes the connection with a code from RFC 6455 or from the protocol (4000–4399). The
    /// client's policy decides what follows.
    public func close(code: UInt16, reason: String = "") { self.end(code, reason) }

    /// Loses the connection without a close frame, as if the cable were pulled and the system
    /// noticed.
    public func lose() { self.end(nil) }

    package func say(_ messages: ServerMessage...) {
        self.put(.messages([.texts(TextRun(messages.map(FrameCodec.encode)))]))
    }

    package func send(_ messages: [WebSocketMessage]) { self.put(.messages(messages)) }

    package func establish(_ socketID: String = "1.1", activityTimeout: Int = 120) {
        self.send(
            #"{"event":"pusher:connection_established","data":"{\"socket_id\":\""# + socketID
                + #"\",\"activity_timeout\":"# + "\(activityTimeout)" + #"}"}"#)
    }

    /// Without a code, the connection is lost.
    package func end(_ code: UInt16?, _ reason: String = "") {
        let error: TransportError? = code == nil ? .closed("the connection was reset") : nil
        self.put(.closed(WebSocketClosure(code: code, reason: reason, error: error)))
    }

    package func endWithoutClose() { self.put(.closed(WebSocketClosure())) }

    private func put(_ input: WebSocketInput) {
        guard let clock = self.clock else { return self.arrive(input) }
        self.line.withLock { line in
            line.end = clock.call(after: line.lag, notBefore: line.end) { self.arrive(input) }
        }
    }

    private func arrive(_ input: WebSocketInput) {
        self.passage.add()
        self.toClient.put(input)
    }

    /// Returns when the client has acted on everything that was sent before, or has left.
    func delivered() async throws(CancellationError) { try await self.passage.isPassed() }

    package func setTimeSinceArrival(_ duration: Duration?) {
        self.sinceArrival.withLock { $0 = duration }
    }

    // MARK: What the tests of the library itself take

    /// Waits for a message of the protocol; `nil` when the test is cancelled.
    package func heard() async -> ClientMessage? {
        while let text = await self.toServer.take() {
            if let message = try? FrameCodec.decodeClientMessage(Array(text.utf8)) {
                return message
            }
        }
        return nil
    }

    package func nextMessage() async -> String { await self.toServer.take() ?? "" }

    package func nextMessageIfAny() -> String? { self.toServer.takeIfAny() }

    /// Waits; the inner `nil` means that the client left without a close frame.
    package func nextClose() async -> UInt16?? { await self.closes.take() }
}

extension ScriptedConnection: InjectableConnection {
    package var details: ConnectionDetails {
        ConnectionDetails(remoteAddress: "scripted:1", localAddress: "127.0.0.1")
    }

    package var timeSinceArrival: Duration? { self.sinceArrival.withLock(\.self) }

    package func receive() async -> WebSocketInput {
        self.passage.ask()
        guard let input = await self.toClient.take() else {
            return .closed(WebSocketClosure(error: .cancelled))
        }
        if case .closed = input { self.toClient.put(input) }
        return input
    }

    package func send(_ texts: [[UInt8]]) throws(TransportError) {
        for text in texts { self.hear(text) }
    }

    package func ping(_ payload: [UInt8]) throws(TransportError) {}

    package func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        self.closes.put(code)
        self.passage.end()
        self.toClient.put(.closed(WebSocketClosure(code: code, closedByUs: true)))
    }

    package func inject(_ frame: InjectedFrame) {
        switch frame {
        case .text(let text): self.put(.messages([.text(text)]))
        case .close(let code, let reason):
            var closure = WebSocketClosure(code: code, reason: reason)
            closure.isInjected = true
            self.put(.closed(closure))
        }
    }
}
