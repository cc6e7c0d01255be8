package import BuoyScripts
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

package struct FaultSubject: Sendable {
    let hasConnection: Bool
    /// `there is no connection`
    let missingConnection: String
    let effect: @Sendable (FaultOrder) -> Effect

    package init(
        hasConnection: Bool, missingConnection: String,
        effect: @escaping @Sendable (FaultOrder) -> Effect
    ) {
        self.hasConnection = hasConnection
        self.missingConnection = missingConnection
        self.effect = effect
    }
}

extension DashboardState {
    /// The first fault on a server that is not the sandbox is confirmed first, because others may
    /// depend on that connection.
    ///
    /// - Parameter subject: `nil` for the connection that is shown.
    package mutating func makeFault(
        _ text: String, on subject: FaultSubject? = nil
    ) throws(PromptRefusal) -> [Effect] {
        let order: FaultOrder
        do { order = try FaultOrder(typed: text) } catch {
            throw PromptRefusal(text: error.description)
        }
        if let reason = self.reason(against: order, on: subject ?? self.shownConnection) {
            throw PromptRefusal(text: reason)
        }
        guard order != .endAll || subject != nil else { return self.endFaults() }
        self.lastFault = text
        let effect = subject?.effect(order) ?? .fault(order)
        guard order != .endAll, !self.options.isSandbox, !self.hasMadeFaults else {
            return [effect]
        }
        self.confirmation = .fault(effect)
        return []
    }

    mutating func endFaults() -> [Effect] {
        guard !self.connection.serverFaults.isEmpty else { return [.fault(.endAll)] }
        return [.fault(.endAll), .fault(.ofServer(Self.clearing))]
    }

    private static let clearing = #"{"clear":true}"#

    private static let lastingServerFaults = ["refuse", "authorization", "encoding", "late"]

    mutating func serverMakesFault(_ json: String) {
        let names = JSONValue.parse(json)?.objectValue?.members.map(\.key) ?? []
        if names.contains("clear") {
            self.connection.serverFaults = []
            self.show(.info, "the server cleared its faults")
        } else {
            for name in names
            where Self.lastingServerFaults.contains(name)
                && !self.connection.serverFaults.contains(name)
            {
                self.connection.serverFaults.append(name)
            }
            self.show(.warning, "the server injects the fault \(json)")
        }
    }

    private func reason(against order: FaultOrder, on subject: FaultSubject) -> String? {
        guard case .plan(let steps) = order, let step = steps.first, steps.count == 1,
            step.fault.isMomentary, step.start == .zero, step.period == nil,
            step.duration == nil, !subject.hasConnection
        else { return nil }
        return
            "\(subject.missingConnection), so \(step.fault.words) would do nothing; reject, refuse and status "
            + "act on attempts"
    }

    /// The user was asked about this server in another dashboard, such as that of another client.
    package mutating func takeConsent(from other: DashboardState) {
        self.hasMadeFaults = self.hasMadeFaults || other.hasMadeFaults
    }

    private var shownConnection: FaultSubject {
        FaultSubject(
            hasConnection: self.connection.state == .connected || self.connection.attempt != nil,
            missingConnection: self.isPassedOn
                ? "the client is not connected" : "not connected"
        ) { .fault($0) }
    }

    mutating func faultsChanged(_ report: FaultReport) {
        self.hasMadeFaults = true
        self.connection.handle(report)
        for note in LogNote.notes(of: report) { self.log.append(note) }
        if let change = report.changes.last {
            let also = report.forgotten > 0 ? ", \(Self.forgotten(report))" : ""
            self.show(.warning, "fault: \(change.sentence)\(also)\(self.noticing(change))")
        } else if let next = report.planned.first {
            let wait = Figures.duration(next.start.duration(since: report.time))
            let within = next.within.map { ", at random within \($0.typed)" } ?? ""
            self.show(
                .info, "fault \(next.fault.words) in \(wait)\(within); :fault off cancels it")
        } else if report.forgotten > 0 {
            self.show(.info, Self.forgotten(report))
        } else if self.connection.serverFaults.isEmpty {
            self.show(.info, "no active faults")
        }
    }

    /// Not before the server would have had to answer a ping.
    private func noticing(_ change: FaultSchedule.Change) -> String {
        guard case .begin(let begun) = change else { return "" }
        if begun.fault.concernsAttempts, self.connection.state == .connected {
            return "; it acts on the next connection, R reconnects"
        }
        guard begun.fault.silencesConnections,
            let activity = self.connection.activityTimeout
        else { return "" }
        let limit = activity + (self.connection.liveness.pongTimeout ?? .seconds(30))
        return "; noticed after \(Figures.duration(limit)), T pings now"
    }

    /// `1 planned fault forgotten`
    private static func forgotten(_ report: FaultReport) -> String {
        "\(Figures.counted(report.forgotten, "planned fault")) cancelled"
    }

    var faultLines: [PickerOverlay.Item] {
        let off = PickerOverlay.Item(name: "off", detail: "end all faults")
        let isAny =
            !self.connection.faults.isEmpty || !self.connection.plannedFaults.isEmpty
            || !self.connection.serverFaults.isEmpty
        let last = self.lastFault.map {
            PickerOverlay.Item(name: $0, detail: "the last fault again")
        }
        return [last].compactMap(\.self) + (isAny ? [off] : [])
            + FaultKind.allCases.filter { $0.example != self.lastFault }
            .map { .init(name: $0.example, detail: $0.summary) }
            + self.options.serverFaults.map { .init(name: $0.line, detail: $0.effect) }
    }
}
