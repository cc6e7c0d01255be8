import NIOCore
import Synchronization

/// One attempt to get something from a peer. It ends once, by whatever comes first: success, failure,
/// a time limit or the cancellation of the task that waits; then everything it opened is closed.
final class Attempt<Value: Sendable>: Sendable {
    private typealias Outcome = Result<Value, TransportError>

    private struct State {
        var channels: [any Channel] = []
        var phase = "resolving the name"
        var isOver = false
        /// Kept only until it is waited for: what a success holds must not live as long as this.
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    /// What is being waited for, in words.
    var phase: String {
        get { self.state.withLock { $0.phase } }
        set { self.state.withLock { $0.phase = newValue } }
    }

    /// Takes charge of a channel: it is closed when the attempt fails.
    ///
    /// - Returns: `false` when the attempt is over already; the channel is then not wanted.
    func adopt(_ channel: any Channel) -> Bool {
        self.state.withLock { state in
            guard !state.isOver else { return false }
            state.channels.append(channel)
            return true
        }
    }

    /// Ends the attempt, unless it has ended before.
    ///
    /// - Returns: whether this was the end. If not, what the caller holds is not wanted.
    @discardableResult
    func finish(_ result: Result<Value, TransportError>) -> Bool {
        let (isFirst, waiter, channels) = self.state.withLock { state in
            guard !state.isOver else {
                return (false, nil as CheckedContinuation<Outcome, Never>?, [any Channel]())
            }
            state.isOver = true
            if state.waiter == nil { state.outcome = result }
            defer {
                state.waiter = nil
                state.channels = []
            }
            return (true, state.waiter, state.channels)
        }
        if case .failure = result {
            for channel in channels { channel.close(promise: nil) }
        }
        waiter?.resume(returning: result)
        return isFirst
    }

    /// Waits for the end. Called once. A cancelled task gets `.cancelled` whatever came of it: a value
    /// that nobody takes is dropped, and ends with its last reference.
    func wait() async throws(TransportError) -> Value {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = self.state.withLock { state in
                    if !state.isOver { state.waiter = continuation }
                    defer { state.outcome = nil }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            self.finish(.failure(.cancelled))
        }
        guard !Task.isCancelled else { throw .cancelled }
        return try outcome.get()
    }
}
