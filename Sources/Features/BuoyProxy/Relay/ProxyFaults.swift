import BuoyScripts
import BuoySessions

/// The faults that are made for the clients of a proxy: for each of them, and for all.
actor ProxyFaults {
    /// What has become of a fault, and whom it concerns.
    struct Report: Sendable {
        let scope: ProxyScope
        let report: FaultReport
    }

    /// Reports, in order.
    nonisolated let reports: AsyncStream<Report>

    private let proxy: ChannelsProxy
    private let report: AsyncStream<Report>.Continuation
    private var runners: [ProxyScope: FaultRunner] = [:]
    private let begun = AsyncStream.makeStream(of: (ProxyScope, FaultRunner).self)

    /// Nothing is planned.
    init(_ proxy: ChannelsProxy) {
        self.proxy = proxy
        (self.reports, self.report) = AsyncStream.makeStream()
    }

    /// Does what is asked. Each order is answered with a report.
    ///
    /// - Throws: why a fault cannot be made for somebody else's client.
    func perform(
        _ order: FaultOrder, on scope: ProxyScope
    ) async throws(FaultLineError) {
        if case .plan(let steps) = order {
            for step in steps {
                if let text = ChannelsProxy.refusal(of: step.fault) {
                    throw FaultLineError(description: text)
                }
            }
        }
        await self.runner(of: scope).perform(order)
    }

    private func runner(of scope: ProxyScope) -> FaultRunner {
        if let runner = self.runners[scope] { return runner }
        let runner = self.proxy.faultRunner(of: scope)
        self.runners[scope] = runner
        self.begun.continuation.yield((scope, runner))
        return runner
    }

    /// Carries out what is planned until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await (scope, runner) in self.begun.stream {
                group.addTask { await runner.run() }
                group.addTask {
                    for await report in runner.reports {
                        self.report.yield(Report(scope: scope, report: report))
                    }
                }
            }
            group.cancelAll()
        }
    }
}
