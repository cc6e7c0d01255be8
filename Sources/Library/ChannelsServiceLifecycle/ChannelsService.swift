#if Integrations
public import Channels
public import ServiceLifecycle

/// A client as a service of a `ServiceGroup` (swift-service-lifecycle): it connects when the group
/// starts, and disconnects when the group shuts down gracefully.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [ChannelsService(client), MyService(client)],
///     gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// ```
/// The client itself is not a `Service`: its `run()` knows nothing about the group, and would
/// prevent it from shutting down.
public struct ChannelsService: Service {
    private let client: ChannelsClient
    private let connects: Bool

    /// Creates a service that runs a client.
    ///
    /// - Parameters:
    ///   - client: the client to run.
    ///   - connects: whether to connect on startup; otherwise, call `connect()` yourself.
    public init(_ client: ChannelsClient, connects: Bool = true) {
        self.client = client
        self.connects = connects
    }

    /// Runs the client until it stops or fails, the group shuts down, or the task is cancelled. A
    /// client cannot be run again.
    ///
    /// - Throws: the client's `failure`, a `ClientError`, if the server permanently refused the
    ///   client or the policy gave up.
    public func run() async throws {
        let (shutdowns, shutdown) = AsyncStream<Void>.makeStream()
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in shutdowns { await self.client.stop() }
            }
            await withGracefulShutdownHandler {
                if self.connects { await self.client.connect() }
                async let _: Void = self.stopWhenFailed()
                await self.client.run()
            } onGracefulShutdown: {
                shutdown.yield()
            }
            shutdown.finish()
        }
        if let failure = await self.client.failure { throw failure }
    }

    /// A client whose policy gave up would wait for the network to come back.
    private func stopWhenFailed() async {
        for await state in self.client.states where state == .failed { await self.client.stop() }
    }
}
#endif
