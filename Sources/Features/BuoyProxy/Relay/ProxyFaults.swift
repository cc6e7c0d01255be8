import BuoyScripts
import BuoySessions

actor ProxyFaults {
    struct Report: Sendable {
        let scope: ProxyScope
        let report: FaultReport
    }

    nonisolated let reports: AsyncStream<Report>

    private let proxy: ChannelsProxy
    private let report: AsyncStream<Report>.Continuation
    private var runners: [ProxyScope: FaultRunner] = [:]
    private let begun = AsyncStream.makeStream(of: (ProxyScope, FaultRunner).self)

    init(_ proxy: ChannelsProxy) {
        self.proxy = proxy
        (self.reports, self.report) = AsyncStream.makeStream()
    }

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
