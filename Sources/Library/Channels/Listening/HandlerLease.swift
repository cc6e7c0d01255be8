import ChannelsProtocol
import Synchronization

/// Held by whatever a handler was given to. When nobody holds it any more, the handler is not
/// called again, and its task ends.
final class HandlerLease: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { self.end() }
}

/// A handler until its lease ends: its task may start later, or never.
private final class LeasedHandler<Element: Sendable>: Sendable {
    private let handler: Mutex<(@Sendable (Element) async -> Void)?>

    init(_ handler: @escaping @Sendable (Element) async -> Void) { self.handler = Mutex(handler) }

    var current: (@Sendable (Element) async -> Void)? { self.handler.withLock(\.self) }

    func end() { self.handler.withLock { $0 = nil } }
}

extension ChannelsClient {
    /// In a child task of `run()`, which does not hold the client, so that a client that never runs
    /// is released.
    func serve<Element: Sendable>(
        _ stream: ClientStream<Element>, with handler: @escaping @Sendable (Element) async -> Void
    ) -> HandlerLease {
        let (ended, end) = AsyncStream<Never>.makeStream()
        let leased = LeasedHandler(handler)
        stream.expectReader()
        self.work.add(
            .handle {
                _ = await Self.unless(ended) {
                    for await element in stream {
                        guard let handler = leased.current else { break }
                        await handler(element)
                    }
                }
            })
        return HandlerLease {
            leased.end()
            end.finish()
        }
    }
}
