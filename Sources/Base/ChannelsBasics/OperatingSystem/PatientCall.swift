internal import Dispatch
internal import Synchronization

/// Work that may block for ever, such as a call to a file system whose server is gone. It has its
/// own thread, which stays behind if the work is stuck.
final class PatientCall<Answer: Sendable>: Sendable {
    private struct State: Sendable {
        var steps = 0
        var answer: Answer?
    }

    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable (_ step: () -> Void) -> Answer) {
        let run: @Sendable () -> Void = { [self] in
            self.step()
            let answer = work(self.step)
            self.state.withLock { $0.answer = answer }
            self.isDone.signal()
        }
        if !DetachedThread.start(run) { run() }
    }

    private func step() { self.state.withLock { $0.steps += 1 } }

    /// Blocks the calling thread until the work is done.
    ///
    /// - Returns: `nil` if the work takes no step for 0.8 s. Time in which the whole process was
    ///   stopped, or the thread could not start, does not count.
    func wait() -> Answer? {
        var (steps, silence) = (0, 0)
        while silence < 8 {
            if self.isDone.wait(timeout: .now() + .milliseconds(100)) == .success {
                return self.state.withLock { $0.answer }
            }
            let now = self.state.withLock { $0.steps }
            silence = now == steps && now > 0 ? silence + 1 : 0
            steps = now
        }
        return nil
    }
}
