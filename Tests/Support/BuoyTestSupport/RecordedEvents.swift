package import ChannelsProtocol

/// Client events with numbers and times, as a client would report them: written down one after the
/// other, with the time that passes between them.
package struct RecordedEvents: Sendable {
    package private(set) var events: [ClientReport] = []
    /// The time of the next event. It starts at 14:02:00 UTC.
    package private(set) var time = ChannelsTimestamp(
        monotonicNanoseconds: 1000 * 1_000_000_000, wallMicroseconds: Self.start)

    /// The presence channels that have been subscribed.
    private var presenceChannels: Set<ChannelName> = []

    /// 2026-11-21 14:02:00 UTC.
    private static let start: Int64 = 1_795_269_720 * 1_000_000

    package init() {}

    /// Reports something now.
    package mutating func add(_ kind: ClientReport.Kind) {
        self.events.append(ClientReport(number: self.events.count + 1, time: self.time, kind: kind))
    }

    /// Lets time pass.
    package mutating func wait(_ duration: Duration) {
        self.time = self.time.advanced(by: duration)
    }

    /// Reports an event on a channel, with the message it came in.
    package mutating func receive(
        _ name: EventName, on channel: String, _ data: String, from user: UserID? = nil
    ) {
        let event = ChannelsEvent(
            name: name, channel: ChannelName(wire: channel), data: EventData(data), userID: user)
        // Through the codec and back, so that the event has the message it came in.
        let frame = FrameCodec.encode(ServerMessage.event(event))
        guard case .event(let received)? = try? FrameCodec.decodeServerMessage(frame) else {
            return self.add(.received(event))
        }
        self.add(.received(received))
    }
}

extension RecordedEvents {
    /// The first connection is made.
    package mutating func connect(socketID: String = "1184.7029") {
        let from: ConnectionState = .initialized
        self.add(.stateChanged(StateChange(previous: from, current: .connecting, cause: .asked)))
        self.startAttempt(1)
        self.wait(.milliseconds(21))
        self.establish(socketID: socketID, attempt: 1, from: .connecting)
    }

    package mutating func startAttempt(_ number: Int) {
        self.add(
            .attemptStarted(
                ConnectionAttempt(
                    number: number, address: "ws://127.0.0.1:6001", usesTLS: false,
                    timeLimit: .seconds(10))))
    }

    package mutating func establish(
        socketID: String, attempt: Int, from state: ConnectionState
    ) {
        guard let id = SocketID(socketID) else { return }
        let connection = Establishment(
            socketID: id, serverActivityTimeout: .seconds(120), activityTimeout: .seconds(120),
            attempt: attempt)
        self.add(
            .stateChanged(
                StateChange(
                    previous: state, current: .connected, cause: .established(connection))))
    }

    /// The connection ends with a close code, and the next attempt is waited for.
    package mutating func drop(_ code: CloseCode, reason: String, retryAfter delay: Duration) {
        let end = ConnectionEnd.closed(code, reason: reason)
        self.add(
            .stateChanged(
                StateChange(previous: .connected, current: .connecting, cause: .ended(end))))
        self.scheduleRetry(1, after: delay)
    }

    /// A connection that is lost several times without a close frame, and made again a second
    /// later.
    /// - Parameter life: what happens between a connection and its loss.
    package static func losses(
        _ count: Int, life: (inout RecordedEvents) -> Void
    ) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        for number in 0..<count {
            life(&session)
            session.cut()
            session.wait(.seconds(1))
            session.startAttempt(1)
            session.establish(socketID: "1184.\(number)", attempt: 1, from: .connecting)
        }
        return session
    }

    /// The connection ends without a close frame.
    package mutating func cut(_ text: String = "It was cut", isInjected: Bool = false) {
        var end = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: text))
        end.isInjected = isInjected
        self.add(
            .stateChanged(
                StateChange(previous: .connected, current: .connecting, cause: .ended(end))))
    }

    package mutating func scheduleRetry(_ attempt: Int, after delay: Duration, of limit: Int? = nil)
    {
        self.add(
            .retryScheduled(
                ScheduledRetry(
                    attempt: attempt, delay: delay, attemptLimit: limit,
                    rule: "standard: random up to \(1 << min(attempt, 5)) s")))
    }

    /// A channel is subscribed, for the first time or again after a reconnection.
    package mutating func subscribe(
        _ channel: String, members: [PresenceMember] = [], me: UserID? = nil
    ) {
        let name = ChannelName(wire: channel)
        self.add(.subscriptionChanged(name, .requested))
        self.add(.subscriptionChanged(name, .subscribing))
        self.wait(.milliseconds(8))
        self.add(.subscriptionChanged(name, .subscribed))
        if name.kind.hasMembers {
            let roster = PresenceMembers(roster: Roster(members: members), me: me)
            let isAgain = !self.presenceChannels.insert(name).inserted
            let difference = isAgain ? MemberDifference(joined: [], left: []) : nil
            self.add(.membersReplaced(name, roster, difference: difference))
        }
    }

    package static func member(_ id: UserID, _ name: String) -> PresenceMember {
        PresenceMember(
            id: id,
            info: EventData(
                json: .object(JSONValue.Object([.init(key: "name", value: .string(name))]))))
    }
}

