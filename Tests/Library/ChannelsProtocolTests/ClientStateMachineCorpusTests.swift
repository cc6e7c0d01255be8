import ChannelsProtocol
import Testing

/// Each entry of the corpus of malformed frames, played to a client that is as far as the entry
/// says.
@Suite("The client's machine and malformed frames")
struct ClientStateMachineCorpusTests {
    /// What a frame does to a client.
    enum Effect: Equatable {
        /// The attempt is over.
        case ends
        /// It is told as a problem of the message, and nothing changes.
        case problem
        /// It is told as an error of the server, which ends nothing.
        case serverError
        /// No problem: it does what it says.
        case fine
    }

    /// What the words of the corpus mean where no decision of ours stands against them.
    private static func effect(of entry: MalformedFrame) -> Effect? {
        switch entry.expected {
        // "Error shown", they say of these.
        case "ok" where entry.name.hasPrefix("error-"): .serverError
        case "ok", "ignore": .fine
        case "protocol-error": .problem
        case "fatal": .ends
        default: nil
        }
    }

    /// Not for a machine: the transport ends the connection with 1007, or 1009, before.
    static let endedByTransport: Set<String> = [
        "invalid-utf8-text", "invalid-utf8-surrogate", "invalid-utf8-truncated", "event-data-64MB",
    ]

    /// Where the corpus leaves the choice, or expects something else than was decided here
    /// (docs/dev/decisions.md, "Reconnections follow a library, but never flood").
    ///
    /// | entry | the corpus | here, and why |
    /// | --- | --- | --- |
    /// | `hs-event-before-established` | ignored | told: a server that speaks first |
    /// | `hs-error-…` | ends the attempt | told; the close behind it ends it, with this code |
    /// | `binary-…` | ignored | told, as the protocol knows text only |
    /// | `pong-unasked` | activity | told, and activity all the same |
    /// | `member-…`, `signin-…`, `…-unknown-channel` | ignored | told, and nothing changes |
    /// | `subscription-error-…` | fails the channel | told when it is subscribed, and stays so |
    static let decided: [String: Effect] = [
        "hs-event-before-established": .problem,
        "hs-error-4000": .fine, "hs-error-4001": .fine, "error-4009-midway": .fine,
        "binary-json": .problem, "binary-garbage": .problem,
        "pong-unasked": .problem,
        "member-added-public": .problem, "member-removed-unknown": .problem,
        "signin-success-unasked": .problem, "subscription-error-unknown-channel": .problem,
        "subscription-error-403": .problem, "subscription-error-no-data": .problem,
    ]

    /// The members of `presence-room` afterwards, where they are not those of before.
    static let members: [String: [UserID]] = [
        "ack-presence-duplicate": ["u1", "u3"],
        "presence-hash-null-info": ["u1"], "presence-hash-string-info": ["u1"],
        "presence-count-wrong": ["u1"], "presence-duplicate-ids": ["u1"],
        "presence-me-missing": ["u5"], "presence-hostile-id": ["\u{1B}[2J\u{202E}root"],
        "presence-nfc-nfd-ids": ["\u{E9}", "e\u{301}"],
        "member-added-no-info": ["u1", "u2", "u4"], "member-added-data-object": ["u1", "u2", "u6"],
        "member-removed": ["u1"],
    ]

    /// Those that are answered with a pong.
    static let pings: Set<String> = [
        "hs-ping-before-established", "extra-keys", "duplicate-event-key", "ping-object",
        "ping-null-data",
    ]

    static let played = MalformedFrame.all.filter { !endedByTransport.contains($0.name) }

    private static let demo = ChannelName(wire: "demo")
    private static let room = ChannelName(wire: "presence-room")

    /// A client that has come as far as an entry says.
    private static func scene(_ state: String) -> MachineScene {
        var scene = MachineScene()
        scene.connect()
        scene.open()
        guard state != "handshake", let id = SocketID.numbered(1) else { return scene }
        scene.receive(.connectionEstablished(id, activityTimeout: .seconds(120)))
        guard state == "subscribed" else { return scene }
        scene.subscribe(Self.demo)
        scene.subscribe(Self.room)
        scene.authorize(scene.requests[0], user: "u1")
        let roster = Roster(
            members: [PresenceMember(id: "u1"), PresenceMember(id: "u2")], claimedCount: 2)
        scene.receive(.subscriptionSucceeded(Self.demo, roster: nil))
        scene.receive(.subscriptionSucceeded(Self.room, roster: roster))
        return scene
    }

    private static func play(_ entry: MalformedFrame, to scene: inout MachineScene) {
        let frame =
            entry.opcode == "binary"
            ? ReceivedFrame(.failure(.binary(count: entry.frame.count)))
            : FrameCodec.readServerFrame(entry.frame)
        scene.perform(
            scene.machine.received(
                [frame], on: scene.socket, at: scene.now, using: &scene.generator))
    }

    @Test("the corpus is there, and every exception is one of its entries")
    func corpus() {
        let names = Set(MalformedFrame.all.map(\.name))
        #expect(names.count == 123)
        let exceptions = Set(Self.decided.keys).union(Self.members.keys)
            .union(Self.endedByTransport).union(Self.pings)
        #expect(exceptions.subtracting(names) == [])
    }

