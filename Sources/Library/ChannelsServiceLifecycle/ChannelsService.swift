#if Integrations
public import Channels
public import ServiceLifecycle

/// A client as a service of a `ServiceGroup` (swift-service-lifecycle), together with the loops
/// that read its streams.
///
/// ```swift
/// let service = ChannelsService(client)
///     .consuming(orders.events("created")) { await shop.handle($0) }
/// let group = ServiceGroup(
///     services: [service], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// ```
/// It connects when the group starts. When the group shuts down gracefully, it closes the
/// connection, lets the loops finish what has arrived, and returns. Its place among the group's
/// services does not matter.
///
/// A loop in another service ends when the client stops. If that is before the group asks, the
/// group fails, because a service has finished unexpectedly. Therefore read the streams here.
public struct ChannelsService: Service {
    private let client: ChannelsClient
    private let connects: Bool
    private let drainTimeLimit: Duration
    private var consumers: [@Sendable () async throws -> Void] = []

    /// Creates a service that runs a client.
    ///
    /// - Parameters:
    ///   - client: the client to run.
    ///   - connects: whether to connect on startup; otherwise, call `connect()` yourself.
    ///   - drainTimeLimit: how long the loops may continue once the client has stopped. They are
    ///     then cancelled. Set the group's `maximumGracefulShutdownDuration`, if any, to
    ///     at least two seconds more.
    public init(
        _ client: ChannelsClient, connects: Bool = true, drainTimeLimit: Duration = .seconds(10)
    ) {
        self.client = client
        self.connects = connects
        self.drainTimeLimit = drainTimeLimit
    }

    /// Returns the service with a loop that handles the elements of a stream, one at a time. Call
    /// it repeatedly for several loops, which run in parallel.
    ///
    /// After a graceful shutdown, the loop still handles every element that had arrived, for at
    /// most `drainTimeLimit`. An error from the stream or the closure stops the client, and `run()`
    /// throws it once the other loops have ended.
    ///
    /// - Parameters:
    ///   - elements: a stream of the client, created before it runs so that nothing is missed. With
    ///     `pausingReading()`, nothing is skipped either.
    ///   - consume: handles an element.
    public func consuming<Elements: AsyncSequence & Sendable>(
        _ elements: Elements,
        _ consume: @escaping @Sendable (Elements.Element) async throws -> Void
    ) -> ChannelsService {
        var service = self
        service.consumers.append {
            for try await element in elements { try await consume(element) }
        }
        return service
    }

    /// Runs the client and the loops until the group shuts down, the client fails, a loop throws,
    /// or the task is cancelled. If the program itself stops the client, it still waits for the
    /// group, because a service that returns early ends its group. Without a group, use
    /// `ChannelsClient.run(_:)`.
    ///
    /// - Throws: the error of a loop; the client's `failure`, a `ClientError`, if the server
    ///   permanently refused the client or the policy gave up; a `ClientError` if the client has
    ///   already run.
    public func run() async throws {
        let failure = await withTaskGroup(of: Step.self) { group in
            self.start(in: &group)
            return await self.finish(&group)
        }
        if let failure { throw failure }
        if let failure = await self.client.failure { throw failure }
        try? await gracefulShutdown()
    }

    private enum Step {
        case clientStopped(ClientError?)
        case consumerEnded((any Error)?)
        case drainTimeLimitPassed
        case watched
    }

    private func start(in group: inout TaskGroup<Step>) {
        group.addTask {
            guard (try? await gracefulShutdown()) != nil else { return .watched }
            await self.client.stop()
            return .watched
        }
        group.addTask {
            // A client whose policy gave up would wait for the network to come back.
            for await state in self.client.states where state == .failed {
                await self.client.stop()
            }
            return .watched
        }
        for consumer in self.consumers {
            group.addTask {
                do { try await consumer() } catch { return .consumerEnded(error) }
                return .consumerEnded(nil)
            }
        }
        group.addTask {
            if self.connects { await self.client.connect() }
            do throws(ClientError) {
                try await self.client.runOnce()
                return .clientStopped(nil)
            } catch {
                return .clientStopped(error)
            }
        }
    }

    /// - Returns: the first error.
    private func finish(_ group: inout TaskGroup<Step>) async -> (any Error)? {
        var failure: (any Error)?
        var running = self.consumers.count
        var (isStopped, isOverdue) = (false, false)
        while !isStopped || running > 0, let step = await group.next() {
            switch step {
            case .clientStopped(let error):
                isStopped = true
                failure = failure ?? error
                if error != nil { group.cancelAll() }
                group.addTask {
                    let isOver = await self.client.waits(self.drainTimeLimit)
                    return isOver ? .drainTimeLimitPassed : .watched
                }
            case .consumerEnded(let error):
                running -= 1
                guard let error, !isOverdue, !Task.isCancelled else { continue }
                failure = failure ?? error
                await self.client.stop()
            case .drainTimeLimitPassed:
                isOverdue = true
                self.client.logUnfinishedReaders(running, after: self.drainTimeLimit)
                group.cancelAll()
            case .watched: break
            }
        }
        group.cancelAll()
        return failure
    }
}
#endif
