public import Channels
package import ChannelsProtocol
import Synchronization

/// A clock that moves only when a test moves it. A client's timers (retries, pings, time
/// limits) fire once the clock has been moved far enough, and take no real time.
///
/// ```swift
/// try await server.clock.timer(of: .seconds(5))
/// server.clock.advance(by: .seconds(5))
/// ```
public final class ManualClock: TimeSource {
    private struct Sleeper {
        var deadline: ChannelsTimestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Call {
        var deadline: ChannelsTimestamp
        var action: @Sendable () -> Void
    }

    private struct Awaiting {
        var id: Int
        var duration: Duration
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = ChannelsTimestamp(
            monotonicNanoseconds: 0, wallMicroseconds: 1_700_000_000_000_000)
        var sleepers: [Int: Sleeper] = [:]
        var calls: [Int: Call] = [:]
        var awaiting: [Awaiting] = []
        var lastID = 0
        var reads = 0
        var suspended = Duration.zero

        mutating func nextID() -> Int {
            self.lastID += 1
            return self.lastID
        }

        /// - Returns: the actions that are due, in order.
        mutating func advance(by duration: Duration) -> [@Sendable () -> Void] {
            self.now = self.now.advanced(by: duration)
            let sleepers = self.sleepers.filter { $0.value.deadline <= self.now }
            let calls = self.calls.filter { $0.value.deadline <= self.now }
            for id in sleepers.keys { self.sleepers[id] = nil }
            for id in calls.keys { self.calls[id] = nil }
            let due =
                sleepers.map { id, sleeper in
                    (sleeper.deadline, id, { @Sendable in sleeper.continuation.resume() })
                } + calls.map { id, call in (call.deadline, id, call.action) }
            return due.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }

        mutating func takeAwaiting() -> [CheckedContinuation<Void, Never>] {
            let now = self.now
            let durations = Set(self.sleepers.values.map { $0.deadline.duration(since: now) })
            let arrived = self.awaiting.filter { durations.contains($0.duration) }
            self.awaiting.removeAll { durations.contains($0.duration) }
            return arrived.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    /// Creates a clock that stands still, at 22:13:20 UTC on 14 November 2023.
    public init() {}

    package func now() -> ChannelsTimestamp {
        self.state.withLock { state in
            state.reads += 1
            return state.now
        }
    }

    /// How often the time was read: who has read it decides by that time, even if it moves on.
    package var reads: Int { self.state.withLock(\.reads) }

    /// Moves the clock forward, and fires the timers that are due: earliest first, and in the order
    /// they were started if they are due at the same time.
    public func advance(by duration: Duration) {
        for action in self.state.withLock({ $0.advance(by: duration) }) { action() }
    }

    /// Performs an action when the clock has advanced by `duration`, but not before `moment`. If
    /// that time has already come, performs it immediately.
    ///
    /// - Returns: the time of the action.
    func call(
        after duration: Duration, notBefore moment: ChannelsTimestamp,
        _ action: @escaping @Sendable () -> Void
    ) -> ChannelsTimestamp {
        let (deadline, isDue) = self.state.withLock { state in
            let deadline = max(state.now.advanced(by: duration), moment)
            guard deadline > state.now else { return (deadline, true) }
            state.calls[state.nextID()] = Call(deadline: deadline, action: action)
            return (deadline, false)
        }
        if isDue { action() }
        return deadline
    }

    package func timeSuspended() -> Duration { self.state.withLock(\.suspended) }

    /// Time passes, and timers that came due meanwhile fire late.
    package func suspend(for duration: Duration) {
        self.state.withLock { $0.suspended += duration }
        self.advance(by: duration)
    }

    /// Wakes nobody.
    package func setWall(by step: Duration) {
        self.state.withLock { $0.now.wallMicroseconds += step.clampedNanoseconds / 1000 }
    }

    /// The time remaining on each running timer, soonest first. Print it if `timer(of:)` waits
    /// longer than you expect.
    public var pending: [Duration] {
        self.state.withLock { state in
            state.sleepers.values.map { $0.deadline.duration(since: state.now) }.sorted()
        }
    }

    /// Waits until a timer with exactly this much time left is running. Call it before advancing
    /// the clock, because a client starts a timer slightly after the event that triggers it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func timer(of duration: Duration) async throws(CancellationError) {
        await self.sleeper(for: duration)
        if Task.isCancelled { throw CancellationError() }
    }

    /// Waits until somebody sleeps for this long from now, or the task is cancelled.
    package func sleeper(for duration: Duration) async {
        let id = self.state.withLock { $0.nextID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let arrived: [CheckedContinuation<Void, Never>] = self.state.withLock { state in
                    if Task.isCancelled { return [continuation] }
                    state.awaiting.append(
                        Awaiting(id: id, duration: duration, continuation: continuation))
                    return state.takeAwaiting()
                }
                for continuation in arrived { continuation.resume() }
            }
        } onCancel: {
            let cancelled: Awaiting? = self.state.withLock { state in
                guard let index = state.awaiting.firstIndex(where: { $0.id == id }) else {
                    return nil
                }
                return state.awaiting.remove(at: index)
            }
            cancelled?.continuation.resume()
        }
    }

    package func sleep(until moment: ChannelsTimestamp) async throws {
        let id = self.state.withLock { $0.nextID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                self.add(continuation, id, moment)
            }
        } onCancel: {
            let sleeper = self.state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func add(
        _ continuation: CheckedContinuation<Void, any Error>, _ id: Int, _ moment: ChannelsTimestamp
    ) {
        enum Outcome { case wait, due, cancelled }
        let outcome: Outcome = self.state.withLock { state in
            if Task.isCancelled { return .cancelled }
            if moment <= state.now { return .due }
            state.sleepers[id] = Sleeper(deadline: moment, continuation: continuation)
            return .wait
        }
        switch outcome {
        case .wait:
            for awaiting in self.state.withLock({ $0.takeAwaiting() }) { awaiting.resume() }
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }
}
