import NIOCore
import Synchronization

/// Ends once, with whatever comes first: success, failure, time limit or cancellation. Unless
/// it succeeded, everything it opened is closed.
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

    package init() {}

    var phase: String {
        get { self.state.withLock { $0.phase } }
        set { self.state.withLock { $0.phase = newValue } }
    }

    /// Whether anything of a request may have left this machine. Constant after the end.
    var hasSent: Bool { self.state.withLock { $0.hasSent } }

    /// From here on, the peer may have received the request.
    /// - Returns: `false` if the attempt is over; then nothing may be sent.
    func beginSending() -> Bool {
        self.state.withLock { state in
            guard !state.isOver else { return false }
            (state.hasSent, state.phase) = (true, "waiting for the response")
            return true
        }
    }

    /// - Returns: `false` if the attempt is already over; the channel is then not needed.
    func adopt(_ channel: any Channel) -> Bool {
        self.state.withLock { state in
            guard !state.isOver else { return false }
            state.channels.append(channel)
            return true
        }
    }

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

    /// Call once. A cancelled task gets `.cancelled` whatever the result; a value that nobody takes
    /// is closed with its last reference.
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
