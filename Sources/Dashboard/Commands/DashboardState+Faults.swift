import ChannelsProtocol
import ConnectionHeader
import DashboardPanes
import Dialogs
import FaultScripts
import Formatting

// Faults of the connection that are made on purpose.
extension DashboardState {
    /// Plans a fault, or ends all. The first one on a server that is not the sandbox is asked for
    /// once more, because others may depend on that connection.
    /// - Parameter ofAll: whether of all clients of the proxy.
    mutating func makeFault(
        _ text: String, ofAll: Bool = false
    ) throws(PromptRefusal) -> [Effect] {
        let order: FaultOrder
        do { order = try FaultOrder(typed: text) } catch {
            throw PromptRefusal(text: error.description)
        }
        let effect: Effect = ofAll ? .proxy(.faultOfAll(order)) : .fault(order)
        guard order != .endAll, !self.options.isSandbox, !self.hasMadeFaults else {
            return [effect]
        }
        self.confirmation = .fault(effect)
        return []
    }

    /// Why there is no client of a proxy to do something with; `nil` if there is.
    var proxyReason: String? {
        guard self.options.isProxy else { return "only buoy proxy has other clients" }
        return self.panes.clients.all.isEmpty ? "no client has connected yet" : nil
    }

    /// Faults have begun or ended, or were planned.
    mutating func faultsChanged(_ report: FaultReport) {
        self.hasMadeFaults = true
        self.connection.handle(report)
        for note in LogNote.notes(of: report) { self.log.append(note) }
        if let change = report.changes.last {
            self.show(.warning, "fault: \(change.sentence)")
        } else if let start = report.nextStart {
            let wait = Figures.duration(start.duration(since: report.time))
            self.show(.info, "the next fault begins in \(wait); :fault off forgets it")
        } else {
            self.show(.info, "there is no fault")
        }
    }

    /// The lines of the list of faults; `off` comes first while there is something to end.
    var faultLines: [PickerOverlay.Item] {
        let off = PickerOverlay.Item(name: "off", detail: "end all faults")
        return (self.connection.faults.isEmpty ? [] : [off])
            + FaultKind.allCases.map { .init(name: $0.example, detail: $0.summary) }
            + self.options.serverFaults.map { .init(name: $0.line, detail: $0.effect) }
    }
}
