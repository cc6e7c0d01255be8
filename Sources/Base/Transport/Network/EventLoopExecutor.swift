import NIOCore

/// Runs a task on the event loop of a connection. A task that reads the connection there does not
/// have to wake another thread for each burst, and its bytes are still in the processor's cache.
final class EventLoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
