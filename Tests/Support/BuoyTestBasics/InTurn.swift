import Dispatch
import Foundation
import Synchronization
public import Testing

/// Runs the tests of a suite in turn. For tests with sockets, terminals or processes, and for those
/// that wait: Swift Testing starts all tests at once, and the runtime has one thread for each core.
///
/// A test has its turn when those that only compute are done, and beside few others. It may block
/// its thread, and has five minutes from then on; `.timeLimit` would count the waiting too.
public struct InTurn: SuiteTrait, TestTrait, TestScoping {
    private static let limit = Duration.seconds(300)
    /// For a cancelled test to end.
    private static let grace = 60
    private static let turns = Turns(
        count: min(3 * ProcessInfo.processInfo.activeProcessorCount, 24))
    /// A test has one turn, also if its suite has the trait too.
    @TaskLocal private static var hasTurn = false

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard !Self.hasTurn else { return try await function() }
        await Self.letOthersPass()
        await Self.turns.take()
        defer { Self.turns.giveBack() }
        try await Self.$hasTurn.withValue(true) {
            try await withTaskExecutorPreference(OwnThreads()) {
                try await Self.limitTime(of: function, at: test.sourceLocation)
            }
        }
    }

    /// The runtime's threads take what came first. Each time, all that can go on without waiting
    /// does so, once for each level of suites, tests and their cases.
    private static func letOthersPass() async {
        for _ in 0..<10 { await Task.yield() }
    }

    private static func limitTime(
        of function: @concurrent @Sendable () async throws -> Void, at place: SourceLocation
    ) async throws {
        var lastResort: DispatchWorkItem?
        defer { lastResort?.cancel() }
        let timer = Task { try await Task.sleep(for: Self.limit) }
        async let end: Void = {
            defer { timer.cancel() }
            try await function()
        }()
        guard (try? await timer.value) == nil else {
            Issue.record("It did not end within \(Self.limit).", sourceLocation: place)
            lastResort = Self.endAllTests(in: Self.grace, place)
            // What is not awaited is cancelled, and then waited for.
            return
        }
        try await end
    }

    /// A test that blocks its thread cannot be ended alone, and nobody would be told its name.
    private static func endAllTests(
        in seconds: Int, _ place: SourceLocation
    ) -> DispatchWorkItem {
        let end = DispatchWorkItem {
            fflush(nil)
            let line = "error: \(place.fileID):\(place.line): this test does not end\n"
            FileHandle.standardError.write(Data(line.utf8))
            _exit(1)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
        return end
    }
}

extension Trait where Self == InTurn {
    /// Runs each test when it has its turn, on its own threads, for five minutes at most.
    public static var inTurn: Self { Self() }
}

/// As many as may run at once, in the order in which they came.
private final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) { self.state = Mutex(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = self.state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next = self.state.withLock { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

/// Runs what a test does on threads that nothing else waits for.
private final class OwnThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Each queue has its own thread while it runs something.
        DispatchQueue(label: "a test in its turn").async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
