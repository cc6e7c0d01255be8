import ChannelsProtocol
import Dashboard
import DashboardConfiguration
import DashboardPanes
import EventWords
import Events
import FeatureInterface
import OperatingSystem
import TextScreen

/// Raises the alerts of a dashboard, and does what their rules ask for.
@MainActor
final class AlertService: FeatureService {
    private var monitor = AlertMonitor([], from: .zero)
    /// The tasks that run the programs of rules, by the name of the rule.
    private var programs: [String: Task<Void, Never>] = [:]
    /// Whether no program is started any more.
    private var isEnding = false

    /// How long the program of a rule may run.
    private static let programLimit = Duration.seconds(10)

    func configured(_ sections: ConfiguredSections, _ shown: any ShownDashboard) {
        self.monitor.use(AlertRule.all(in: sections), at: shown.state.now)
    }

    func received(_ events: [ClientReport], _ shown: any ShownDashboard) {
        self.raise(self.monitor.received(events), shown)
    }

    func timePassed(_ time: Timestamp, _ shown: any ShownDashboard) {
        self.raise(self.monitor.ticked(at: time), shown)
    }

    /// Ends the programs that are running, which takes half a second at most.
    @MainActor
    func stop() async {
        self.isEnding = true
        let tasks = Array(self.programs.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Shows alerts, rings the bell once for all of them, and does what their rules ask for.
    private func raise(_ alerts: [Alert], _ shown: any ShownDashboard) {
        guard !alerts.isEmpty else { return }
        let begun = alerts.filter { $0.phase == .began }
        shown.handle(.service(.notes(alerts.map(LogNote.init))))
        let marked = begun.filter(\.rule.actions.marks).compactMap { $0.event?.number }
        if !marked.isEmpty { shown.handle(.service(.marks(marked))) }
        // The newest that began; the log has all of them.
        if let newest = begun.last { shown.handle(.notice(.warning, newest.sentence)) }
        if begun.contains(where: \.rule.actions.ringsBell) { shown.ringBell() }
        if let alert = begun.last(where: \.rule.actions.notifies) { shown.notify(alert.sentence) }
        for alert in begun where !alert.rule.actions.program.isEmpty {
            self.startProgram(alert, shown)
        }
    }

    /// Runs the program of a rule, unless its last one has not ended.
    private func startProgram(_ alert: Alert, _ shown: any ShownDashboard) {
        let rule = alert.rule.name
        guard !self.isEnding else { return }
        guard self.programs[rule] == nil else {
            return Self.note(alert, "not run: the one before has not ended", shown)
        }
        self.programs[rule] = Task {
            let result = await ChildProcess.run(
                alert.rule.actions.program, input: Array((alert.json + "\n").utf8),
                limit: Self.programLimit)
            self.programs[rule] = nil
            guard !Task.isCancelled, case .failure(let problem) = result else { return }
            Self.note(alert, "failed: \(problem)", shown)
        }
    }

    /// A row in the log about the program of a rule.
    private static func note(_ alert: Alert, _ outcome: String, _ shown: any ShownDashboard) {
        let program = alert.rule.actions.program.first ?? ""
        let text = "the program \(program) of the alert \(alert.rule.name) \(outcome)"
        shown.handle(.service(.notes([LogNote(at: shown.now, "alert", .bad, text: text)])))
    }
}

extension LogNote {
    /// The row of an alert.
    init(_ alert: Alert) {
        let isOver = alert.phase != .began
        self.init(
            at: alert.time, isOver ? "alert over" : "alert", isOver ? .good : .warning,
            text: (isOver ? "alert over: " : "alert: ") + alert.sentence,
            facts: [Fact("rule", alert.rule.name)])
    }
}

extension Alert {
    /// The alert as an object: its rule, its sentence, and the event if one raised it, with the
    /// keys of an exported line.
    fileprivate var json: String {
        let event = self.event.map { ",\"event\":\(JSONLines.object(of: $0))" } ?? ""
        return "{\"alert\":\(PlainOutput.jsonString(self.rule.name.utf8)),"
            + "\"time\":\"\(UTCTime.text(of: self.time))\","
            + "\"text\":\(PlainOutput.jsonString(self.sentence.utf8))\(event)}"
    }
}
