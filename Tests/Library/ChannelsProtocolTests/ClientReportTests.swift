import BuoyTestBasics
import ChannelsProtocol
import Testing

@Suite("Client events")
struct ClientEventTests {
    static func connected(_ channels: ChannelName..., limit: Int? = 10) -> MachineScene {
        var options = ClientMachineOptions(address: "host:80")
        options.clientEventLimit = limit
        var scene = MachineScene(options).connected()
        for channel in channels { scene.subscribe(channel) }
        return scene
    }

    /// Subscribes to a channel and lets the server confirm it.
    static func confirm(_ channel: ChannelName, in scene: inout MachineScene) {
        scene.subscribe(channel, authorization: ChannelAuthorization(auth: "k:s"))
        scene.receive(.subscriptionSucceeded(channel, roster: nil))
    }

    static func event(
        _ name: EventName, on channel: ChannelName? = .privateA, size: Int = 2
    ) -> ChannelsEvent {
        ChannelsEvent(
            name: name, channel: channel, data: EventData(String(repeating: "x", count: size)))
    }

    static func numbered(_ numbers: Range<Int>, on channel: ChannelName = .privateA)
        -> [ChannelsEvent]
    {
        numbers.map { Self.event(EventName("client-\($0)"), on: channel) }
    }

    /// The client events that were sent, in order.
    static func sent(_ scene: MachineScene) -> [ChannelsEvent] {
        scene.sent.compactMap {
            if case .event(let event) = $0.message { event } else { nil }
        }
    }

    static func triggered(_ scene: MachineScene) -> [ChannelsEvent] {
        scene.kinds.compactMap { if case .triggered(let event) = $0 { event } else { nil } }
    }

    static func rejections(_ scene: MachineScene) -> [ClientEventRejection] {
        scene.kinds.compactMap {
            if case .clientEventsRejected(let rejection) = $0 { rejection } else { nil }
        }
    }

    // MARK: Rules

    @Test("an event that breaks a rule is refused with the rule's name")
    func rules() {
        var scene = Self.connected(.privateB, .privateC)
        scene.refuse(scene.requests[0])
        Self.confirm(.privateA, in: &scene)
        let failure = SubscriptionFailure(phase: .authorization, status: 403, what: "No")
        let long = EventName("client-" + String(repeating: "x", count: 194))
        let unknown = ChannelName(wire: "private-unknown")
        let table: [(ChannelsEvent, InvalidClientEvent)] = [
            (Self.event("x"), .nameWithoutPrefix("x")),
            (Self.event(long), .nameTooLong(length: 201)),
            (Self.event("client-x", on: nil), .noChannel),
            (Self.event("client-x", on: .a), .channelKind(.a)),
            (Self.event("client-x", on: .cacheA), .channelKind(.cacheA)),
            (Self.event("client-x", on: .encryptedA), .channelKind(.encryptedA)),
            (Self.event("client-x", size: 10_241), .dataTooLarge(byteCount: 10_241)),
            (Self.event("client-x", on: .privateB), .notSubscribed(.privateB, .failed(failure))),
            (Self.event("client-x", on: unknown), .notSubscribed(unknown, nil)),
        ]
        for (event, refusal) in table {
            #expect(scene.trigger(event) == .failure(.clientEvent(refusal)))
            #expect(refusal.description.hasSuffix("."))
        }
        #expect(scene.trigger(Self.event("client-x", size: 10_240)) == .success(.sent))
        #expect(Self.sent(scene).count == 1)
    }

    // MARK: Waiting for a subscription

