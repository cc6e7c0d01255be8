package import BuoyDashboardRuntime
import BuoyProgramSupport
package import BuoySessions
import Channels
import ChannelsProtocol

/// A session whose reports are printed.
package struct PrintedSession: Sendable {
    let session: ServerSession
    /// The name of the server, if there are several.
    let name: String?
    /// The services of features that run beside the lines.
    let services: [any LineService]
    private let condition: SharedValue<StopCondition>

    /// - Parameters:
    ///   - name: the name of the server, if there are several.
    ///   - services: what works for features beside the lines.
    package init(
        _ session: ServerSession, name: String? = nil, services: [any LineService] = []
    ) {
        self.session = session
        self.name = name
        self.services = services
        self.condition = SharedValue(StopCondition(channels: session.target.channels))
    }

    /// The first reason in a batch to stop printing the reports of this server.
    func failure(in batch: [ClientReport]) -> ProgramFailure? {
        for index in batch.indices where !batch[index].isReceived {
            let kind = batch[index].kind
            if let failure = self.condition.withLock({ $0.failure(after: kind) }) { return failure }
        }
        return nil
    }

    /// The failure at the end of the time limit; `nil` if it ends normally.
    func failureWhenTimeIsUp() -> ProgramFailure? {
        self.condition.withLock { $0.failureWhenTimeIsUp() }
    }

    /// Tells why this server is left, if there are others. The reason of the only one is that of
    /// the program.
    func tell(_ failure: ProgramFailure) {
        if self.name != nil { self.tell(failure.message) }
    }

    /// Tells something about this server on standard error.
    func tell(_ sentence: String) {
        Console.errorLine("buoy: \(self.name.map { "\($0): " } ?? "")\(sentence)")
    }

    /// Tells the warnings about the connection on standard error.
    func tellWarnings() {
        for warning in self.session.target.allWarnings { self.tell("warning: \(warning)") }
    }

    /// Disconnects. The services of features continue.
    func disconnect() async { await self.session.stop() }

    /// Disconnects, and ends what works beside the lines.
    ///
    /// - Parameter isHasty: whether it may not take long.
    func stop(isHasty: Bool) async {
        async let services: Void = withDiscardingTaskGroup { group in
            for service in self.services {
                group.addTask {
                    if !isHasty { await service.finish() }
                    await service.stop()
                }
            }
        }
        await self.disconnect()
        await services
    }
}

extension [PrintedSession] {
    /// Runs the clients until all are stopped.
    func run() async {
        await withDiscardingTaskGroup { group in
            for session in self { group.addTask { await session.session.run() } }
        }
    }
}
