import BuoyTestBasics
import ChannelsProtocol
import Testing

/// Laravel Reverb since 1.9: every message of a connection counts, and 4301 does not say which one
/// it means.
@Suite("A limit on messages")
struct MessageLimitTests {
    private static let channels = ["a", "b", "c", "d", "e"].map { ChannelName(wire: $0) }

    private static let refusal = ServerMessage.error(
        ServerError(code: 4301, message: "Rate limit exceeded"))

    private static func confirmation(_ channel: ChannelName) -> ServerMessage {
        .subscriptionSucceeded(channel, roster: nil)
    }

    /// A connection on which channels were subscribed, and the first three confirmed.
    private static func limited(_ channels: [ChannelName] = channels) -> MachineScene {
        var scene = MachineScene()
        for channel in channels { scene.subscribe(channel) }
        scene.connect()
        scene.establish()
        for channel in channels.prefix(3) { scene.receive(Self.confirmation(channel)) }
        for _ in channels.dropFirst(3) { scene.receive(Self.refusal) }
        scene.sent = []
        return scene
    }

    /// Recognises the server as Reverb.
    private static func recognized() -> MachineScene {
        var scene = MachineScene()
        scene.connect()
        scene.perform(
            scene.machine.opened(scene.socket, software: "Laravel Reverb", at: scene.now))
        return scene
    }

