import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import ChannelsTransport
import Synchronization
import Testing

@testable import Channels

@Suite("Disconnecting, reachability and leaps of the clock", .inTurn)
struct ReachabilityTests {
    private static let refused = TransportError.connectFailed(address: "x:1", cause: "refused")

    /// How far a client has come when its user disconnects.
    enum Phase: CaseIterable {
        case initialized, opening, open, connected, waiting, unavailable, failed
    }

    @Test("disconnect() sticks in every phase, whatever comes later", arguments: Phase.allCases)
    func disconnects(in phase: Phase) async throws {
        try await ClientScene().play { scene in
            let connection = await Self.bring(scene, into: phase)
            await scene.client.disconnect()
            #expect(await scene.client.state == .disconnected)
            connection?.establish("9.9")
            connection?.end(4200)
            await scene.client.networkBecameReachable()
            scene.clock.advance(by: .seconds(3600))
            await scene.until { await $0.sockets.isEmpty }
            #expect(scene.network.nextAttemptIfAny() == nil)
            #expect(await scene.client.state == .disconnected)
            // And a new wish is a new start.
            await scene.client.connect()
            _ = await scene.acceptAndEstablish("3.3")
            #expect(await scene.client.socketID?.text == "3.3")
        }
    }

    private static func bring(
        _ scene: ClientScene, into phase: Phase
    ) async -> ScriptedConnection? {
        guard phase != .initialized else { return nil }
        await scene.client.connect()
        let attempt = await scene.network.nextAttempt()
        switch phase {
        case .initialized, .opening:
            return nil
        case .open:
            let connection = attempt.accept()
            connection.send(#"{"event":"early","data":"{}"}"#)
            _ = await scene.problem()
            return connection
        case .connected:
            let connection = attempt.accept()
            connection.establish()
            await scene.change(to: .connected)
            return connection
        case .waiting:
            attempt.fail(Self.refused)
            await scene.retry()
            return nil
        case .unavailable:
            scene.clock.advance(by: .seconds(10))
            await scene.change(to: .unavailable)
            return nil
        case .failed:
            attempt.accept().end(4001)
            await scene.change(to: .failed)
            return nil
        }
    }

    @Test("a reachable network ends the wait for the next attempt")
    func reachableWhileWaiting() async throws {
        try await ClientScene().play { scene in
            await scene.client.connect()
            await scene.network.nextAttempt().fail(Self.refused)
            await scene.retry()
            await scene.client.networkBecameReachable()
            _ = await scene.acceptAndEstablish("1.1")
            #expect(scene.clock.now().monotonicNanoseconds == 0)
        }
    }

    @Test("a connection whose address is gone is dropped, and the next attempt is made at once")
    func addressGone() async throws {
        let gone = Mutex<Set<String>>([])
        let scene = try ClientScene(hasAddress: { address in
            gone.withLock { !$0.contains(address) }
        })
        try await scene.play { scene in
            let connection = await scene.establish()
            // Another address is gone, which concerns nobody.
            await scene.client.networkChanged(RouteChanges.Change(isGain: false))
            #expect(await scene.client.state == .connected)
            gone.withLock { _ = $0.insert("127.0.0.1") }
            await scene.client.networkChanged(RouteChanges.Change(isGain: false))
            let change = await scene.change(to: .connecting)
            #expect(change?.cause.end?.failure?.text.contains("127.0.0.1") == true)
            #expect(await connection.nextClose() == .some(nil))
            gone.withLock { $0 = [] }
            _ = await scene.acceptAndEstablish("2.2")
            #expect(scene.clock.now().monotonicNanoseconds == 0)
        }
    }

    @Test("changes that come together are heard soon, and a flood of them slowly")
    func pauses() {
        var pauses = NetworkPauses()
        var now = ChannelsTimestamp.zero
        var seen: [Duration] = []
        for _ in 0..<8 {
            seen.append(pauses.pause(after: now))
            now = now.advanced(by: seen.last ?? .zero)
        }
        #expect(
            seen == Array(repeating: .milliseconds(200), count: 5)
                + [10, 10, 10].map { .seconds($0) })
        now = now.advanced(by: .seconds(60))
        #expect(pauses.pause(after: now) == .milliseconds(200))
    }

    @Test(
        "watching the network is part of running, and can be left out", arguments: [true, false])
    func watchesNetwork(_ watches: Bool) async throws {
        let scene = try ClientScene(watchesSystem: true) {
            #expect($0.watchesNetwork)
            $0.watchesNetwork = watches
        }
        // run() ends with stop(), although the system never ends to tell.
        try await scene.play { scene in
            _ = await scene.establish()
        }
        #expect(await scene.client.state == .disconnected)
    }

