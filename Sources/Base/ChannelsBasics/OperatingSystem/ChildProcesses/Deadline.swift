internal import Dispatch
internal import Synchronization

/// The end of a program's time, brought forward if the caller is cancelled.
final class Deadline: Sendable {
    private struct State {
        var end: DispatchTime
        var isCancelled = false
    }

    private let state: Mutex<State>

    init(_ limit: Duration?) {
        self.state = Mutex(State(end: limit.map(Self.time) ?? .distantFuture))
    }

    var isAhead: Bool { self.state.withLock { .now() < $0.end } }

    var isCancelled: Bool { self.state.withLock { $0.isCancelled } }

    func cancel(within limit: Duration) {
        self.state.withLock {
            $0.isCancelled = true
            $0.end = min($0.end, Self.time(limit))
        }
    }

    private static func time(_ duration: Duration) -> DispatchTime {
        .now() + .milliseconds(Int(duration / .milliseconds(1)))
    }
}
