package import BuoyDashboardRuntime
import BuoyProgramSupport
package import BuoySessions
import Channels
import ChannelsProtocol

package struct PrintedSession: Sendable {
    let session: ServerSession
    let name: String?
    let services: [any LineService]
    let missed: MissedEventsMeter?
    private let condition: SharedValue<StopCondition>
    private let told = SharedValue<String?>(nil)

    package init(
        _ session: ServerSession, name: String? = nil, services: [any LineService] = [],
        missed: MissedEventsMeter? = nil
    ) {
        self.session = session
        self.name = name
        self.services = services
        self.missed = missed
        self.condition = SharedValue(StopCondition(channels: session.target.channels))
    }

    func failure(in batch: [ClientReport]) -> ProgramFailure? {
        for index in batch.indices where !batch[index].isReceived {
            let kind = batch[index].kind
            if let failure = self.condition.withLock({ $0.failure(after: kind) }) { return failure }
        }
        return nil
    }

    func failureWhenTimeIsUp() -> ProgramFailure? {
        self.condition.withLock { $0.failureWhenTimeIsUp() }
    }

    /// Tells why this server is left, if there are others. The reason of the only one is that of
    /// the program.
    func tell(_ failure: ProgramFailure) {
        if self.name != nil { self.tell(failure.message) }
    }

    /// Tells why a server is not left, once for each reason.
    func tellStanding(_ failure: ProgramFailure) {
        let isNews = self.told.withLock { told in
            defer { told = failure.message }
            return told != failure.message
        }
        guard isNews else { return }
        self.tell(failure.message)
        self.tell("staying for --metrics; retrying every minute what was refused")
    }

    func tell(_ sentence: String) {
        Console.errorLine("buoy: \(self.name.map { "\($0): " } ?? "")\(sentence)")
    }

    func tellWarnings() {
        for warning in self.session.target.allWarnings { self.tell("warning: \(warning)") }
    }

    /// The services of features continue.
    func disconnect() async { await self.session.stop() }

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
    func run() async {
        await withDiscardingTaskGroup { group in
            for session in self { group.addTask { await session.session.run() } }
        }
    }
}

extension ChannelsClient {
    /// Until the task is cancelled.
    func retryRefused(every interval: Duration, by time: any TimeSource = SystemTime()) async {
        while (try? await time.sleep(until: time.now().advanced(by: interval))) != nil {
            self.retryRefused()
        }
    }

    /// Somebody may have corrected what was refused permanently.
    func retryRefused() {
        if self.state == .failed { self.connect() }
        for (channel, state) in self.subscriptions {
            if case .failed = state { self.subscribe(channel) }
        }
    }
}
