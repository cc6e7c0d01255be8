import Dispatch
package import Testing

/// Runs each test of a suite on its own thread. A test that waits for a program or a terminal,
/// or that computes for seconds, holds its thread, and the runtime has only one for each core: two
/// such tests would keep all others from running, also those that have a time limit.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(QueueExecutor()) { try await function() }
    }
}

extension SuiteTrait where Self == OwnThread {
    /// Runs each test on its own thread.
    package static var ownThread: Self { Self() }
}

/// Runs tasks on a serial queue, which has a thread while it runs something.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "a test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
