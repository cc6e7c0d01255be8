import NIOCore
import Synchronization

/// One attempt to get something from a peer. It ends once, with whatever comes first: success,
/// failure, a time limit or the cancellation of the waiting task. Unless it succeeded, everything
/// it opened is closed then.
package final class Attempt<Value: Sendable>: Sendable {
    private typealias Outcome = Result<Value, TransportError>

    private struct State {
        var channels: [any Channel] = []
        var phase = "resolving the name"
        var hasSent = false
        var isOver = false
        /// Kept only until it is taken, so that a successful result does not live as long as the
        /// attempt.
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    /// The attempt starts.
    package init() {}

    /// What the attempt is waiting for, in words.
    var phase: String {
        get { self.state.withLock { $0.phase } }
        set { self.state.withLock { $0.phase = newValue } }
    }

    /// Whether anything of a request may have left this machine. It does not change after the end.
    var hasSent: Bool { self.state.withLock { $0.hasSent } }

    /// Starts to send a request. After this, nobody knows whether a peer has received it.
    ///
    /// - Returns: `false` if the attempt is already over; then nothing may be sent.
    func beginSending() -> Bool {
        self.state.withLock { state in
            guard !state.isOver else { return false }
            (state.hasSent, state.phase) = (true, "waiting for the response")
            return true
        }
    }

    /// Takes responsibility for a channel, which is closed if the attempt fails.
    ///
    /// - Returns: `false` if the attempt is already over; the channel is then not needed.
    func adopt(_ channel: any Channel) -> Bool {
        self.state.withLock { state in
            guard !state.isOver else { return false }
            state.channels.append(channel)
            return true
        }
    }

    /// Ends the attempt, unless it has already ended.
    ///
    /// - Returns: whether this ended it. If not, the caller's result is not needed.
    @discardableResult
    package func finish(_ result: Result<Value, TransportError>) -> Bool {
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

    /// Waits for the end. Called once. A cancelled task gets `.cancelled` whatever the result; a
    /// value that nobody takes is dropped, and closed with its last reference.
    package func wait() async throws(TransportError) -> Value {
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
