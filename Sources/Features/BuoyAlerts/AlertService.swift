import BuoyDashboard
import BuoyDashboardRuntime
import ChannelsEventWords
import ChannelsProtocol

@MainActor
final class AlertService: ListeningService, StoppableService {
    private var monitor = AlertMonitor([], from: .zero)
    private let programs = AlertPrograms()

    func configured(_ sections: ConfiguredSections, _ shown: any ShownDashboard) {
        self.monitor.use(AlertRule.all(in: sections), at: shown.state.now)
    }

    func received(_ events: [ClientReport], _ shown: any ShownDashboard) {
        self.raise(self.monitor.received(events), shown)
    }

    func timePassed(_ time: ChannelsTimestamp, _ shown: any ShownDashboard) {
        self.raise(self.monitor.ticked(at: time), shown)
    }

    func stop() async { await self.programs.stop() }

    /// Rings the bell once for all of them.
    private func raise(_ alerts: [Alert], _ shown: any ShownDashboard) {
        guard !alerts.isEmpty else { return }
        let begun = alerts.filter { $0.phase == .began }
        shown.handle(.service(.notes(alerts.map(LogNote.init))))
        let marked = begun.filter(\.rule.actions.marks).compactMap { $0.event?.number }
        if !marked.isEmpty { shown.handle(.service(.marks(marked))) }
        // The newest that started; the log has all of them.
        if let newest = begun.last { shown.handle(.notice(.warning, newest.sentence)) }
        if begun.contains(where: \.rule.actions.ringsBell) { shown.ringBell() }
        if let alert = begun.last(where: \.rule.actions.notifies) { shown.notify(alert.sentence) }
        for alert in begun {
            self.programs.start(alert) { problem in
                let note = LogNote(at: shown.now, "alert", .bad, text: problem)
                shown.handle(.service(.notes([note])))
            }
        }
    }
}

extension LogNote {
    init(_ alert: Alert) {
        let isOver = alert.phase != .began
        self.init(
            at: alert.time, isOver ? "alert over" : "alert", isOver ? .good : .warning,
            text: (isOver ? "alert over: " : "alert: ") + alert.sentence,
            facts: [Fact("rule", alert.rule.name)])
    }
}
