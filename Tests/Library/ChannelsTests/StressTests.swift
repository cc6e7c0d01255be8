import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Synchronization
import Testing

@testable import Channels

@Suite("Many tasks at once", .inTurn)
struct StressTests {
    private static let channels = (0..<20).map { number in
        ChannelName(wire: number.isMultiple(of: 4) ? "private-\(number)" : "channel-\(number)")
    }

    /// What a server knows: who subscribes to what.
    private final class View: Sendable {
        private let state = Mutex<Set<ChannelName>>([])

        var channels: Set<ChannelName> { self.state.withLock { $0 } }

        /// Answers a client for as long as it speaks.
        func serve(_ connection: ScriptedConnection) async {
            while let message = await connection.heard() {
                switch message {
                case .subscribe(let channel, _):
                    self.state.withLock { _ = $0.insert(channel) }
                    connection.say(
                        .subscriptionSucceeded(channel, roster: nil),
                        ClientScene.event("e", on: channel, ""))
                case .unsubscribe(let channel):
                    self.state.withLock { _ = $0.remove(channel) }
                default: break
                }
            }
        }
    }

    private static func work(_ client: ChannelsClient, seed: UInt64) async {
        var random = Dice(seed: seed)
        var bindings: [BindingID] = []
        var held: [ClientStream<ReceivedEvent>] = []
        for _ in 0..<500 {
            let channel = Self.channels[random.number(0...Self.channels.count - 1)]
            switch random.number(0...9) {
            case 0...2: await client.subscribe(channel)
            case 3...4: await client.unsubscribe(channel)
            case 5: await client.resubscribe(channel)
            case 6: bindings.append(await client.bind("e", on: channel) { _ in }.id)
            case 7: if let last = bindings.popLast() { await client.unbind(last) }
            case 8: held.append(client.events("e"))
            default: if !held.isEmpty { held.removeFirst() }
            }
        }
        for binding in bindings { await client.unbind(binding) }
    }

    @Test("what eight tasks do to twenty channels ends in one state, the server's and the client's")
    func subscriptions() async throws {
        let method = AuthMethod.inline(secret: AppSecret("s"))
        try await ClientScene(authMethod: method).play { scene in
            let connection = await scene.establish()
            let view = View()
            let serving = Task { await view.serve(connection) }
            await withDiscardingTaskGroup { group in
                for seed in 1...8 {
                    group.addTask { await Self.work(scene.client, seed: UInt64(seed)) }
                }
            }
            // Until the server has answered everything, and heard the last word.
            await scene.until { client in
                await client.subscriptions.allSatisfy { $0.state == .subscribed }
            }
            let marker = try await scene.client.subscribe("marker")
            await scene.until { _ in view.channels.contains(marker.name) }
            await scene.until { await $0.state(of: marker.name) == .subscribed }
            #expect(await Set(scene.client.channels.map(\.name)) == view.channels)
            // What was bound went by hand or with its channel.
            await scene.until { await $0.allBindings.isEmpty }
            serving.cancel()
            await serving.value
            _ = await scene.catchUp()
            var checker = ReportChecker()
            checker.read(await scene.report.seen)
            // What the server had sent when a channel was left arrives after that, and is
            // delivered.
            let late = #/, received\(.* is not subscribed$/#
            #expect(checker.violations.filter { !$0.contains(late) } == [])
        }
    }
}
