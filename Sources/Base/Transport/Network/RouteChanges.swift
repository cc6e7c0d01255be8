import Glibc
import NIOCore
import NIOPosix

/// Reports when this machine gets a new address or default route. A client that waits for its next
/// attempt to connect may then try at once.
///
/// Each iteration listens to the kernel (netlink) through its own socket, which needs no privileges
/// and is closed with the iteration. Changes between two calls of `next` count as one. If the
/// kernel does not support it, the sequence is empty. An element is only a hint: it may come
/// without a relevant change, such as when the lifetime of an IPv6 address is renewed.
package struct RouteChanges: AsyncSequence, Sendable {
    package typealias Element = Void
    package typealias Failure = Never

    package init() {}

    package func makeAsyncIterator() -> AsyncStream<Void>.Iterator {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        if let descriptor = Self.openSocket() {
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
            // A longer message would be cut; the kernel's are shorter than 8 KiB.
            .channelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 32 * 1024)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RouteChangeHandler(changes))
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .cascade(to: opened)
    }

    /// A socket that receives changes of addresses and routes; `nil` if there is none.
    private static func openSocket() -> CInt? {
        let type = CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let routing: CInt = 0
        let descriptor = socket(AF_NETLINK, type, routing)
        guard descriptor >= 0 else { return nil }
        // `struct sockaddr_nl`: family and padding, port (0: the kernel chooses), groups.
        let groups: UInt32 = 0x10 | 0x40 | 0x100 | 0x400
        let address = [UInt32(AF_NETLINK).littleEndian, 0, groups]
        let isBound = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}

/// Passes on changes.
private final class RouteChangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changes: AsyncStream<Void>.Continuation

    init(_ changes: AsyncStream<Void>.Continuation) { self.changes = changes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let isNews = self.unwrapInboundIn(data).withUnsafeReadableBytes(RouteMessages.bringsNetwork)
        if isNews { self.changes.yield() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Messages may have been lost, and may have contained changes.
        self.changes.yield()
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { self.changes.finish() }
}