    @Test("a frame has the effect that the corpus expects, or that was decided", arguments: played)
    func effect(_ entry: MalformedFrame) {
        var scene = Self.scene(entry.state)
        let before = scene.kinds.count
        Self.play(entry, to: &scene)
        let effect = Self.effect(in: scene, since: before)
        let decided = Self.decided[entry.name]
        #expect(effect == decided ?? Self.effect(of: entry))
        // An exception that is none must not stand in the table.
        #expect(decided == nil || decided != Self.effect(of: entry))
    }

    private static func effect(in scene: MachineScene, since count: Int) -> Effect {
        guard scene.closed.isEmpty else { return .ends }
        var effect = Effect.fine
        for kind in scene.kinds.dropFirst(count) {
            switch kind {
            case .clientEventsRejected: effect = .serverError
            case .problem(let problem):
                if case .serverError = problem.kind {
                    effect = .serverError
                } else {
                    effect = .problem
                }
            default: continue
            }
        }
        return effect
    }

    static let afterHandshake = played.filter { $0.state != "handshake" }

    @Test(
        "the connection goes on, with its socket id, its channels and its members",
        arguments: afterHandshake)
    func goesOn(_ entry: MalformedFrame) {
        var scene = Self.scene(entry.state)
        let sent = scene.sent.count
        Self.play(entry, to: &scene)
        #expect(scene.machine.state == .connected)
        #expect(scene.machine.establishment?.socketID == .numbered(1))
        #expect(scene.closed.isEmpty)
        let answers = scene.sent.dropFirst(sent).map(\.message)
        #expect(answers == (Self.pings.contains(entry.name) ? [.pong] : []))
        #expect(scene.machine.signInState == .signedOut)
        if entry.state == "subscribed" { Self.expectChannels(of: scene, after: entry) }
        // What comes next is read as ever.
        let event = ChannelsEvent(name: "next", channel: Self.demo, data: "1")
        scene.receive(.event(event), .ping)
        #expect(scene.kinds.last == .received(event))
        #expect(scene.sent.last?.message == .pong)
    }

    private static func expectChannels(of scene: MachineScene, after entry: MalformedFrame) {
        #expect(scene.machine.subscriptions.map(\.channel) == [Self.demo, Self.room])
        #expect(scene.states(of: Self.demo) == [.subscribing, .subscribed])
        #expect(scene.states(of: Self.room) == [.authorizing, .subscribing, .subscribed])
        let members = scene.machine.members(of: Self.room)
        #expect(members?.ordered.map(\.id) == Self.members[entry.name] ?? ["u1", "u2"])
        #expect(members?.count == members?.ordered.count)
        #expect(members?.me == "u1")
        #expect(scene.machine.members(of: Self.demo) == nil)
    }

    static let handshakes = played.filter { $0.state == "handshake" }

    @Test("an attempt is established, goes on or is tried again", arguments: handshakes)
    func handshake(_ entry: MalformedFrame) {
        var scene = Self.scene(entry.state)
        Self.play(entry, to: &scene)
        let effect = Self.decided[entry.name] ?? Self.effect(of: entry)
        let sent = scene.sent.map(\.message)
        #expect(sent == (Self.pings.contains(entry.name) ? [.pong] : []))
        if effect == .ends {
            #expect(scene.closed == scene.opened)
            #expect(scene.delays.count == 1)
        } else if let establishment = scene.machine.establishment {
            // Neither a busy loop of pings, nor none at all.
            #expect(establishment.activityTimeout >= .seconds(1))
            #expect(establishment.activityTimeout <= .seconds(120))
        } else {
            // The attempt ends at its limit, after an error sooner; the handshake may still come.
            let isError = entry.name.hasPrefix("hs-error")
            #expect(scene.machine.state == .connecting)
            #expect(scene.closed.isEmpty)
            #expect(scene.timers(.attemptLimit) == (isError ? 2 : 1))
            var late = scene
            late.establish()
            #expect(late.machine.state == .connected)
            scene.wait(isError ? 1 : 11)
            #expect(scene.closed.count == 1)
        }
    }

    @Test(
        "a refusal of a subscription that waits fails it, with or without a reason",
        arguments: ["subscription-error-403", "subscription-error-no-data"])
    func refusal(_ name: String) throws {
        var scene = Self.scene("connected")
        scene.subscribe(Self.demo)
        Self.play(try #require(Self.played.first { $0.name == name }), to: &scene)
        guard case .failed(let failure)? = scene.machine.subscription(to: Self.demo) else {
            Issue.record("the subscription did not fail")
            return
        }
        #expect(failure.status == (name.hasSuffix("403") ? 403 : nil))
        #expect(failure.frame?.contains("pusher:subscription_error") == true)
        #expect(scene.problems.isEmpty)
        #expect(scene.machine.state == .connected)
    }

    @Test("an error in the handshake counts with the close behind it, as its code says")
    func errorsInTheHandshake() throws {
        var scene = Self.scene("handshake")
        Self.play(try #require(Self.played.first { $0.name == "hs-error-4001" }), to: &scene)
        scene.close(nil)
        #expect(scene.machine.state == .failed)
        #expect(scene.delays.isEmpty)
        scene = Self.scene("handshake")
        let plain = try #require(Self.played.first { $0.name == "hs-error-4000" })
        Self.play(plain, to: &scene)
        scene.close(nil)
        scene.wait(5)
        #expect(scene.opened.count == 2)
        // With TLS in use already, it is no loop.
        scene.open()
        Self.play(plain, to: &scene)
        scene.close(nil)
        scene.wait(60)
        #expect(scene.machine.state == .failed)
        #expect(scene.opened.count == 2)
    }
}
