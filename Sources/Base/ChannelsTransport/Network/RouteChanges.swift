import ChannelsBasics
import ChannelsPOSIX
import NIOCore
import NIOPosix

/// Reports new addresses or default routes, and lost addresses: a waiting client may then try
/// at once, and one whose address is gone has lost its connection.
///
/// Each iteration has its own descriptor. Changes between two calls of `next` count as one; the
/// sequence is empty without kernel support. An element is only a hint: renewing the lifetime
/// of an IPv6 address causes one too.
package struct RouteChanges: AsyncSequence, Sendable {
    package struct Change: Hashable, Sendable {
        /// A new address or default route, perhaps besides a loss; otherwise an address is gone.
        package var isGain: Bool

        package init(isGain: Bool) { self.isGain = isGain }
    }

    package typealias Element = Change
    package typealias Failure = Never

    package init() {}

    package func makeAsyncIterator() -> AsyncStream<Change>.Iterator {
        let (stream, continuation) = AsyncStream<Change>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        if let descriptor = NetworkChanges.open() {
            Self.watch(descriptor, continuation)
        } else {
            continuation.finish()
        }
        return stream.makeAsyncIterator()
    }

    /// Also true if that is unknown.
    package static func machineHas(_ address: String) -> Bool { NetworkChanges.hasAddress(address) }

    private static func watch(_ descriptor: CInt, _ changes: AsyncStream<Change>.Continuation) {
        let group = MultiThreadedEventLoopGroup.singleton
        let opened = group.any().makePromise(of: (any Channel).self)
        changes.onTermination = { _ in
            opened.futureResult.whenSuccess { $0.close(promise: nil) }
        }
        opened.futureResult.whenFailure { _ in
            close(descriptor)
            changes.finish()
        }
        NIOPipeBootstrap(group: group)
            .channelOption(
                .recvAllocator,
                value: FixedSizeRecvByteBufferAllocator(capacity: NetworkChanges.readSize)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RouteChangeHandler(changes))
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .cascade(to: opened)
    }
}

private final class RouteChangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changes: AsyncStream<RouteChanges.Change>.Continuation

    init(_ changes: AsyncStream<RouteChanges.Change>.Continuation) { self.changes = changes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let messages = self.unwrapInboundIn(data)
        self.pass(messages.withUnsafeReadableBytes(NetworkChanges.kinds))
    }

    private func pass(_ kinds: NetworkChanges.Kinds) {
        guard !kinds.isEmpty else { return }
        let change = RouteChanges.Change(isGain: kinds.contains(.gained))
        // A gain that nobody has taken yet is not replaced by a loss.
        if case .dropped(let earlier) = self.changes.yield(change), earlier.isGain {
            self.changes.yield(earlier)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Messages may have been lost, and may have contained changes.
        self.pass([.gained, .lost])
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { self.changes.finish() }
}
