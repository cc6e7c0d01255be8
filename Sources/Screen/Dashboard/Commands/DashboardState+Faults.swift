import Analysis
import ChannelsProtocol
import DashboardPanes
import DashboardParts
import EventWords
import Scripts
import TextCoding

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
        if let reason = self.reason(against: order, ofAll: ofAll) {
            throw PromptRefusal(text: reason)
        }
        let effect: Effect = ofAll ? .proxy(.faultOfAll(order)) : .fault(order)
        if order == .endAll, !ofAll { return self.endFaults() }
        guard order != .endAll, !self.options.isSandbox, !self.hasMadeFaults else {
            return [effect]
        }
        self.confirmation = .fault(effect)
        return []
    }

    /// Ends the faults of the connection, and those that a sandbox was asked for.
    mutating func endFaults() -> [Effect] {
        guard !self.connection.serverFaults.isEmpty else { return [.fault(.endAll)] }
        return [.fault(.endAll), .fault(.ofServer(Self.clearing))]
    }

    /// The request that ends the faults of a sandbox.
    private static let clearing = #"{"clear":true}"#

    /// The faults of a sandbox that last until they are cleared (`SandboxFault.clear`).
    private static let lastingServerFaults = ["refuse", "authorization", "encoding", "late"]

    /// A sandbox does what it was asked for.
    mutating func serverMakesFault(_ json: String) {
        let names = JSON.parse(json)?.objectValue?.members.map(\.key) ?? []
        if names.contains("clear") {
            self.connection.serverFaults = []
            self.show(.info, "the server has ended its faults")
        } else {
            for name in names
            where Self.lastingServerFaults.contains(name)
                && !self.connection.serverFaults.contains(name)
            {
                self.connection.serverFaults.append(name)
            }
            self.show(.warning, "the server makes the fault \(json)")
        }
    }

    /// Why an order would do nothing: it strikes connections at once, and there is none; `nil` if
    /// it does something.
    private func reason(against order: FaultOrder, ofAll: Bool) -> String? {
        guard case .plan(let steps) = order, let step = steps.first, steps.count == 1,
            step.fault.isMomentary, step.start == .zero, step.period == nil, step.duration == nil
        else { return nil }
        let hasConnection =
            ofAll
            ? self.panes.clients.hasConnection
            : self.connection.state == .connected || self.connection.attempt != nil
        guard !hasConnection else { return nil }
        let subject =
            ofAll
            ? "no client is connected"
            : self.options.isProxy ? "the client is not connected" : "there is no connection"
        return "\(subject), so \(step.fault.words) would do nothing; reject, refuse and status "
            + "act on attempts"
    }

    /// The user need not be asked before a fault, because they were asked about this server in
    /// another dashboard, such as that of another client.
    package mutating func takeConsent(from other: DashboardState) {
        self.hasMadeFaults = self.hasMadeFaults || other.hasMadeFaults
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
            let also = report.forgotten > 0 ? ", \(Self.forgotten(report))" : ""
            self.show(.warning, "fault: \(change.sentence)\(also)")
        } else if let next = report.planned.first {
            let wait = Figures.duration(next.start.duration(since: report.time))
            let within = next.within.map { ", at random within \($0.typed)" } ?? ""
            self.show(
                .info, "fault \(next.fault.words) in \(wait)\(within); :fault off forgets it")
        } else if report.forgotten > 0 {
            self.show(.info, Self.forgotten(report))
        } else if self.connection.serverFaults.isEmpty {
            self.show(.info, "there is no fault")
        }
    }

    /// `1 planned fault forgotten`
    private static func forgotten(_ report: FaultReport) -> String {
        "\(Figures.counted(report.forgotten, "planned fault")) forgotten"
    }

    /// The lines of the list of faults; `off` comes first while there is something to end.
    var faultLines: [PickerOverlay.Item] {
        let off = PickerOverlay.Item(name: "off", detail: "end all faults")
        let isAny =
            !self.connection.faults.isEmpty || !self.connection.plannedFaults.isEmpty
            || !self.connection.serverFaults.isEmpty
        return (isAny ? [off] : [])
            + FaultKind.allCases.map { .init(name: $0.example, detail: $0.summary) }
            + self.options.serverFaults.map { .init(name: $0.line, detail: $0.effect) }
    }
}
