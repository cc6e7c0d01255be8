import Synchronization

/// Counts what is sent to a client and what it has acted on: it asks for the next input when it
/// has acted on the one before.
final class Passage: Sendable {
    private struct State {
        var sent = 0
        var asked = 0
        var isOver = false
        var waiting: [Waiting] = []

        func hasPassed(_ count: Int) -> Bool { self.isOver || self.asked > count }

        mutating func passed() -> [Waiting] {
            let passed = self.waiting.filter { self.hasPassed($0.count) }
            self.waiting = self.waiting.filter { !self.hasPassed($0.count) }
            return passed
        }
    }

    private struct Waiting {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())
    private let lastID = Atomic(0)

    func add() { self.state.withLock { $0.sent += 1 } }

    func ask() { self.change { $0.asked += 1 } }

    func end() { self.change { $0.isOver = true } }

    func isPassed() async throws(CancellationError) {
        let id = self.lastID.add(1, ordering: .relaxed).newValue
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isPassed = self.state.withLock { state in
                    guard !state.hasPassed(state.sent), !Task.isCancelled else { return true }
                    state.waiting.append(
                        Waiting(id: id, count: state.sent, continuation: continuation))
                    return false
                }
                if isPassed { continuation.resume() }
            }
        } onCancel: {
            let cancelled = self.state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
            }
            cancelled?.continuation.resume()
        }
        if Task.isCancelled { throw CancellationError() }
    }

    private func change(_ change: (inout State) -> Void) {
        let passed = self.state.withLock { state in
            change(&state)
            return state.passed()
        }
        for waiting in passed { waiting.continuation.resume() }
    }
}
