import ChannelsProtocol
import FaultScripts
import Synchronization
import Transport

/// The faults in force, as the connections of a client see them.
final class FaultSwitches: Sendable {
    private struct State {
        var ofAttempts: Fault?
        var isSilent = false
        var withholdsPongs = false
        var withholdsAnswers = false
        var connections: [ObjectIdentifier: WeakConnection] = [:]
    }

    private struct WeakConnection {
        weak var connection: FaultyConnection?
    }

    private let state = Mutex(State())
    /// Whether received messages have to be looked at, which is asked for each burst.
    private let filters = Atomic(false)
    private let corrupts = Atomic(false)

    var isFiltering: Bool { self.filters.load(ordering: .relaxed) }

    /// What becomes of an attempt to connect; `nil` for nothing.
    var ofAttempts: Fault? {
        self.state.withLock { $0.ofAttempts ?? ($0.isSilent ? .unreachable : nil) }
    }

    /// Whether a message is to be left out, and whether it comes later.
    enum Fate {
        case arrives
        case isLost
        case isHeld
    }

    func fate(of message: ServerMessage) -> Fate {
        self.state.withLock { state in
            switch message {
            case .pong: state.withholdsPongs ? .isLost : .arrives
            case .subscriptionSucceeded, .subscriptionError:
                state.withholdsAnswers ? .isHeld : .arrives
            default: .arrives
            }
        }
    }

    var withholdsPongs: Bool { self.state.withLock(\.withholdsPongs) }

    /// Whether the next message is to be corrupted; only once.
    func takeCorruption() -> Bool {
        let takes = self.corrupts.exchange(false, ordering: .relaxed)
        if takes { self.updateFilters() }
        return takes
    }

    func corruptNext() {
        self.corrupts.store(true, ordering: .relaxed)
        self.updateFilters()
    }

    /// The faults in force are now these. What was held back is let go.
    func change(to faults: [FaultSchedule.InForce]) {
        let isReleasing = self.state.withLock { state in
            let withheld = state.withholdsAnswers
            let kinds = Set(faults.map(\.fault.kind))
            state.ofAttempts = faults.ofAttempts
            state.isSilent = kinds.contains(.silence)
            state.withholdsPongs = kinds.contains(.noPongs)
            state.withholdsAnswers = kinds.contains(.hold)
            return withheld && !state.withholdsAnswers
        }
        self.updateFilters()
        if isReleasing { for connection in self.connections { connection.release() } }
    }

    private func updateFilters() {
        let isNeeded = self.state.withLock { $0.withholdsPongs || $0.withholdsAnswers }
        self.filters.store(
            isNeeded || self.corrupts.load(ordering: .relaxed), ordering: .relaxed)
    }

    // MARK: Connections

    /// The open connections.
    var connections: [FaultyConnection] {
        self.state.withLock { $0.connections.values.compactMap(\.connection) }
    }

    func add(_ connection: FaultyConnection) {
        self.state.withLock {
            $0.connections = $0.connections.filter { $0.value.connection != nil }
            $0.connections[ObjectIdentifier(connection)] = WeakConnection(connection: connection)
        }
    }
}
