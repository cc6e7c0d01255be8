package import ChannelsProtocol
import CursesTerminal
import Dashboard
import DashboardPanes
import EventWords
import Events
import OperatingSystem
import TextScreen

// Alerts: what the rules of the configuration ask for.
extension DashboardLoop {
    /// Raises the alerts whose rules apply to reports of the client.
    package func raiseAlerts(for events: [ClientEvent]) { self.raise(self.alerts.received(events)) }

    /// Shows alerts, rings the bell once for all of them, and does what their rules ask for.
    func raise(_ alerts: [Alert]) {
        guard !alerts.isEmpty else { return }
        self.handle(.service(.alerts(alerts)))
        let begun = alerts.filter { $0.phase == .began }
        if begun.contains(where: \.rule.actions.ringsBell) { self.parts.terminal.ringBell() }
        if let alert = begun.last(where: \.rule.actions.notifies) {
            let name = self.group.map { "\($0.name(of: self)): " } ?? ""
            self.parts.terminal.notify(name + alert.sentence)
        }
        for alert in begun where !alert.rule.actions.program.isEmpty { self.startProgram(alert) }
    }

    /// Runs the program of a rule, unless its last one has not ended.
    private func startProgram(_ alert: Alert) {
        let rule = alert.rule.name
        guard !self.isEnding else { return }
        guard self.alertPrograms[rule] == nil else {
            return self.note(alert, "not run: the one before has not ended")
        }
        // Not an errand: its end is not that of the program, which may last.
        self.alertPrograms[rule] = Task {
            let result = await ChildProcess.run(
                alert.rule.actions.program, input: Array((alert.json + "\n").utf8),
                limit: Self.programLimit)
            self.alertPrograms[rule] = nil
            guard !Task.isCancelled, case .failure(let problem) = result else { return }
            self.note(alert, "failed: \(problem)")
        }
    }

    /// Ends the programs that are running. Wait for their tasks, which takes half a second at most.
    ///
    /// - Returns: the tasks that run them.
    func endPrograms() -> [Task<Void, Never>] {
        self.isEnding = true
        let tasks = Array(self.alertPrograms.values)
        for task in tasks { task.cancel() }
        return tasks
    }

    /// How long the program of a rule may run.
    private static let programLimit = Duration.seconds(10)

    /// A row in the log about the program of a rule.
    private func note(_ alert: Alert, _ outcome: String) {
        let program = alert.rule.actions.program.first ?? ""
        let text = "the program \(program) of the alert \(alert.rule.name) \(outcome)"
        self.handle(.service(.notes([LogNote(at: self.now, "alert", .bad, text: text)])))
    }
}

extension Alert {
    /// The alert as an object: its rule, its sentence, and the event if one raised it, with the
    /// keys of an exported line.
    var json: String {
        let event = self.event.map { ",\"event\":\(JSONLines.object(of: $0))" } ?? ""
        return "{\"alert\":\(PlainOutput.jsonString(self.rule.name.utf8)),"
            + "\"time\":\"\(UTCTime.text(of: self.time))\","
            + "\"text\":\(PlainOutput.jsonString(self.sentence.utf8))\(event)}"
    }
}
