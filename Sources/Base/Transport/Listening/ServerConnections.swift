import NIOCore
import Synchronization

/// The connections of a server and the tasks that serve them, so that they can be counted and ended
/// together.
final class ServerConnections: Sendable {
    private struct State {
        var isClosed = false
        var next = 0
        var channels: [Int: any Channel] = [:]
        /// The idle connections; the number is higher, the later they became idle.
        var idle: [Int: Int] = [:]
        /// Connections that are being closed to make room.
        var leaving: Set<Int> = []
        /// The running tasks of the handler.
        var tasks: [Int: Task<Void, Never>] = [:]
        /// Tasks that ended before they were registered.
        var early: Set<Int> = []
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isEmpty: Bool { self.channels.isEmpty && self.tasks.isEmpty && self.early.isEmpty }
    }

    /// The number of connections, including those that are being closed to make room.
    var count: Int { self.state.withLock { $0.channels.count } }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a new connection. If there are too many, the one that has been idle longest is closed:
    /// clients that open connections and send nothing must not keep others out.
    ///
    /// - Returns: its number; `nil` if all are busy or the server is closing, so that it must be
    ///   closed.
    func add(_ channel: any Channel) -> Int? {
        let (number, displaced) = self.state.withLock { state in
            guard !state.isClosed else { return (nil as Int?, nil as (any Channel)?) }
            var displaced: (any Channel)?
            if state.channels.count - state.leaving.count >= self.limit {
                guard let oldest = state.idle.min(by: { $0.value < $1.value })?.key else {
                    return (nil, nil)
                }
                state.idle[oldest] = nil
                state.leaving.insert(oldest)
                displaced = state.channels[oldest]
            }
            state.next += 1
            state.channels[state.next] = channel
            // It is idle from now on, even while the handler decides whether to accept it.
            state.idle[state.next] = state.next
            return (state.next, displaced)
        }
        displaced?.close(promise: nil)
        guard let number else { return nil }
        channel.closeFuture.whenComplete { _ in
            self.change { state in
                state.channels[number] = nil
                state.idle[number] = nil
                state.leaving.remove(number)
            }
        }
        return number
    }

    /// Notes whether a connection is idle. The idle time of one that already is continues.
    func note(_ number: Int, isIdle: Bool) {
        self.state.withLock { state in
            guard state.channels[number] != nil, !state.leaving.contains(number) else { return }
            guard isIdle else {
                state.idle[number] = nil
                return
            }
            guard state.idle[number] == nil else { return }
            state.next += 1
            state.idle[number] = state.next
        }
    }

    /// Runs a call of the handler in its own task.
    ///
    /// - Returns: a function that cancels the task.
    func run(_ work: @escaping @Sendable () async -> Void) -> @Sendable () -> Void {
        let number = self.state.withLock { state in
            state.next += 1
            return state.next
        }
        let task = Task {
            await work()
            self.change { state in
                if state.tasks.removeValue(forKey: number) == nil { state.early.insert(number) }
            }
        }
        let mustCancel = self.state.withLock { state in
            if state.early.remove(number) == nil { state.tasks[number] = task }
            return state.isClosed
        }
        if mustCancel { task.cancel() }
        return { task.cancel() }
    }

    /// Ends every connection and task, and waits until all are gone.
    func closeAll() async {
        let (channels, tasks) = self.state.withLock { state in
            state.isClosed = true
            return (Array(state.channels.values), Array(state.tasks.values))
        }
        for channel in channels { channel.close(promise: nil) }
        for task in tasks { task.cancel() }
        await withCheckedContinuation { continuation in
            let isEmpty = self.state.withLock { state in
                if !state.isEmpty { state.waiters.append(continuation) }
                return state.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let waiters = self.state.withLock { state in
            body(&state)
            guard state.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
