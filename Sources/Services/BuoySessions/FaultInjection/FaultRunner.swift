package import BuoyScripts
package import ChannelsProtocol

package actor FaultRunner {
    /// Carries out changes, given the lasting faults in effect after them.
    package typealias CarryOut =
        @Sendable (_ changes: [FaultSchedule.Change], _ inForce: [FaultSchedule.InForce]) -> Void

    package nonisolated let reports: AsyncStream<FaultReport>

    private let time: any TimeSource
    private let carryOut: CarryOut
    private var schedule = FaultSchedule()
    private let report: AsyncStream<FaultReport>.Continuation
    private let alarms = AsyncStream.makeStream(of: ChannelsTimestamp.self)

    package init(time: any TimeSource = SystemTime(), carryOut: @escaping CarryOut) {
        self.time = time
        self.carryOut = carryOut
        (self.reports, self.report) = AsyncStream.makeStream()
    }

    /// Each order is answered with a report at once.
    package func perform(_ order: FaultOrder) {
        switch order {
        case .plan(let steps):
            self.schedule.plan(steps, at: self.time.now(), chance: .random(in: 0..<1))
            self.carryOutDue(isAnswer: true)
        case .endAll:
            let forgotten = self.schedule.planned.count
            let changes = self.schedule.endAll()
            self.send(changes, forgotten: forgotten, at: self.time.now())
            if !changes.isEmpty { self.carryOut(changes, self.schedule.inForce) }
        // The caller, which knows the server, asks it.
        case .ofServer: break
        }
    }

    package func run() async {
        await withDiscardingTaskGroup { group in
            for await moment in self.alarms.stream {
                group.addTask {
                    guard (try? await self.time.sleep(until: moment)) != nil else { return }
                    await self.carryOutDue(isAnswer: false)
                }
            }
            group.cancelAll()
        }
    }

    func stop() {
        self.perform(.endAll)
        self.alarms.continuation.finish()
        self.report.finish()
    }

    /// - Parameter isAnswer: whether there is a report even if nothing happens yet.
    private func carryOutDue(isAnswer: Bool) {
        let now = self.time.now()
        let changes = self.schedule.due(at: now, chance: .random(in: 0..<1))
        // The cause is reported before its effects.
        if isAnswer || !changes.isEmpty { self.send(changes, at: now) }
        if !changes.isEmpty { self.carryOut(changes, self.schedule.inForce) }
        if let next = self.schedule.next { self.alarms.continuation.yield(next) }
    }

    private func send(
        _ changes: [FaultSchedule.Change], forgotten: Int = 0, at now: ChannelsTimestamp
    ) {
        self.report.yield(
            FaultReport(
                at: now, changes, inForce: self.schedule.inForce,
                planned: self.schedule.planned, forgotten: forgotten))
    }
}
