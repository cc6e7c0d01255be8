import Synchronization

/// Limits the memory of a reader's waiting elements: a stream limits their number, but the peer
/// decides how large they are.
final class ReaderBudget: Sendable {
    private struct State {
        var waiting = 0
        var dropped = 0
    }

    private let state = Mutex(State())

    static let limit = 256 << 20

    var droppedCount: Int { self.state.withLock { $0.dropped } }

    /// - Returns: whether there is room. An element larger than the limit has room if nothing else
    ///   waits.
    func reserve(_ bytes: Int, for elements: Int = 1) -> Bool {
        self.state.withLock { state in
            guard state.waiting == 0 || state.waiting + bytes <= Self.limit else {
                state.dropped += elements
                return false
            }
            state.waiting += bytes
            return true
        }
    }

    func read(_ bytes: Int) {
        self.state.withLock { $0.waiting -= bytes }
    }

    func dropped(_ bytes: Int, of elements: Int = 1) {
        self.state.withLock { state in
            state.waiting -= bytes
            state.dropped += elements
        }
    }
}
