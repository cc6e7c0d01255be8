import ChannelsProtocol

/// Held by whatever an async handler was given to. When nobody holds it any more, the handler's
/// task ends.
final class HandlerLease: Sendable {
    private let end: AsyncStream<Never>.Continuation

    init(_ end: AsyncStream<Never>.Continuation) { self.end = end }

    deinit { self.end.finish() }
}

extension ChannelsClient {
    /// In a child task of `run()`, which does not hold the client, so that a client that never runs
    /// is released.
    func serve<Element: Sendable>(
        _ stream: ClientStream<Element>, with handler: @escaping @Sendable (Element) async -> Void
    ) -> HandlerLease {
        let (ended, end) = AsyncStream<Never>.makeStream()
        stream.expectReader()
        self.work.add(
            .handle {
                _ = await Self.unless(ended) {
                    for await element in stream { await handler(element) }
                }
            })
        return HandlerLease(end)
    }
}