    @Test("events for a channel that is not subscribed yet go out in order when it is")
    func waitsForSubscription() {
        var scene = Self.connected(.privateA, .privateB)
        let first = Self.numbered(0..<3)
        let second = Self.numbered(3..<4, on: .privateB)
        for event in first + second { #expect(scene.trigger(event) == .success(.queued)) }
        #expect(scene.kinds.suffix(4) == (first + second).map { .clientEventQueued($0) })
        #expect(scene.machine.clientEventMeter(at: scene.now).waiting == 4)
        scene.authorize(scene.requests[0])
        scene.authorize(scene.requests[1])
        #expect(Self.sent(scene).isEmpty)
        scene.receive(.subscriptionSucceeded(.privateB, roster: nil))
        #expect(Self.sent(scene) == second)
        scene.receive(.subscriptionSucceeded(.privateA, roster: nil))
        #expect(Self.sent(scene) == second + first)
        #expect(Self.triggered(scene) == second + first)
        #expect(
            scene.machine.clientEventMeter(at: scene.now)
                == ClientEventMeter(sentInLastSecond: 4, limit: 10, waiting: 0))
    }

    @Test("events wait for a connection, and are not lost with one")
    func waitsForConnection() {
        var scene = MachineScene()
        scene.subscribe(.privateA)
        let events = Self.numbered(0..<3)
        #expect(scene.trigger(events[0]) == .success(.queued))
        scene.connect()
        scene.establish()
        #expect(scene.trigger(events[1]) == .success(.queued))
        scene.close(1006)
        #expect(scene.trigger(events[2]) == .success(.queued))
        scene.disconnect()
        scene.connect()
        scene.establish(2)
        Self.confirm(.privateA, in: &scene)
        #expect(Self.sent(scene) == events)
    }

