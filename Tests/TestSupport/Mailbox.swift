import Synchronization

/// Carries values from whoever puts them to the one who takes them, in order.
package final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var values: [Element] = []
        var waiting: CheckedContinuation<Element?, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    package init() {}

    package func put(_ value: Element) {
        let waiting = self.state.withLock { state in
            guard let waiting = state.waiting else {
                state.values.append(value)
                return CheckedContinuation<Element?, Never>?.none
            }
            state.waiting = nil
            return waiting
        }
        waiting?.resume(returning: value)
    }

    /// The next value, waiting for it; `nil` when the task is cancelled.
    package func take() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Element?? = self.state.withLock { state in
                    if !state.values.isEmpty { return .some(state.values.removeFirst()) }
                    if Task.isCancelled { return .some(nil) }
                    state.waiting = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = self.state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: nil)
        }
    }

    /// The next value when there is one already.
    package func takeIfAny() -> Element? {
        self.state.withLock { $0.values.isEmpty ? nil : $0.values.removeFirst() }
    }
}
