import ChannelsProtocol
import EventWords
package import FaultScripts

extension LogNote {
    /// Rows for what has happened to the faults of the connection.
    package static func notes(of report: FaultReport) -> [LogNote] {
        report.changes.map { LogNote($0, at: report.time) }
    }

    private init(_ change: FaultSchedule.Change, at time: Timestamp) {
        let outcome: EventDescription.Outcome =
            if case .end = change { .good } else { .warning }
        self.init(at: time, "fault", outcome, text: "fault \(change.sentence)")
    }
}