    @Test("it belongs to the subscriptions that wait, in their order, and is no rejected event")
    func attributed() {
        let scene = Self.limited()
        #expect(scene.problems.map(\.channel) == Self.channels.suffix(2).map(Optional.some))
        #expect(scene.problems.allSatisfy { $0.kind == .serverError(code: 4301) })
        #expect(
            scene.problems.first?.text.contains("Rate limit exceeded. It will be resent") == true)
        #expect(
            !scene.kinds.contains { if case .clientEventsRejected = $0 { true } else { false } })
        #expect(scene.machine.subscription(to: Self.channels[3]) == .subscribing)
    }

    @Test("what to do is said once on a connection")
    func advice() {
        let told = Self.limited().problems.map { $0.text.contains("Every message") }
        #expect(told == [true, false])
    }

    @Test("one is tried after a second; when it is confirmed, the others follow")
    func sentAgain() {
        var scene = Self.limited()
        scene.wait(0.9)
        #expect(scene.sent.isEmpty)
        scene.wait(0.1)
        #expect(scene.sent.map(\.message) == [.subscribe(Self.channels[3], nil)])
        scene.receive(Self.confirmation(Self.channels[3]))
        #expect(scene.sent.map(\.message).last == .subscribe(Self.channels[4], nil))
        scene.receive(Self.confirmation(Self.channels[4]))
        #expect(scene.machine.subscriptions.allSatisfy { $0.state == .subscribed })
        scene.wait(100)
        #expect(scene.sent.count { if case .subscribe = $0.message { true } else { false } } == 2)
        #expect(scene.timers(.messageLimit) == 0)
    }

    @Test("while it is refused, the next try comes later each time, at most 30 s")
    func delays() {
        var scene = Self.limited()
        var times: [Double] = []
        while times.count < 8 {
            let before = scene.sent.count
            scene.wait(0.5)
            guard scene.sent.count > before else { continue }
            if case .subscribe? = scene.sent.last?.message {
                times.append(scene.now.seconds)
                scene.receive(Self.refusal)
            }
        }
        #expect(zip(times.dropFirst(), times).map(-) == [2, 4, 8, 16, 30, 30, 30])
    }

    @Test("many channels do not take as many round trips")
    func many() {
        let channels = (0..<203).map { ChannelName(wire: "c\($0)") }
        var scene = Self.limited(channels)
        scene.wait(1)
        var rounds = 0
        while !scene.sent.isEmpty {
            let sent = scene.sent
            scene.sent = []
            rounds += 1
            for case .subscribe(let channel, _) in sent.map(\.message) {
                scene.receive(Self.confirmation(channel))
            }
        }
        #expect(scene.machine.subscriptions.allSatisfy { $0.state == .subscribed })
        #expect(rounds < 10)
    }

    @Test("waiting for the limit is not being stuck, and client events for the channel are kept")
    func notStuck() {
        var scene = Self.limited([.a, .b, .c, .privateA])
        for request in scene.requests { scene.authorize(request) }
        scene.receive(Self.refusal)
        scene.trigger(ChannelsEvent(name: "client-x", channel: .privateA, data: "1"))
        for _ in 0..<3 {
            scene.wait(10)
            for request in scene.requests.suffix(1) { scene.authorize(request) }
            scene.receive(Self.refusal)
        }
        #expect(!scene.kinds.contains { if case .subscriptionStuck = $0 { true } else { false } })
        #expect(scene.machine.clientEventMeter(at: scene.now).waiting == 1)
    }

    @Test("a channel that is unsubscribed meanwhile is not sent again")
    func unsubscribed() {
        var scene = Self.limited()
        scene.unsubscribe(Self.channels[3])
        scene.wait(1)
        #expect(scene.sent.map(\.message) == [.subscribe(Self.channels[4], nil)])
        #expect(scene.machine.subscription(to: Self.channels[3]) == nil)
    }

    @Test("a confirmation that comes all the same counts")
    func confirmedAllTheSame() {
        var scene = Self.limited()
        scene.receive(Self.confirmation(Self.channels[3]), Self.confirmation(Self.channels[4]))
        scene.wait(60)
        #expect(scene.machine.subscriptions.allSatisfy { $0.state == .subscribed })
        #expect(!scene.sent.contains { if case .subscribe = $0.message { true } else { false } })
    }

    @Test("without a subscription that waits, it refused something else, such as a ping")
    func ping() {
        var scene = Self.limited(Array(Self.channels.prefix(3)))
        scene.ping()
        scene.receive(Self.refusal)
        #expect(scene.problems.map(\.channel) == [nil])
        #expect(
            scene.problems.first?.text.hasPrefix("The server's rate limit refused a message")
                == true)
    }

    @Test("after a client event it means that, where only client events count")
    func clientEvent() {
        var scene = MachineScene()
        for channel in [ChannelName.privateA, .a] { scene.subscribe(channel) }
        scene.connect()
        scene.establish()
        for request in scene.requests { scene.authorize(request) }
        scene.receive(Self.confirmation(.privateA))
        scene.trigger(ChannelsEvent(name: "client-x", channel: .privateA, data: "1"))
        scene.receive(Self.refusal)
        #expect(scene.kinds.contains { if case .clientEventsRejected = $0 { true } else { false } })
        #expect(scene.problems.isEmpty)
    }

    @Test("a connection that is cut at the limit says so, in the words of Reverb")
    func cut() {
        var scene = Self.recognized()
        scene.establish()
        scene.subscribe(.a)
        scene.receive(Self.refusal)
        scene.close(
            nil, failure: ConnectFailure(kind: .unreachable, what: "The connection is closed"))
        let failure = scene.changes.last?.cause.end?.failure
        #expect(failure?.kind == .unreachable)
        #expect(
            failure?.text.hasPrefix(
                "The server closed the connection at its rate limit: Rate limit exceeded. ") == true
        )
        #expect(failure?.text.contains("REVERB_APP_RATE_LIMIT_MAX_ATTEMPTS") == true)
    }

    @Test("Reverb cuts without a word: what it may be is said while a subscription waits")
    func cutWithoutWord() {
        var scene = Self.recognized()
        scene.establish()
        scene.subscribe(.a)
        let failure = ConnectFailure(kind: .unreachable, what: "The connection is closed")
        scene.close(nil, failure: failure)
        #expect(scene.changes.last?.cause.end?.failure?.text.contains("terminate_on_limit") == true)
        scene.wait(2)
        scene.establish(2)
        scene.receive(Self.confirmation(.a))
        scene.close(nil, failure: failure)
        #expect(scene.changes.last?.cause.end?.failure?.text == failure.text)
    }

    @Test("a refusal long ago does not explain an end")
    func longAgo() {
        var scene = Self.limited()
        scene.receive(Self.confirmation(Self.channels[3]), Self.confirmation(Self.channels[4]))
        scene.wait(6)
        let failure = ConnectFailure(kind: .unreachable, what: "The connection is closed")
        scene.close(nil, failure: failure)
        #expect(scene.changes.last?.cause.end?.failure?.text == failure.text)
    }

    @Test("on the next connection everything begins anew")
    func nextConnection() {
        var scene = Self.limited()
        scene.close(nil, failure: ConnectFailure(kind: .unreachable, what: "Lost"))
        scene.wait(2)
        scene.sent = []
        scene.establish(2)
        #expect(scene.sent.map(\.message) == Self.channels.map { .subscribe($0, nil) })
        scene.wait(5)
        #expect(scene.sent.count == Self.channels.count)
    }
}
