import NIOCore
import Synchronization

/// Shared by a connection's event loop and tasks: what has arrived, how it ended, what is
/// unsent.
///
/// A lock instead of an actor, because the event loop must deliver a batch without waiting, and
/// a reader should take everything with one hop per burst.
final class WebSocketMailbox: Sendable {
    fileprivate struct State {
        var messages: [WebSocketMessage] = []
        var bytes = 0
        var isPaused = false
        var closure: WebSocketClosure?
        var reader: (number: Int, continuation: CheckedContinuation<WebSocketInput, Never>)?
        var lastReader = 0
        var unsent = 0
        var lastArrival: ContinuousClock.Instant?
    }

    private let limits: WebSocketLimits
    private let state = Mutex(State())

    init(limits: WebSocketLimits) {
        self.limits = limits
    }

    var lastArrival: ContinuousClock.Instant? { self.state.withLock { $0.lastArrival } }

    /// - Returns: whether to slow the peer down, by not reading until `take` calls `resume`.
    func deliver(
        _ messages: [WebSocketMessage], bytes: Int, arrival: ContinuousClock.Instant? = nil
    ) -> Bool {
        let (reader, mustPause) = self.state.withLock { state in
            state.lastArrival = arrival
            guard state.closure == nil else { return (state.takeReader(), false) }
            if let reader = state.takeReader() { return (reader, false) }
            state.messages.append(contentsOf: messages)
            state.bytes += bytes
            guard state.bytes > self.limits.waitingBytes else { return (nil, false) }
            defer { state.isPaused = true }
            return (nil, !state.isPaused)
        }
        reader?.resume(returning: .messages(messages))
        return mustPause
    }

    /// Only the first end counts. What has arrived before can still be taken.
    func finish(_ closure: WebSocketClosure, arrival: ContinuousClock.Instant? = nil) {
        let reader = self.state.withLock { state in
            guard state.closure == nil else {
                return nil as CheckedContinuation<WebSocketInput, Never>?
            }
            state.lastArrival = arrival
            state.closure = closure
            return state.takeReader()
        }
        reader?.resume(returning: .closed(closure))
    }

    /// A cancelled task, or a reader replaced by another, gets `.closed` with `.cancelled`. The
    /// mailbox itself stays open.
    /// - Parameter resume: called when the peer no longer needs to be slowed down.
    func take(resume: @Sendable () -> Void) async -> WebSocketInput {
        let number = self.state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        let input = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.wait(continuation, number: number)
            }
        } onCancel: {
            self.cancelReader(number)
        }
        let wasPaused = self.state.withLock { state in
            guard state.isPaused, state.messages.isEmpty else { return false }
            state.isPaused = false
            return true
        }
        if wasPaused { resume() }
        return input
    }

    func reserve(_ bytes: Int) throws(TransportError) {
        let trouble: TransportError? = self.state.withLock { state in
            if let closure = state.closure { return .closed(closure.text) }
            // What is sent at once, such as 100,000 subscriptions, may be more.
            guard state.unsent == 0 || state.unsent + bytes <= self.limits.unsentBytes else {
                return .sendQueueFull(limit: self.limits.unsentBytes)
            }
            state.unsent += bytes
            return nil
        }
        if let trouble { throw trouble }
    }

    func release(_ bytes: Int) { self.state.withLock { $0.unsent -= bytes } }

    private static let cancelled = WebSocketInput.closed(WebSocketClosure(error: .cancelled))

    private func wait(_ continuation: CheckedContinuation<WebSocketInput, Never>, number: Int) {
        let isCancelled = Task.isCancelled
        let (input, overtaken) = self.state.withLock { state in
            let overtaken = state.takeReader()
            if let input = state.takeInput() { return (input as WebSocketInput?, overtaken) }
            // Recorded under the lock, so that a later cancellation finds the reader.
            guard !isCancelled else { return (Self.cancelled, overtaken) }
            state.reader = (number, continuation)
            return (nil, overtaken)
        }
        overtaken?.resume(returning: Self.cancelled)
        if let input { continuation.resume(returning: input) }
        // The task may have been cancelled since the check.
        if input == nil, Task.isCancelled { self.cancelReader(number) }
    }

    private func cancelReader(_ number: Int) {
        let reader = self.state.withLock { state in
            state.reader?.number == number ? state.takeReader() : nil
        }
        reader?.resume(returning: Self.cancelled)
    }
}

extension WebSocketMailbox.State {
    fileprivate mutating func takeReader() -> CheckedContinuation<WebSocketInput, Never>? {
        defer { self.reader = nil }
        return self.reader?.continuation
    }

    fileprivate mutating func takeInput() -> WebSocketInput? {
        guard self.messages.isEmpty else {
            defer {
                self.messages = []
                self.bytes = 0
            }
            return .messages(self.messages)
        }
        return self.closure.map { .closed($0) }
    }
}

extension WebSocketClosure {
    var text: String {
        switch self.error {
        case .closed(let cause, _), .injected(.closed(let cause, _)): return cause
        case .webSocketViolation(_, let breach): return breach
        case let error?: return error.description
        case nil: break
        }
        if self.closedByUs { return "this side closed the connection" }
        if let code = self.code { return "the peer closed the connection with \(code)" }
        return "the peer closed the connection"
    }
}
