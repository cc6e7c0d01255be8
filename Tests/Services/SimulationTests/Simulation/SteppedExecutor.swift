import ChannelsProtocol
import Synchronization

/// Runs tasks when it is told to, one after the other, on the thread that tells it. With it, a
/// client of many tasks does the same thing each time.
///
/// A task with this preference runs its child tasks here too, and the actors that it calls.
final class SteppedExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var first = 0
        /// Chooses the next job; `nil` for the oldest.
        var chance: SeededGenerator?

        mutating func next() -> UnownedJob? {
            guard self.first < self.jobs.count else { return nil }
            let waiting = self.jobs.count - self.first
            if waiting > 1, var chance = self.chance {
                let chosen = self.first + Int.random(in: 0..<waiting, using: &chance)
                self.chance = chance
                self.jobs.swapAt(self.first, chosen)
            }
            let job = self.jobs[self.first]
            self.first += 1
            if self.first > 256, self.first * 2 > self.jobs.count {
                self.jobs.removeFirst(self.first)
                self.first = 0
            }
            return job
        }
    }

    private let state: Mutex<State>

    /// - Parameter chance: makes the order random, among the jobs that are ready at the same time,
    ///   as on several processors; `nil` for the order in which they became ready.
    init(chance: SeededGenerator? = nil) {
        self.state = Mutex(State(chance: chance))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.state.withLock { $0.jobs.append(job) }
    }

    /// Runs one job, if there is one.
    ///
    /// - Returns: whether there was one.
    func runOne() -> Bool {
        guard let job = self.state.withLock({ $0.next() }) else { return false }
        job.runSynchronously(on: self.asUnownedTaskExecutor())
        return true
    }
}
