import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport
import Testing

@testable import Channels

@Suite("A server that flaps", .inTurn)
struct FlappingTests {
    @Test(
        "over a hundred drops of all kinds everything is restored, in order, and nothing piles up")
    func hundredDrops() async throws {
        let master = try EncryptionMasterKey(bytes: Array(0..<32))
        let method = AuthMethod.inline(
            secret: AppSecret("s"), user: { _, _ in PresenceUser(id: "me") }, masterKey: master)
        let scene = try ClientScene(authMethod: method)
        let slow = scene.client.reportBatches(limits: ListenerLimits(events: 10, controlEvents: 20))
        let heard = Mailbox<ChannelsEvent>()
        try await scene.play { scene in
            for channel in FlappingServer.channels {
                await scene.client.subscribe(channel).bind("e") { heard.put($0.event) }
            }
            await scene.client.connect()
            var server = FlappingServer(scene, master)
            for round in 0..<100 {
                try await server.play(FlappingServer.drops[round % FlappingServer.drops.count])
                try await eventually { await scene.client.sockets.count <= 2 }
            }
            _ = try await server.last()
            // Of timers nobody cares about: for each of the last 120 s, those of one attempt.
            #expect(server.mostSleepers < 150)
            try await Self.check(scene, server.rounds, heard)
            await Self.checkSlow(slow, scene)
        }
        #expect(await scene.client.sockets.isEmpty)
        #expect(scene.clock.pending.isEmpty)
        while await scene.report.next() != nil {}
        var checker = ReportChecker()
        checker.read(await scene.report.seen)
        #expect(checker.violations == [])
        #expect(checker.state == .disconnected)
    }

    /// What the client has told, and what it is like in the end.
    private static func check(
        _ scene: ClientScene, _ rounds: Int, _ heard: Mailbox<ChannelsEvent>
    ) async throws {
        var checker = ReportChecker()
        checker.read(await scene.report.seen)
        #expect(checker.violations == [])
        #expect(checker.state == .connected)
        #expect(checker.connections > rounds)
        try await eventually { await scene.client.sockets.count == 1 }
        for channel in FlappingServer.channels {
            #expect(checker.subscriptions[channel] == .subscribed)
            #expect(await scene.client.state(of: channel) == .subscribed)
            let members = await scene.client.members(of: channel)
            #expect(members == checker.members[channel])
            let ids = members.map { $0.ordered.map(\.id.text) }
            let expected = ["me", "in round \(rounds - 1)", "late"]
            #expect(ids == (channel.kind.hasMembers ? expected : nil))
        }
        #expect(await scene.client.allBindings.map(\.hits).allSatisfy { $0 == rounds })
        var texts: [ChannelName: [String]] = [:]
        while let event = heard.takeIfAny() {
            event.channel.map { texts[$0, default: []].append(event.data.text) }
        }
        #expect(texts.count == FlappingServer.channels.count)
        #expect(texts.values.allSatisfy { $0 == (1...rounds).map(String.init) })
    }

    /// A listener that has not read at all finds less, which means the same.
    private static func checkSlow(_ slow: ClientStream<[ClientReport]>, _ scene: ClientScene) async
    {
        var iterator = slow.makeAsyncIterator()
        let events = await iterator.next() ?? []
        let all = await scene.report.seen
        let changes = { (events: [ClientReport]) in
            events.compactMap {
                if case .stateChanged(let change) = $0.kind { change } else { nil }
            }
        }
        #expect(changes(events) == changes(all))
        #expect(events.count < all.count)
        var subscriptions: [ChannelName: SubscriptionState] = [:]
        var members: [ChannelName: PresenceMembers] = [:]
        for event in events {
            switch event.kind {
            case .subscriptionChanged(let channel, let state): subscriptions[channel] = state
            case .membersReplaced(let channel, let list, _): members[channel] = list
            case .memberAdded(let channel, let member): members[channel]?.add(member)
            case .memberRemoved(let channel, let member): members[channel]?.remove(member.id)
            default: continue
            }
        }
        for channel in FlappingServer.channels {
            #expect(subscriptions[channel] == .subscribed)
            #expect(await scene.client.members(of: channel) == members[channel])
        }
    }
}
