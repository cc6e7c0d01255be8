import Synchronization

/// The memory of one reader's waiting elements, and the number of lost ones. A stream limits the
/// number of its elements, but the peer decides how large they are.
final class ReaderBudget: Sendable {
    private struct State {
        var waiting = 0
        var dropped = 0
    }

    private let state = Mutex(State())

    /// The maximum size of waiting elements, in bytes.
    static let limit = 256 << 20

    /// How many elements were dropped.
    var droppedCount: Int { self.state.withLock { $0.dropped } }

    /// - Returns: whether there is room for this many bytes. An element larger than the limit has
    ///   room if nothing else waits.
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

    /// This many bytes were read.
    func read(_ bytes: Int) {
        self.state.withLock { $0.waiting -= bytes }
    }

    /// This many bytes were dropped in favour of newer ones.
    func dropped(_ bytes: Int, of elements: Int = 1) {
        self.state.withLock { state in
            state.waiting -= bytes
            state.dropped += elements
        }
    }
}
