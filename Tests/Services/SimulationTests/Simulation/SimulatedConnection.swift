import ChannelsProtocol
import Synchronization

@testable import ChannelsTesting
@testable import ChannelsTransport

/// When the machine of the client received what was read last, as its kernel knows (tcp(7),
/// TCP_INFO).
final class SimulatedArrival: Sendable {
    private let nanoseconds = Mutex<Int64?>(nil)

    /// What was read had arrived at this time.
    func note(_ time: Int64?) {
        if let time { self.nanoseconds.withLock { $0 = time } }
    }

    /// How long ago that was.
    func elapsed(until now: Int64) -> Duration? {
        self.nanoseconds.withLock(\.self).map { .nanoseconds(now - $0) }
    }
}

/// A connection of `Transport` whose kernel is the simulation: a channel in memory has none.
struct SimulatedConnection: WebSocketConnection {
    let base: NIOWebSocketConnection
    let arrival: SimulatedArrival
    let clock: ManualClock

    var details: ConnectionDetails { self.base.details }
    var readingExecutor: (any TaskExecutor)? { self.base.readingExecutor }

    var timeSinceArrival: Duration? {
        self.base.timeSinceArrival.flatMap { _ in
            self.arrival.elapsed(until: self.clock.now().monotonicNanoseconds)
        }
    }

    func receive() async -> WebSocketInput { await self.base.receive() }

    func send(_ texts: [[UInt8]]) throws(TransportError) { try self.base.send(texts) }

    func ping(_ payload: [UInt8]) throws(TransportError) { try self.base.ping(payload) }

    func close(code: UInt16?, reason: String, timeLimit: Duration) async {
        await self.base.close(code: code, reason: reason, timeLimit: timeLimit)
    }
}
