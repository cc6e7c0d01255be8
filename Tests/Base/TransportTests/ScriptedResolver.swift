import NIOCore
import NIOPosix
import Synchronization

/// Answers for names that a test chooses.
final class ScriptedResolver: Resolver, Sendable {
    private struct State {
        var v6: [SocketAddress] = []
        var v4: [SocketAddress] = []
        var queries: [String] = []
        var pending: [EventLoopPromise<[SocketAddress]>] = []
    }

    private let state = Mutex(State())
    private let onHang: (@Sendable () -> Void)?
    private let loop = MultiThreadedEventLoopGroup.singleton.any()

    /// - Parameter onHang: makes every query hang, and is told of it.
    init(
        v6: [(String, Int)] = [], v4: [(String, Int)] = [],
        onHang: (@Sendable () -> Void)? = nil
    ) throws {
        self.onHang = onHang
        try self.answer(v6: v6, v4: v4)
    }

    convenience init(onHang: @escaping @Sendable () -> Void) throws {
        try self.init(v6: [], v4: [], onHang: onHang)
    }

    func answer(v6: [(String, Int)] = [], v4: [(String, Int)] = []) throws {
        let v6 = try v6.map { try SocketAddress(ipAddress: $0.0, port: $0.1) }
        let v4 = try v4.map { try SocketAddress(ipAddress: $0.0, port: $0.1) }
        self.state.withLock { ($0.v6, $0.v4) = (v6, v4) }
    }

    /// The names that were asked for.
    var queries: [String] { self.state.withLock { $0.queries } }

    /// Ends what hangs.
    func giveUp() {
        let pending = self.state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        for promise in pending { promise.succeed([]) }
    }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        self.state.withLock { $0.queries.append(host) }
        return self.reply { $0.v6 }
    }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        self.reply { $0.v4 }
    }

    func cancelQueries() {}

    private func reply(_ addresses: (State) -> [SocketAddress]) -> EventLoopFuture<[SocketAddress]>
    {
        let promise = self.loop.makePromise(of: [SocketAddress].self)
        if let onHang {
            self.state.withLock { $0.pending.append(promise) }
            onHang()
        } else {
            promise.succeed(self.state.withLock { addresses($0) })
        }
        return promise.futureResult
    }
}
