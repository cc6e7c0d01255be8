import BuoyProgramSupport
import BuoyTextScreen
import Dispatch
import Synchronization

/// Prints lines on a thread of its own, so that a reader who does not read delays neither pings nor
/// signals, and counts those that it has not taken.
final class LineOutput: Sendable {
    /// Why lines could not be printed. It ends with the first failure.
    let failures: AsyncStream<Console.Failure>
    private let failure: AsyncStream<Console.Failure>.Continuation
    private let queue = DispatchQueue(label: "lines")
    private let printed = Atomic(0)
    private let taken = Atomic(0)
    private let waiting = SharedValue(Waiting())

    private struct Waiting {
        var last: Task<PlainLines, Never>?
        var done: [Int: AsyncStream<Never>.Continuation] = [:]
        var next = 0
    }

    init() { (self.failures, self.failure) = AsyncStream.makeStream() }

    /// Lines that were printed, and that the reader has not taken.
    var left: Int { self.printed.load(ordering: .relaxed) - self.taken.load(ordering: .relaxed) }

    /// Prints in the order of the calls.
    ///
    /// - Returns: what is done when the reader has taken the lines, with their memory for reuse.
    @discardableResult
    func print(_ lines: PlainLines) -> Task<PlainLines, Never> {
        self.printed.add(lines.lineCount, ordering: .relaxed)
        let (done, isDone) = AsyncStream<Never>.makeStream()
        let task = Task {
            for await _ in done {}
            return lines
        }
        let number = self.waiting.withLock { waiting in
            waiting.next += 1
            waiting.last = task
            waiting.done[waiting.next] = isDone
            return waiting.next
        }
        self.queue.async {
            do throws(Console.Failure) {
                try Console.print(lines) { self.taken.add($0, ordering: .relaxed) }
            } catch {
                self.failure.yield(error)
                self.failure.finish()
            }
            self.waiting.withLock { $0.done.removeValue(forKey: number) }?.finish()
        }
        return task
    }

    func finish() async { _ = await self.waiting.withLock(\.last)?.value }

    /// Returns when the reader has had another second, or has stopped taking lines for one.
    ///
    /// - Parameter isPatient: whether each line that it takes gives it another second.
    func readerStops(isPatient: Bool) async {
        var before: Int
        repeat {
            before = self.taken.load(ordering: .relaxed)
            try? await Task.sleep(for: .seconds(1))
        } while isPatient && !Task.isCancelled && self.taken.load(ordering: .relaxed) > before
    }

    /// Waits for the reader no more.
    func abandon() {
        for done in self.waiting.withLock({ Array($0.done.values) }) { done.finish() }
    }
}
