import Glibc
import NIOCore
import NIOPosix

/// Tells when this machine gets a new way into the network: an address or a default route. Whoever
/// waits before the next attempt to connect may then try at once.
///
/// Each iteration listens to the kernel (netlink) through a socket of its own, which needs no
/// privilege, and which ends with the iteration. Changes that come while nobody waits count as one.
/// Where the kernel does not tell, the sequence is empty. An element is a hint: it may come without a
/// change that matters, as when the lifetime of an IPv6 address is renewed.
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
            // A message that does not fit would be cut: the kernel's are below 8 KiB.
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

    /// A socket that hears of addresses and routes; `nil` where there is none.
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

/// Passes on that there is news.
private final class RouteChangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changes: AsyncStream<Void>.Continuation

    init(_ changes: AsyncStream<Void>.Continuation) { self.changes = changes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let isNews = self.unwrapInboundIn(data).withUnsafeReadableBytes(RouteNews.bringsNetwork)
        if isNews { self.changes.yield() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Messages were lost, for one: what they told may have been news.
        self.changes.yield()
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { self.changes.finish() }
}
