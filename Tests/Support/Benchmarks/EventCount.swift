import Synchronization

/// Counts the events of a flood, from the first to the last.
final class EventCount: Sendable {
    private struct State {
        var start: Usage?
        var used: Usage?
        var lost = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let expected: Int
    private let taken = Atomic(0)
    private let state = Mutex(State())

    init(_ expected: Int) { self.expected = expected }

    var isDone: Bool { self.taken.load(ordering: .relaxed) >= self.expected }
    var lost: Int { self.state.withLock { $0.lost } }
    var used: Usage { self.state.withLock { $0.used ?? Usage.now() - ($0.start ?? Usage.now()) } }

    func skipped(_ count: Int) {
        self.state.withLock { $0.lost += count }
        self.took(count)
    }

    func took(_ count: Int) {
        guard count > 0 else { return }
        let (before, after) = self.taken.add(count, ordering: .relaxed)
        if before == 0 { self.state.withLock { $0.start = Usage.now() } }
        guard before < self.expected, after >= self.expected else { return }
        let waiting = self.state.withLock { state in
            state.used = Usage.now() - (state.start ?? Usage.now())
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Returns when all have come.
    func end() async {
        await withCheckedContinuation { continuation in
            let isDone = self.state.withLock { state in
                guard state.used == nil else { return true }
                state.waiting = continuation
                return false
            }
            if isDone { continuation.resume() }
        }
    }
}
