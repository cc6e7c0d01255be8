import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

@dynamicMemberLookup
package struct ConnectionHeader: Hashable, Sendable {
    package private(set) var record: ConnectionRecord
    var faults: [FaultSchedule.InForce] = []
    private(set) var plannedFaults: [FaultSchedule.Planned] = []
    var serverFaults: [String] = []
    /// Not in a replay.
    package var canConnect = true
    package var isPassedOn = false
    var listeningAddress = ""
    var marks: [HeaderMark] = []
    private(set) var history = StateHistory()

    /// Something unusual about the whole screen, such as that it is recorded.
    struct HeaderMark: Hashable, Sendable {
        let text: SafeText
        let role: Role
        let importance: Int

        init(text: SafeText, role: Role, importance: Int) {
            self.text = text
            self.role = role
            self.importance = importance
        }
    }

    init(address: String, usesTLS: Bool) {
        self.record = ConnectionRecord(address: address, usesTLS: usesTLS)
    }

    package subscript<Value>(dynamicMember path: KeyPath<ConnectionRecord, Value>) -> Value {
        self.record[keyPath: path]
    }

    mutating func setPolicy(_ name: String) { self.record.policy = name }

    mutating func handle(_ event: ClientReport) {
        self.record.handle(event)
        if case .stateChanged(let change) = event.kind { self.history.add(change, at: event.time) }
    }

    mutating func received(_ event: ClientReport) { self.record.received(event) }

    mutating func handle(_ report: FaultReport) {
        self.faults = report.inForce
        self.plannedFaults = report.planned
        self.record.handle(report)
    }

    mutating func add(_ missed: MissedEvents, inGap number: Int) {
        self.record.add(missed, inGap: number)
    }
}
