import Glibc
import NIOCore
import NIOPosix
import OperatingSystem

/// Reports when this machine gets a new address or default route. A client that waits for its next
/// attempt to connect may then try at once.
///
/// Each iteration listens to the kernel through its own descriptor (`NetworkChanges`), which is
/// closed with the iteration. Changes between two calls of `next` count as one. If the
/// kernel does not support it, the sequence is empty. An element is only a hint: it may come
/// without a relevant change, such as when the lifetime of an IPv6 address is renewed.
package struct RouteChanges: AsyncSequence, Sendable {
    package typealias Element = Void
    package typealias Failure = Never

    package init() {}

    package func makeAsyncIterator() -> AsyncStream<Void>.Iterator {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        if let descriptor = NetworkChanges.open() {
            Self.watch(descriptor, continuation)
        } else {
            continuation.finish()
        }
        return stream.makeAsyncIterator()
    }

    private static func watch(_ descriptor: CInt, _ changes: AsyncStream<Void>.Continuation) {
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

/// Passes on changes.
private final class RouteChangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changes: AsyncStream<Void>.Continuation

    init(_ changes: AsyncStream<Void>.Continuation) { self.changes = changes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let messages = self.unwrapInboundIn(data)
        if messages.withUnsafeReadableBytes(NetworkChanges.bringNetwork) { self.changes.yield() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Messages may have been lost, and may have contained changes.
        self.changes.yield()
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { self.changes.finish() }
}
