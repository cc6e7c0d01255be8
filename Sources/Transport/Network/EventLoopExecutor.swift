import NIOCore

/// Runs a task on the event loop of a connection. Whoever reads there needs no other thread to be woken for each
/// burst, and finds its bytes in the cache of the processor.
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
