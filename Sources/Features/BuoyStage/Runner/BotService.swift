import BuoyDashboard
import BuoyDashboardRuntime
import Channels
import ChannelsEventWords

struct BotService: RunningService, RequestService, FactService, StoppableService {
    private let runner: BotRunner

    init(_ options: ChannelsOptions) { self.runner = BotRunner(options) }

    var facts: [any Hashable & Sendable] { [self.runner.access] }

    func run(_ shown: any ShownDashboard) async {
        async let running: Void = self.runner.run()
        for await report in self.runner.reports {
            for action in Self.actions(report) { await shown.handle(action) }
        }
        await running
    }

    func perform(_ request: BotRequest, _ shown: any ShownDashboard) async {
        await self.runner.perform(request)
    }

    func stop() async { await self.runner.stop() }

    static func actions(_ report: BotReport) -> [Action] {
        let actions: [Action] = [.tick(report.time), .service(.bots(report))]
        guard let remark = report.remark else { return actions }
        let note = LogNote(
            at: report.time, "bot", remark.isProblem ? .bad : .neutral, text: remark.text)
        return actions + [.service(.notes([note]))]
            + (remark.isProblem ? [.notice(.warning, remark.text)] : [])
    }
}