    @Test("events of a channel that is given up, or fails, are told as lost, each by name")
    func dropped() {
        let changes: [(String, (inout MachineScene) -> Void)] = [
            ("the channel was unsubscribed", { $0.unsubscribe(.privateA) }),
            (
                "the channel was unsubscribed",
                {
                    $0.authorize($0.requests[0])
                    $0.unsubscribe(.privateA)
                }
            ),
            ("its subscription failed", { $0.refuse($0.requests[0]) }),
        ]
        for (why, change) in changes {
            var scene = Self.connected(.privateA, .privateB)
            let kept = Self.event("client-k", on: .privateB)
            for event in Self.numbered(0..<2) + [kept] { scene.trigger(event) }
            change(&scene)
            #expect(
                scene.problems.map(\.text)
                    == (0..<2).map {
                        "The client event client-\($0) for private-a was not sent: \(why)."
                    })
            #expect(
                scene.problems.allSatisfy { $0.kind == .clientEvent && $0.channel == .privateA })
            #expect(scene.machine.clientEventMeter(at: scene.now).waiting == 1)
            Self.confirm(.privateB, in: &scene)
            #expect(Self.sent(scene) == [kept])
        }
    }

    @Test("a thousand events may wait, and one more is refused")
    func capacity() {
        var scene = Self.connected(.privateA)
        for event in Self.numbered(0..<1000) {
            #expect(scene.trigger(event) == .success(.queued))
        }
        #expect(
            scene.trigger(Self.event("client-x")) == .failure(.clientEvent(.queueFull(limit: 1000)))
        )
        // What need not wait is not held up.
        Self.confirm(.privateB, in: &scene)
        #expect(scene.trigger(Self.event("client-x", on: .privateB)) == .success(.sent))
    }

    // MARK: The limit

    @Test("no second has more than ten, and the order is kept")
    func limit() {
        var scene = Self.connected()
        Self.confirm(.privateA, in: &scene)
        Self.confirm(.privateB, in: &scene)
        scene.subscribe(.privateC)
        let events = Self.numbered(0..<35).enumerated().map { index, event in
            ChannelsEvent(
                name: event.name, channel: index % 3 == 0 ? .privateB : .privateA, data: event.data)
        }
        scene.trigger(Self.event("client-waits", on: .privateC))
        for event in events[..<5] { #expect(scene.trigger(event) == .success(.sent)) }
        scene.wait(0.4)
        for event in events[5..<10] { #expect(scene.trigger(event) == .success(.sent)) }
        for event in events[10...] { #expect(scene.trigger(event) == .success(.queued)) }
        #expect(scene.timers(.clientEvents) == 1)
        scene.wait(5)
        #expect(Self.sent(scene) == events)
        let times = scene.published.filter {
            if case .triggered = $0.kind { true } else { false }
        }.map { Int(($0.time.seconds * 10).rounded()) }
        // In tenths of a second.
        #expect(times == [0, 4, 11, 15, 22, 26, 33].flatMap { Array(repeating: $0, count: 5) })
        #expect(scene.timers(.clientEvents) == 0)
    }

    @Test("what came with a new turn does not overtake what waits for it")
    func order() {
        var scene = Self.connected(limit: 1)
        Self.confirm(.privateA, in: &scene)
        let events = Self.numbered(0..<3)
        scene.trigger(events[0])
        scene.trigger(events[1])
        // The second is over, and the timer late.
        scene.now = .at(1.2)
        #expect(scene.trigger(events[2]) == .success(.queued))
        scene.wait(3)
        #expect(Self.sent(scene) == events)
    }

    @Test("the limit is that of a connection: a new one begins at nothing")
    func limitOfConnection() {
        var scene = Self.connected()
        Self.confirm(.privateA, in: &scene)
        let events = Self.numbered(0..<15)
        for event in events { scene.trigger(event) }
        scene.reconnect()
        scene.establish(2)
        Self.confirm(.privateA, in: &scene)
        #expect(Self.sent(scene) == events)
        #expect(
            scene.machine.clientEventMeter(at: scene.now)
                == ClientEventMeter(sentInLastSecond: 5, limit: 10, waiting: 0))
        scene.wait(2)
        #expect(Self.sent(scene) == events)
        #expect(scene.machine.clientEventMeter(at: scene.now).sentInLastSecond == 0)
    }

    @Test("without a limit everything goes at once, and a limit below one counts as one")
    func otherLimits() {
        var scene = Self.connected(limit: nil)
        Self.confirm(.privateA, in: &scene)
        let events = Self.numbered(0..<500)
        for event in events { #expect(scene.trigger(event) == .success(.sent)) }
        #expect(
            scene.machine.clientEventMeter(at: scene.now)
                == ClientEventMeter(sentInLastSecond: 500, limit: nil, waiting: 0))

        var slow = Self.connected(limit: 0)
        Self.confirm(.privateA, in: &slow)
        for event in events[..<3] { slow.trigger(event) }
        slow.wait(1.5)
        #expect(Self.sent(slow) == Array(events[..<2]))
    }

    @Test("every second keeps to the limit, whatever comes when, with a margin for the way")
    func anySecond() {
        for seed in 0..<50 as Range<UInt64> {
            var chance = Dice(seed: seed)
            var scene = Self.connected()
            Self.confirm(.privateA, in: &scene)
            var events: [ChannelsEvent] = []
            for _ in 0..<200 {
                let event = Self.event(EventName("client-\(events.count)"))
                events.append(event)
                scene.trigger(event)
                scene.wait(Double(Int.random(in: 0..<150, using: &chance)) / 1000)
            }
            scene.wait(30)
            #expect(Self.sent(scene) == events)
            let times = scene.published.filter {
                if case .triggered = $0.kind { true } else { false }
            }.map(\.time)
            for (first, eleventh) in zip(times, times.dropFirst(10)) {
                #expect(eleventh.duration(since: first) >= .milliseconds(1100), "seed \(seed)")
            }
        }
    }

    // MARK: Refused by the server

    @Test("a refusal tells what it may be about: what was sent in the last second")
    func rejected() {
        var scene = Self.connected()
        Self.confirm(.privateA, in: &scene)
        Self.confirm(.privateB, in: &scene)
        let early = Self.numbered(0..<2)
        let late = Self.numbered(2..<4)
        let other = Self.numbered(4..<5, on: .privateB)
        for event in early { scene.trigger(event) }
        scene.wait(1)
        for event in late + other { scene.trigger(event) }
        let text = "The app does not have client messaging enabled."
        scene.receive(
            .error(ServerError(code: 4301, message: text)),
            .error(ServerError(code: 4301, message: text, channel: .privateA)))
        #expect(
            Self.rejections(scene) == [
                ClientEventRejection(
                    text: text, code: 4301, candidates: late + other, sentInLastSecond: 3),
                ClientEventRejection(
                    text: text, code: 4301, channel: .privateA, candidates: late,
                    sentInLastSecond: 2),
            ])
        #expect(scene.problems.isEmpty)
        #expect(scene.machine.subscription(to: .privateA) == .subscribed)
    }

    @Test("of many that may be meant, the last twenty are listed and all are counted")
    func manyRejected() {
        var scene = Self.connected(limit: nil)
        Self.confirm(.privateA, in: &scene)
        let events = Self.numbered(0..<5000)
        for event in events {
            scene.trigger(event)
            scene.wait(0.001)
        }
        scene.receive(.error(ServerError(code: nil, message: "Client event rejected - no")))
        #expect(Self.rejections(scene).map(\.candidates) == [Array(events.suffix(20))])
        #expect(Self.rejections(scene).map(\.sentInLastSecond) == [999])
    }

    @Test("a refusal of what nobody sent is told with nothing to blame")
    func rejectedUnsent() {
        var scene = Self.connected(.privateA)
        scene.receive(.error(ServerError(code: 4301, message: "no", channel: .privateA)))
        #expect(Self.rejections(scene).map(\.candidates) == [[]])
        #expect(scene.machine.subscription(to: .privateA) == .authorizing)
    }

    /// What Laravel Reverb is recognised by here.
    private static let reverb = [
        #"{"event":"pusher:pong"}"#,
        #"{"event":"pusher:error","data":"{\"code\":4301,\"message\":\"x\"}"}"#,
    ]

    @Test("where Reverb is recognised, data that it refuses is told before it is sent")
    func dataForReverb() {
        var scene = Self.connected()
        Self.confirm(.privateA, in: &scene)
        let frames = Self.reverb.map { FrameCodec.readServerFrame(Array($0.utf8)) }
        scene.perform(
            scene.machine.received(
                frames, on: scene.socket, at: scene.now, using: &scene.generator))
        #expect(scene.machine.serverProfile.kind == .reverb)
        scene.published = []
        scene.trigger(Self.event("client-text"))
        #expect(scene.problems.map(\.channel) == [.privateA])
        #expect(scene.problems.first?.text.contains("client-text") == true)
        scene.published = []
        scene.trigger(
            ChannelsEvent(
                name: "client-object", channel: .privateA,
                data: EventData(json: .object(JSONValue.Object([])))))
        #expect(scene.problems.isEmpty)
    }

    @Test("4200 Invalid message format after such data is a refusal of that event, with advice")
    func invalidMessageFormat() {
        var scene = Self.connected()
        Self.confirm(.privateA, in: &scene)
        scene.trigger(Self.event("client-text"))
        scene.receive(.error(ServerError(code: 4200, message: "Invalid message format")))
        #expect(Self.rejections(scene).map { $0.candidates.map(\.name) } == [["client-text"]])
        #expect(Self.rejections(scene).first?.advice?.contains("JSON object") == true)
    }

    @Test("4200 Invalid message format blames only events whose data is not an object")
    func invalidMessageFormatAfterObjects() {
        let object = ChannelsEvent(
            name: "client-object", channel: .privateA,
            data: EventData(json: .object(JSONValue.Object([]))))
        var scene = Self.connected()
        Self.confirm(.privateA, in: &scene)
        scene.trigger(object)
        scene.receive(.error(ServerError(code: 4200, message: "Invalid message format")))
        #expect(Self.rejections(scene).isEmpty)
        scene.trigger(Self.event("client-text"))
        scene.trigger(object)
        scene.receive(.error(ServerError(code: 4200, message: "Invalid message format")))
        #expect(Self.rejections(scene).map { $0.candidates.map(\.name) } == [["client-text"]])
    }
}
