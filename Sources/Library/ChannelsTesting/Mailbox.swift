import Synchronization

/// Carries values to takers, in order; the first to wait is served first.
package final class Mailbox<Element: Sendable>: Sendable {
    private struct Waiting {
        var id: Int
        var continuation: CheckedContinuation<Element?, Never>
    }

    private struct State {
        var values: [Element] = []
        var waiting: [Waiting] = []
        var lastWaiting = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func put(_ value: Element) {
        let first: Waiting? = self.state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.values.append(value)
            return nil
        }
        first?.continuation.resume(returning: value)
    }

    package func take() async -> Element? {
        let id = self.state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Element?? = self.state.withLock { state in
                    if !state.values.isEmpty { return .some(state.values.removeFirst()) }
                    if Task.isCancelled { return .some(nil) }
                    state.waiting.append(Waiting(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let cancelled: Waiting? = self.state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    return nil
                }
                return state.waiting.remove(at: index)
            }
            cancelled?.continuation.resume(returning: nil)
        }
    }

    func next() async throws(CancellationError) -> Element {
        guard let value = await self.take() else { throw CancellationError() }
        return value
    }

    package func takeIfAny() -> Element? {
        self.state.withLock { $0.values.isEmpty ? nil : $0.values.removeFirst() }
    }
}
