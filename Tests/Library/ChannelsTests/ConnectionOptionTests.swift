import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsDiagnostics
import ChannelsTransport
import Testing

@Suite("Options of the connection", .inTurn)
struct ConnectionOptionTests {
    private static let refused = TransportError.connectFailed(address: "x:1", cause: "refused")

    @Test("run() connects by itself when it is asked to")
    func connectsAutomatically() async throws {
        try await ClientScene { $0.connectsAutomatically = true }.play { scene in
            _ = await scene.acceptAndEstablish("1.1")
            #expect(await scene.client.intent == .connected)
        }
    }

    @Test("who disconnects before run() is not connected by it")
    func disconnectsBeforeRun() async throws {
        let scene = try ClientScene { $0.connectsAutomatically = true }
        await scene.client.disconnect()
        try await scene.play { scene in
            _ = await scene.catchUp()
            #expect(await scene.client.state == .disconnected)
            #expect(scene.network.nextAttemptIfAny() == nil)
        }
    }

    @Test("without autoReconnect a lost connection stays lost")
    func noReconnection() async throws {
        try await ClientScene(policy: .standard) { $0.autoReconnect = false }.play { scene in
            let connection = await scene.establish()
            connection.end(4200)
            let change = await scene.change(to: .failed)
            #expect(change?.previous == .connected)
            #expect(change?.cause == .gaveUp(attempts: 0, .closed(4200, reason: "")))
            #expect(await scene.client.intent == .connected)
        }
    }

    @Test("after as many retries as are allowed the client gives up")
    func attemptLimit() async throws {
        try await ClientScene { $0.maximumReconnectAttempts = 2 }.play { scene in
            await scene.client.connect()
            for _ in 1...2 {
                await scene.network.nextAttempt().fail(Self.refused)
                #expect(await scene.retry()?.attemptLimit == 3)
                scene.clock.advance(by: .seconds(1))
            }
            await scene.network.nextAttempt().fail(Self.refused)
            let change = await scene.change(to: .failed)
            guard case .gaveUp(attempts: 3, _)? = change?.cause else {
                Issue.record("it failed otherwise: \(String(describing: change))")
                return
            }
        }
    }

    @Test("delays are capped, and a policy with a base delay takes another")
    func delays() async throws {
        let slow = ReconnectionPolicy(name: "slow") { _, _ in .retry(after: .seconds(60), rule: "")
        }
        try await ClientScene(policy: slow) { $0.maximumReconnectDelay = .seconds(5) }.play {
            scene in
            await scene.client.connect()
            await scene.network.nextAttempt().fail(Self.refused)
            #expect(await scene.retry()?.delay == .seconds(5))
        }
        try await ClientScene(policy: .fixed) { $0.reconnectDelay = .seconds(3) }.play { scene in
            await scene.client.connect()
            await scene.network.nextAttempt().fail(Self.refused)
            #expect(await scene.retry()?.delay == .seconds(3))
        }
    }

    @Test("another policy counts from the next end on; a delay that runs stays")
    func setsPolicy() async throws {
        try await ClientScene().play { scene in
            await scene.client.connect()
            await scene.network.nextAttempt().fail(Self.refused)
            #expect(await scene.retry()?.delay == .seconds(1))
            await scene.client.setPolicy(.fixed(.seconds(7)))
            scene.clock.advance(by: .seconds(1))
            await scene.network.nextAttempt().fail(Self.refused)
            let retry = await scene.retry()
            #expect(retry?.delay == .seconds(7))
            #expect(retry?.rule.hasPrefix("fixed") == true)
            await scene.client.setPolicy(.never)
            scene.clock.advance(by: .seconds(7))
            await scene.network.nextAttempt().fail(Self.refused)
            #expect(await scene.change(to: .failed) != nil)
        }
    }

    @Test("the limits of the options hold for a policy that is set later")
    func limitsStay() async throws {
        try await ClientScene { $0.maximumReconnectDelay = .seconds(2) }.play { scene in
            await scene.client.setPolicy(.fixed(.seconds(7)))
            await scene.client.connect()
            await scene.network.nextAttempt().fail(Self.refused)
            #expect(await scene.retry()?.delay == .seconds(2))
        }
    }

    @Test("a time that is not longer than zero is refused with the option's name")
    func times() {
        for change: (inout ChannelsOptions) -> Void in [
            { $0.activityTimeout = .zero }, { $0.pongTimeout = .seconds(-1) },
            { $0.unavailableTimeout = .zero }, { $0.attemptTimeLimit = .zero },
            { $0.subscriptionTimeLimit = .zero },
        ] {
            let error = #expect(throws: ChannelsError.self) { try ClientScene(change: change) }
            #expect(error?.description.contains("Time") == true)
        }
    }

    @Test("the client's name cannot break the request")
    func clientName() async throws {
        try await ClientScene {
            $0.clientName = "a b&c\r\nX: y"
            $0.clientVersion = "1/é"
        }.play { scene in
            await scene.client.connect()
            let target = await scene.network.nextAttempt().endpoint.target
            #expect(
                target == "/app/key?protocol=7&client=a%20b%26c%0D%0AX%3A%20y&version=1%2F%C3%A9")
        }
    }
}
