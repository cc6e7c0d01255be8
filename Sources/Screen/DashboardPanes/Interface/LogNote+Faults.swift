import Analysis
import EventWords
package import Scripts

extension LogNote {
    /// Rows for what has happened to the faults of the connection.
    package static func notes(of report: FaultReport) -> [LogNote] {
        report.changes.map { LogNote(.fault($0, at: report.time)) }
    }

    /// A row for a step of the connection that is no report of the client.
    init(_ step: ConnectionStep) {
        self.init(at: step.time, "fault", step.outcome, text: step.rowText)
    }
}
