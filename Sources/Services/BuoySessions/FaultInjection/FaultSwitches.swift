import BuoyScripts
import Synchronization

final class FaultSwitches: Sendable {
    private struct State {
        var ofAttempts: Fault?
        var isSilent = false
        var messages = MessageFaults()
        var connections: [ObjectIdentifier: WeakConnection] = [:]
    }

    private struct WeakConnection {
        weak var connection: FaultyConnection?
    }

    private let state = Mutex(State())
    /// Whether received messages have to be inspected; read for each burst.
    private let filters = Atomic(false)
    private let corrupts = Atomic(false)

    var isFiltering: Bool { self.filters.load(ordering: .relaxed) }

    var ofAttempts: Fault? {
        self.state.withLock { $0.ofAttempts ?? ($0.isSilent ? .unreachable : nil) }
    }

    var messages: MessageFaults { self.state.withLock(\.messages) }

    /// Whether to corrupt the next message; `true` only once.
    func takeCorruption() -> Bool {
        let takes = self.corrupts.exchange(false, ordering: .relaxed)
        if takes { self.updateFilters() }
        return takes
    }

    func corruptNext() {
        self.corrupts.store(true, ordering: .relaxed)
        self.updateFilters()
    }

    /// Messages that were held back are released.
    func change(to faults: [FaultSchedule.InForce]) {
        let isReleasing = self.state.withLock { state in
            let withheld = state.messages.withholdsAnswers
            state.ofAttempts = faults.ofAttempts
            state.isSilent = faults.contains { $0.fault.silencesAttempts }
            state.messages = MessageFaults(faults.map(\.fault))
            return withheld && !state.messages.withholdsAnswers
        }
        self.updateFilters()
        if isReleasing { for connection in self.connections { connection.release() } }
    }

    private func updateFilters() {
        let isNeeded = self.messages.isAny
        self.filters.store(
            isNeeded || self.corrupts.load(ordering: .relaxed), ordering: .relaxed)
    }

    // MARK: Connections

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
