import BuoyServers
import ChannelsTransport
import Synchronization

/// A visitor's connection. Passes on only what the room allows, delayed if the network is slow.
final class RoomConnection: ServerWebSocketConnection {
    /// Decides what a visitor's messages become: those to pass on, and answers to the visitor.
    typealias Filter = @Sendable ([[UInt8]]) async -> (passed: [[UInt8]], answers: [[UInt8]])

    private let base: any ServerWebSocketConnection
    private let network: RoomNetwork
    private let filter: Filter
    private let waiting = Atomic(0)
    private let late = AsyncStream.makeStream(
        of: Late.self, bufferingPolicy: .bufferingOldest(RoomConnection.lateLimit))

    private static let lateLimit = 1000

    private struct Late: Sendable {
        let texts: [[UInt8]]
        let due: Duration
    }

    init(
        _ base: any ServerWebSocketConnection, _ network: RoomNetwork, filter: @escaping Filter
    ) {
        self.base = base
        self.network = network
        self.filter = filter
    }

    var details: ConnectionDetails { self.base.details }

    func receive() async -> WebSocketInput {
        while true {
            let input = await self.base.receive()
            guard case .messages(let batch) = input else { return input }
            await self.network.wait(until: self.network.due)
            let (passed, answers) = await self.filter(batch.texts)
            if !answers.isEmpty { try? self.send(answers) }
            let isAlive = batch.contains { $0 == .ping || $0.isPong }
            if passed.isEmpty && !isAlive { continue }
            return .messages(
                (passed.isEmpty ? [] : [.texts(TextRun(passed))]) + (isAlive ? [.ping] : []))
        }
    }

    func send(_ texts: [[UInt8]]) throws(TransportError) {
        let due = self.network.due
        guard due > .zero || self.waiting.load(ordering: .relaxed) > 0 else {
            return try self.base.send(texts)
        }
        self.waiting.wrappingAdd(1, ordering: .relaxed)
        if case .enqueued = self.late.continuation.yield(Late(texts: texts, due: due)) { return }
        throw .sendQueueFull(limit: Self.lateLimit)
    }

    /// Sends delayed messages until `finish()`.
    func run() async {
        for await late in self.late.stream {
            await self.network.wait(until: late.due)
            try? self.base.send(late.texts)
            self.waiting.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    func finish() { self.late.continuation.finish() }

    func ping(_ payload: [UInt8]) throws(TransportError) { try self.base.ping(payload) }

    func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        await self.base.close(code: code, reason: reason, timeLimit: timeLimit)
    }

    func abort() async { await self.base.abort() }

    func giveUp(code: UInt16, reason: String, timeLimit: Duration) async {
        await self.base.giveUp(code: code, reason: reason, timeLimit: timeLimit)
    }

    func stopResponding() async { await self.base.stopResponding() }
}

extension WebSocketMessage {
    fileprivate var isPong: Bool { if case .pong = self { true } else { false } }
}

/// The delay of a slow network, in both directions.
final class RoomNetwork: Sendable {
    private let clock: SandboxClock
    private let delay = Mutex(Duration.zero)

    init(_ clock: SandboxClock) { self.clock = clock }

    func slow(by delay: Duration) { self.delay.withLock { $0 = delay } }

    /// When what is sent now arrives; zero for at once.
    var due: Duration {
        let delay = self.delay.withLock(\.self)
        return delay > .zero ? self.clock.uptime() + delay : .zero
    }

    func wait(until due: Duration) async {
        let rest = due > .zero ? due - self.clock.uptime() : .zero
        if rest > .zero { try? await self.clock.sleep(rest) }
    }
}
