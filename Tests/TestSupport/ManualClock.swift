import Channels
package import ChannelsProtocol
import Synchronization

/// A clock that moves only when a test says so.
package final class ManualClock: TimeSource {
    private struct Sleeper {
        var deadline: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Timestamp(monotonicNanoseconds: 0, wallMicroseconds: 1_700_000_000_000_000)
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
        var reads = 0
        var awaited: [(duration: Duration, continuation: CheckedContinuation<Void, Never>)] = []

        /// Takes those who wait for a sleep that is there by now.
        mutating func takeAwaited() -> [CheckedContinuation<Void, Never>] {
            let now = self.now
            let durations = Set(self.sleepers.values.map { $0.deadline.duration(since: now) })
            let arrived = self.awaited.filter { durations.contains($0.duration) }
            self.awaited.removeAll { durations.contains($0.duration) }
            return arrived.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    package init() {}

    package func now() -> Timestamp {
        self.state.withLock { state in
            state.reads += 1
            return state.now
        }
    }

    /// How often the time was read: who has read it decides by that time, even if it moves on.
    package var reads: Int { self.state.withLock(\.reads) }

    /// Moves both clocks forward, and wakes who has slept long enough, earliest first.
    package func advance(by duration: Duration) {
        let due = self.state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the wall clock, forwards or backwards; nobody wakes.
    package func setWall(by step: Duration) {
        self.state.withLock { $0.now.wallMicroseconds += step.clampedNanoseconds / 1000 }
    }

    /// The moments that are being slept for, soonest first, as durations from now.
    package var pending: [Duration] {
        self.state.withLock { state in
            state.sleepers.values.map { $0.deadline.duration(since: state.now) }.sorted()
        }
    }

    /// Waits until somebody sleeps who has this long to go.
    package func sleeper(for duration: Duration) async {
        await withCheckedContinuation { continuation in
            let arrived = self.state.withLock { state in
                state.awaited.append((duration, continuation))
                return state.takeAwaited()
            }
            for continuation in arrived { continuation.resume() }
        }
    }

    package func sleep(until moment: Timestamp) async throws {
        let id = self.state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
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
        _ continuation: CheckedContinuation<Void, any Error>, _ id: Int, _ moment: Timestamp
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
            for awaiting in self.state.withLock({ $0.takeAwaited() }) { awaiting.resume() }
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }
}
