import BuoyTestBasics
import Channels
import ChannelsProtocol
import ChannelsSigning
import Testing

@testable import BuoyServers

@Suite("The client against the sandbox", .inTurn)
struct ClientTests {
    @Test("events of a public channel arrive in their order, with their data as it was published")
    func publicChannel() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                let channel = try await live.subscribe("prices")
                let texts = [#"{"bid":1e400}"#, "no JSON", #""a text""#, ""]
                for text in texts { await sandbox.publish("tick", on: "prices", data: text) }
                for text in texts {
                    let event = try await live.report.received()
                    #expect(event.channel == channel)
                    #expect(event.name == "tick")
                    #expect(event.data == EventData(text))
                }
            }
        }
    }

    /// Who signs for a channel.
    enum Signer: CaseIterable { case endpoint, secret }

    @Test("private and presence channels are authorized", arguments: Signer.allCases)
    func authorization(by signer: Signer) async throws {
        try await LoopbackSandbox.run { sandbox in
            let method =
                switch signer {
                case .endpoint: sandbox.endpoint(user: "ana")
                case .secret: Self.inlineMethod(user: "ana")
                }
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                let channel = try await live.subscribe("private-orders")
                await sandbox.publish("paid", on: "private-orders")
                #expect(try await live.report.received().channel == channel)
                let members = try await live.join("presence-room")
                #expect(members.me == "ana")
                let info = EventData(json: ["name": "ana"])
                #expect(members.ordered == [PresenceMember(id: "ana", info: info)])
            }
        }
    }

    @Test("a signature made with another secret fails the channel, and the connection lives on")
    func wrongSecret() async throws {
        try await LoopbackSandbox.run { sandbox in
            let method = AuthMethod.inline(secret: AppSecret("4711-secret"), user: nil)
            try await LiveClient.run(at: sandbox.port, authMethod: method) { live in
                try await live.connect()
                let channel = try await live.client.subscribe("private-orders").name
                let failure = try await live.report.first { kind -> SubscriptionFailure? in
                    guard case .subscriptionChanged(channel, .failed(let failure)) = kind else {
                        return nil
                    }
                    return failure
                }
                #expect(failure.phase == .subscription)
                #expect(failure.text.contains("Invalid signature"))
                #expect(!failure.text.contains("4711"))
                try await live.subscribe("prices")
            }
        }
    }

    @Test("a client event reaches the other client with its sender's id, and not the sender")
    func clientEvents() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port, authMethod: sandbox.endpoint(user: "ana")) {
                ana in
                try await LiveClient.run(
                    at: sandbox.port, authMethod: sandbox.endpoint(user: "ben")
                ) { ben in
                    try await Self.talk(ana, ben)
                }
                let channel = ChannelName(wire: "presence-room")
                let left = try await ana.report.first { kind -> PresenceMember? in
                    if case .memberRemoved(channel, let member) = kind { member } else { nil }
                }
                #expect(left.id == "ben")
            }
        }
    }

    private static func talk(_ ana: LiveClient, _ ben: LiveClient) async throws {
        try await ana.connect()
        try await ben.connect()
        #expect(try await ana.join("presence-room").ordered.map(\.id) == ["ana"])
        #expect(try await ben.join("presence-room").ordered.map(\.id) == ["ana", "ben"])
        let channel = ChannelName(wire: "presence-room")
        let joined = try await ana.report.first { kind -> PresenceMember? in
            if case .memberAdded(channel, let member) = kind { member } else { nil }
        }
        #expect(joined.id == "ben")
        try await ben.client.trigger("client-wave", on: channel, data: EventData(json: ["n": 1]))
        let wave = try await ana.report.received()
        #expect(wave.name == "client-wave")
        #expect(wave.userID == "ben")
        #expect(wave.data == EventData(json: ["n": 1]))
        try await ana.client.trigger("client-nod", on: channel, data: EventData(json: [:]))
        #expect(try await ben.report.received().name == "client-nod")
    }

    @Test("a channel that was given up brings no more events")
    func unsubscribing() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port) { live in
                try await live.connect()
                let channel = try await live.subscribe("a")
                try await live.subscribe("b")
                await live.client.unsubscribe(channel)
                // What is asked for later is answered later: the server has let go of `a` then.
                try await live.subscribe("c")
                await sandbox.publish("e", on: "a", "b")
                #expect(try await live.report.received().channel?.text == "b")
                #expect(await live.client.subscriptions.map(\.channel.text) == ["b", "c"])
            }
        }
    }

    @Test("a wrong key fails permanently, with 4001 and the server's reason")
    func wrongKey() async throws {
        try await LoopbackSandbox.run { sandbox in
            try await LiveClient.run(at: sandbox.port, change: { $0.appKey = "other" }) { live in
                await live.client.connect()
                let change = try await live.report.stateChange(to: .failed)
                let end = ConnectionEnd.refused(4001, reason: "Application does not exist")
                #expect(change.cause == .ended(end))
                #expect(await live.client.state == .failed)
            }
        }
    }

    @Test("a ping of the client is answered, and the round trip is told")
    func liveness() async throws {
        try await LoopbackSandbox.run { sandbox in
            let change = { (options: inout ChannelsOptions) in
                options.activityTimeout = .milliseconds(20)
            }
            try await LiveClient.run(at: sandbox.port, change: change) { live in
                try await live.connect()
                let roundTrip = try await live.report.first { kind -> Duration? in
                    if case .pongReceived(let roundTrip) = kind { roundTrip } else { nil }
                }
                #expect(roundTrip > .zero)
            }
        }
    }

    private static func inlineMethod(user id: UserID) -> AuthMethod {
        let user = PresenceUser(id: id, info: ["name": .string(id.text)])
        return .inline(secret: AppSecret(SandboxApp.standardSecret)) { _, _ in user }
    }
}