extension RecordedEvents {
    /// A lively session with a sandbox: five channels, a drop in the middle, members who come and
    /// go.
    package static func sandboxSession() -> RecordedEvents { Self.sandbox }

    private static let sandbox = {
        var session = RecordedEvents()
        session.connect(socketID: "1183.9920")
        session.subscribeToAll()
        session.talk(rounds: 20)
        session.drop(4201, reason: "Pong reply not received", retryAfter: .milliseconds(900))
        let lost = session.time
        session.wait(.milliseconds(900))
        session.startAttempt(1)
        session.wait(.milliseconds(1200))
        session.establish(socketID: "1184.7029", attempt: 1, from: .connecting)
        session.subscribeToAll()
        session.add(.gap(ConnectionGap(from: lost, to: session.time, channels: 4)))
        session.talk(rounds: 120)
        session.comeAndGo()
        return session
    }()

    private static let people: [PresenceMember] = [
        Self.member("u01", "Kim"), Self.member("u02", "Ana Ruiz"), Self.member("u03", "Eli"),
        Self.member("u04", "Chen Wei"), Self.member("u05", "Dana K."),
        Self.member("u06", "Emil S."),
        Self.member("u07", "Fatma"), Self.member("u08", "Gil"), Self.member("u09", "Hana"),
    ]

    private mutating func subscribeToAll() {
        self.subscribe("chat-room")
        self.subscribe("presence-lobby", members: Self.people, me: "u01")
        self.subscribe("private-orders-42")
        self.subscribe("ticker-BTCUSD")
        let refusal = SubscriptionFailure(
            phase: .authorization, status: 403,
            what: "The endpoint /pusher/auth answered 403: this user may not read private-audit")
        self.add(.subscriptionChanged(ChannelName(wire: "private-audit"), .authorizing))
        self.add(.subscriptionChanged(ChannelName(wire: "private-audit"), .failed(refusal)))
        self.bindAll()
    }

    private mutating func bindAll() {
        self.add(
            .bindingChanged(EventBinding(id: BindingID(1), event: nil, channel: nil, hits: 12)))
        let lobby = ChannelName(wire: "presence-lobby")
        self.add(
            .bindingChanged(
                EventBinding(id: BindingID(2), event: "client-typing", channel: lobby, hits: 3)))
        self.add(
            .bindingChanged(
                EventBinding(
                    id: BindingID(3), event: "order.test",
                    channel: ChannelName(wire: "private-orders-42"),
                    isEnabled: false, hits: 1)))
    }

    private mutating func talk(rounds: Int) {
        for round in 0..<rounds {
            self.wait(.milliseconds(310))
            let bid = 60_120 + round % 7
            self.receive("price", on: "ticker-BTCUSD", "{\"bid\":\(bid).5,\"ask\":\(bid + 1).0}")
            if round % 3 == 1 {
                self.receive(
                    "new-message", on: "chat-room",
                    "{\"id\":\(800 + round),\"user\":\"ana\",\"text\":\"hi there, this is message \(round)\"}"
                )
            }
            if round % 11 == 4 {
                self.receive(
                    "client-typing", on: "presence-lobby", "{\"from\":\"u07\"}", from: "u07")
            }
            if round % 17 == 9 {
                self.receive(
                    "order.shipped", on: "private-orders-42",
                    "{\"order\":42,\"carrier\":\"DHL\",\"eta\":\"2026-11-23\",\"items\":[{\"sku\":\"A-100\",\"qty\":2,\"price\":\"49.95\"}]}"
                )
            }
            self.add(.bindingsHit([BindingHits(id: BindingID(1), total: 100 + round)]))
        }
        self.add(.pingSent(.sample))
        self.wait(.milliseconds(21))
        self.add(.pongReceived(roundTrip: .milliseconds(21)))
    }

    private mutating func comeAndGo() {
        let lobby = ChannelName(wire: "presence-lobby")
        self.wait(.seconds(1))
        self.add(.memberAdded(lobby, Self.member("u17", "Bo")))
        self.wait(.seconds(1))
        self.add(.memberRemoved(lobby, Self.member("u03", "Eli")))
        self.receive("price", on: "ticker-BTCUSD", "{\"bid\":60120.5,\"ask\":60121.0}")
        self.wait(.milliseconds(700))
    }
}
