import BuoyDashboard
import BuoyDashboardRuntime
import ChannelsEventWords
import ChannelsProtocol

/// Raises alerts while lines are printed. Only lines and programs: bell, notification and mark
/// are for people in front of a screen.
actor AlertLineService: LineService {
    private var monitor: AlertMonitor
    private let programs: AlertPrograms
    private let warn: @Sendable (String) -> Void
    private var lastNumber = 0

    init(_ rules: [AlertRule], _ server: PrintedServer) {
        self.monitor = AlertMonitor(rules, from: server.start)
        self.programs = AlertPrograms(server: server.name)
        self.warn = server.warn
    }

    func received(_ reports: [ClientReport]) async -> [LineNote] {
        self.lastNumber = reports.last?.number ?? self.lastNumber
        return await self.raise(self.monitor.received(reports))
    }

    func timePassed(_ time: ChannelsTimestamp) async -> [LineNote] {
        await self.raise(self.monitor.ticked(at: time))
    }

    func finish() async { await self.programs.finish() }

    func stop() async { await self.programs.stop() }

    private func raise(_ alerts: [Alert]) async -> [LineNote] {
        let (warn, number) = (self.warn, self.lastNumber)
        for alert in alerts where alert.phase == .began {
            await self.programs.start(alert, orElse: warn)
        }
        return alerts.map { LineNote($0, after: number) }
    }
}

extension LineNote {
    fileprivate init(_ alert: Alert, after number: Int) {
        let isOver = alert.phase != .began
        var facts = [JSONValue.Object.Member(key: "rule", value: .string(alert.rule.name))]
        if let event = alert.event {
            facts.append(
                JSONValue.Object.Member(key: "report", value: .number(String(event.number))))
        }
        self.init(
            at: alert.time, after: number, isOver ? "alert_over" : "alert",
            isOver ? .good : .warning, text: alert.sentence, facts: facts)
    }
}
