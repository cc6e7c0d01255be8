internal import Synchronization

/// What waits for one reader, in bytes, and what it lost: a stream bounds the number of its elements,
/// and the peer decides how large they are.
final class ReaderBudget: Sendable {
    private struct State {
        var waiting = 0
        var dropped = 0
    }

    private let state = Mutex(State())

    /// The most bytes that wait.
    static let limit = 256 << 20

    /// How many elements were lost.
    var droppedCount: Int { self.state.withLock { $0.dropped } }

    /// - Returns: whether there is room for so many bytes; an element larger than the limit has room
    ///   when nothing else waits.
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

    /// So many bytes were read.
    func read(_ bytes: Int) {
        self.state.withLock { $0.waiting -= bytes }
    }

    /// So many bytes made room for newer ones.
    func dropped(_ bytes: Int, of elements: Int = 1) {
        self.state.withLock { state in
            state.waiting -= bytes
            state.dropped += elements
        }
    }
}
