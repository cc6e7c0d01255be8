import BuoyRecordingFiles
import BuoyScripts
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

extension DashboardState {
    var pingReason: String? {
        self.connection.state == .connected ? nil : "not connected; r connects"
    }

    mutating func add(_ said: MissedEvents, inGap number: Int) {
        guard let gap = self.connection.gaps[number],
            let missed = said.isHistory ? self.missing(said, in: gap) : said
        else { return }
        let isNews = gap.missed?.count != missed.count && gap.missed?.isHistory != false
        self.connection.add(missed, inGap: number)
        guard isNews else { return }
        let facts = missed.channels.map { LogNote.Fact($0.name.text, "\($0.count)") }
        let channels = missed.channels.prefix(3).map { "\($0.name.text) \($0.count)" }
        let others = missed.channels.count > 3 ? ", and \(missed.channels.count - 3) more" : ""
        let list = channels.isEmpty ? "" : ": \(channels.joined(separator: ", "))\(others)"
        self.log.append(
            LogNote(
                at: self.now, "missed", missed.count > 0 ? .warning : .good,
                text: "gap \(gap.size(at: self.now).words): "
                    + "\(missed.words)\(list)",
                facts: facts))
    }

    /// Clocks differ, so the history starts a few seconds before the gap.
    private func missing(_ published: MissedEvents, in gap: GapRecord) -> MissedEvents? {
        let start = gap.lastReceived.advanced(by: .seconds(-10))
        return self.panes.events.missing(published, since: start)
    }

    mutating func showConnection(_ view: String) -> [Effect] {
        guard let view = ConnectionDetailsPane.View(rawValue: view) else { return [] }
        self.panes.details.show(view)
        return self.show(.connection)
    }

    mutating func turnConnectionView() {
        if !self.panes.details.turn(by: 1) { self.panes.details.show(.why) }
    }

    var connectionExportSubject: String {
        switch self.panes.details.view {
        case .gaps: "the gaps"
        case .subscriptions: "the subscriptions"
        case .why, .timeline, .liveness, .log: "the timeline"
        }
    }

    func exportConnection(to path: String) -> [Effect] {
        let path = path.isEmpty ? self.datedName("connection") : path
        let record = self.connection.record
        let subject = self.connectionExportSubject
        var bytes: [UInt8] = []
        switch self.panes.details.view {
        case .gaps:
            bytes = Self.lines(record.gaps.newestFirst.reversed().map { $0.json(at: self.now) })
        case .subscriptions: bytes = Self.lines(self.panes.details.ledger.json)
        case .why, .timeline, .liveness, .log:
            var (writer, lines) = (ReportLines(), PlainLines())
            for step in record.steps.all {
                switch step {
                case .report(let report): writer.append(report, to: &lines)
                case .fault(let change, let time):
                    writer.append(
                        FaultReport(at: time, [change], inForce: []), detail: change.sentence,
                        to: &lines)
                }
            }
            bytes = Array(lines.bytes)
        }
        return [.file(.saveText(bytes, of: subject, path: path, overwrites: false))]
    }
    private static func lines(_ objects: [JSONValue]) -> [UInt8] {
        var writer = SafeJSONWriter()
        for object in objects {
            writer.json(object.compactText.utf8)
            writer.endLine()
        }
        return writer.bytes
    }
}
