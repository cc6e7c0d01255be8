import ChannelsProtocol
import ConnectionHeader
import ConnectionHistory
import DashboardPanes
import DashboardSetup
import EventFormats
import EventWords
import Formatting
import TextCoding
import TextScreen

// The details of the connection.
extension DashboardState {
    /// Why the server cannot be pinged now; `nil` if it can.
    var pingReason: String? {
        guard self.connection.state == .connected else {
            return "a ping needs a connection; r connects"
        }
        return self.connection.liveness.pingAge(at: self.now) == nil
            ? nil : "a ping is under way already"
    }

    /// The server has said what was missed in a gap.
    mutating func learn(_ missed: MissedEvents, inGap number: Int) {
        self.connection.learn(missed, inGap: number)
        guard let gap = self.connection.gaps[number] else { return }
        let facts = missed.channels.map { LogNote.Fact($0.name.text, "\($0.count)") }
        let channels = missed.channels.prefix(3).map { "\($0.name.text) \($0.count)" }
        let others = missed.channels.count > 3 ? ", and \(missed.channels.count - 3) more" : ""
        let list = channels.isEmpty ? "" : ": \(channels.joined(separator: ", "))\(others)"
        self.log.append(
            LogNote(
                at: self.now, "missed", missed.count > 0 ? .warning : .good,
                text: "gap of \(Figures.preciseDuration(gap.duration(at: self.now))): "
                    + "\(missed.words)\(list)",
                facts: facts))
    }

    /// Shows why the connection is in its state.
    mutating func explainConnection() -> [Effect] {
        self.panes.details.show(.why)
        return self.show(.connection)
    }

    /// Shows a view of the connection by its name.
    mutating func showConnection(_ view: String) -> [Effect] {
        guard let view = ConnectionDetailsPane.View(rawValue: view) else { return [] }
        self.panes.details.show(view)
        return self.show(.connection)
    }

    /// Shows the next view; after the last one, the first.
    mutating func turnConnectionView() {
        if !self.panes.details.turn(by: 1) { self.panes.details.show(.why) }
    }

    /// Writes the timeline, or the gaps while they are shown, as JSON lines.
    func exportConnection(to path: String) -> [Effect] {
        let record = self.connection.record
        let isGaps = self.panes.details.view == .gaps
        let bytes: [UInt8]
        if isGaps {
            var writer = SafeJSONWriter()
            for gap in record.gaps.newestFirst.reversed() {
                writer.json(gap.json(at: self.now).compactText.utf8)
                writer.endLine()
            }
            bytes = writer.bytes
        } else {
            var lines = JSONLines()
            bytes = lines.bytes(for: record.steps.all)
        }
        let subject = isGaps ? "the gaps" : "the timeline"
        return [.file(.saveText(bytes, of: subject, path: path, overwrites: false))]
    }
}
