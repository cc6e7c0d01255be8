import Synchronization

/// Holds those who wait at it until a test opens it. A wait also ends when its task is cancelled.
package final class Gate: Sendable {
    private struct State {
        var isOpen: Bool
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var last = 0
    }

    private let state: Mutex<State>

    package init(isOpen: Bool = false) { self.state = Mutex(State(isOpen: isOpen)) }

    package func open() {
        let waiting = self.state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    package func pass() async {
        let id = self.state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = self.state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            self.state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    /// Waits until the task is cancelled, as something that hangs does.
    package static func hang() async throws {
        await Gate().pass()
        throw CancellationError()
    }
}
