import BuoyScripts
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

/// The connection line: the state of the connection, derived from the client's events.
@dynamicMemberLookup
package struct ConnectionPane: Hashable, Sendable {
    /// What is known of the connection, which other panes read too.
    package private(set) var record: ConnectionRecord
    /// The active faults.
    var faults: [FaultSchedule.InForce] = []
    /// The faults that are still to start, the next one first.
    private(set) var plannedFaults: [FaultSchedule.Planned] = []
    /// The faults that a sandbox was asked for and makes until it is asked to stop.
    var serverFaults: [String] = []
    /// Whether the user can connect; not in a replay.
    package var canConnect = true
    /// Whether it is the connection of another program, which a proxy passes on.
    package var isPassedOn = false
    /// Where a proxy waits for that program.
    var listeningAddress = ""
    /// Words that come first in the header.
    var marks: [HeaderMark] = []
    private(set) var history = StateHistory()

    /// A word or two that say something unusual about the whole screen, such as that it is
    /// recorded.
    struct HeaderMark: Hashable, Sendable {
        let text: SafeText
        let role: Role
        let importance: Int

        /// - Parameter importance: as for the facts of the header.
        init(text: SafeText, role: Role, importance: Int) {
            self.text = text
            self.role = role
            self.importance = importance
        }
    }

    /// Before the first attempt.
    /// - Parameters:
    ///   - address: where the first attempt will connect to.
    ///   - usesTLS: whether it will use TLS.
    init(address: String, usesTLS: Bool) {
        self.record = ConnectionRecord(address: address, usesTLS: usesTLS)
    }

    /// Something that is known of the connection.
    package subscript<Value>(dynamicMember path: KeyPath<ConnectionRecord, Value>) -> Value {
        self.record[keyPath: path]
    }

    /// The client uses the reconnection policy with this name.
    mutating func setPolicy(_ name: String) { self.record.policy = name }

    /// Handles a report of the client, other than an event of a channel.
    mutating func handle(_ event: ClientReport) {
        self.record.handle(event)
        if case .stateChanged(let change) = event.kind { self.history.add(change, at: event.time) }
    }

    /// An event of a channel arrived.
    mutating func received(_ event: ClientReport) { self.record.received(event) }

    /// Requested faults have started, ended or been planned.
    mutating func handle(_ report: FaultReport) {
        self.faults = report.inForce
        self.plannedFaults = report.planned
        self.record.handle(report)
    }

    /// Somebody who knows what was published has said what a gap cost.
    mutating func add(_ missed: MissedEvents, inGap number: Int) {
        self.record.add(missed, inGap: number)
    }
}