    @Test("after a suspension it is told, and the connection is pinged once, at once")
    func suspended() async throws {
        try await ClientScene(watchesSystem: true).play { scene in
            let connection = await scene.establish()
            try await scene.advance(by: .seconds(65), untilSleeping: .seconds(1))
            let gap = await scene.report.first { if case .suspended = $0 { true } else { false } }
            #expect(gap == .suspended(for: .seconds(65)))
            #expect(await connection.heard() == .ping)
            connection.say(.pong)
            await scene.report.first { if case .pongReceived = $0 { true } else { false } }
            #expect(connection.nextMessageIfAny() == nil)
        }
    }

    @Test("timers that are hours late do nothing twice")
    func staleTimers() async throws {
        try await ClientScene(watchesSystem: true).play { scene in
            try await scene.client.subscribe("orders")
            let connection = await scene.establish()
            await scene.confirm(connection)
            for limit in [1, 120] { try await scene.clock.timer(of: .seconds(limit)) }
            scene.clock.advance(by: .seconds(8 * 3600))
            await scene.report.first { if case .suspended = $0 { true } else { false } }
            #expect(await connection.heard() == .ping)
            connection.say(.pong, ClientScene.event("e", on: ChannelName(wire: "orders"), "1"))
            #expect(await scene.received()?.data.text == "1")
            #expect(connection.nextMessageIfAny() == nil)
            let kinds = await scene.report.seen.map(\.kind)
            #expect(kinds.count { if case .pingSent = $0 { true } else { false } } == 1)
            #expect(kinds.count { if case .suspended = $0 { true } else { false } } == 1)
            #expect(await scene.client.state == .connected)
        }
    }

    /// What ends a connection while nothing runs, and when the last byte was received.
    enum Sleep: CaseIterable {
        case stopped, suspended, unknown

        /// How long what is read on waking had waited, as the kernel tells.
        var waited: Duration? {
            switch self {
            case .stopped: .seconds(18)
            case .suspended: .milliseconds(300)
            case .unknown: nil
            }
        }
        /// From the last sign of life, 18 s before the end that is noticed on waking.
        var gap: Duration { self == .stopped ? .seconds(18) : .seconds(20) }
    }

    @Test(
        "a loss that is noticed on waking is told after the suspension, and began before it",
        arguments: Sleep.allCases)
    func lostAsleep(_ sleep: Sleep) async throws {
        try await ClientScene(watchesSystem: true).play { scene in
            try await scene.client.subscribe("orders")
            let connection = await scene.establish()
            await scene.confirm(connection)
            try await scene.clock.timer(of: .seconds(1))
            let stop = scene.clock.now()
            Self.pass(sleep, scene.clock)
            connection.setTimeSinceArrival(sleep.waited)
            connection.say(ClientScene.event("waited", on: ChannelName(wire: "orders"), "1"))
            connection.end(nil)
            let change = await scene.change(to: .connecting)
            let kinds = await scene.report.seen.map(\.kind)
            #expect(kinds.filter { $0 == .suspended(for: .seconds(20)) }.count == 1)
            #expect(change?.suspended == .seconds(20))
            let lastReceived = change?.lastReceived ?? .zero
            #expect(stop.advanced(by: .seconds(20)).duration(since: lastReceived) == sleep.gap)
            let gap = await Self.comeBack(scene)
            #expect(gap?.suspended == .seconds(20))
            #expect(gap?.silence == sleep.gap)
        }
    }

    private static func pass(_ sleep: Sleep, _ clock: ManualClock) {
        switch sleep {
        case .stopped, .unknown: clock.advance(by: .seconds(20))
        case .suspended: clock.suspend(for: .seconds(20))
        }
    }

    /// The connection is established again, and its channel subscribed.
    private static func comeBack(_ scene: ClientScene) async -> ConnectionGap? {
        await scene.retry()
        scene.clock.advance(by: .seconds(1))
        let connection = await scene.acceptAndEstablish("2.2")
        await scene.confirm(connection)
        let kind = await scene.report.first { if case .gap = $0 { true } else { false } }
        guard case .gap(let gap)? = kind else { return nil }
        return gap
    }

    @Test("a wall clock that is set is told, and nothing else happens")
    func wallClock() async throws {
        try await ClientScene(watchesSystem: true).play { scene in
            let connection = await scene.establish()
            for step in [Duration.seconds(3600), .seconds(-7200)] {
                scene.clock.setWall(by: step)
                try await scene.advance(by: .seconds(1), untilSleeping: .seconds(1))
                let told = await scene.report.first {
                    if case .clockStepped = $0 { true } else { false }
                }
                #expect(told == .clockStepped(by: step))
            }
            #expect(connection.nextMessageIfAny() == nil)
            let kinds = await scene.report.seen.map(\.kind)
            #expect(!kinds.contains { if case .suspended = $0 { true } else { false } })
        }
    }
}
