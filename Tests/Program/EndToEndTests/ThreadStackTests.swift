import BuoyTestBasics
import Foundation
import Glibc
import Synchronization
import Testing

/// The program's objects are part of these tests, and so is what it does to threads.
@Suite("Stacks of threads", .inTurn)
struct ThreadStackTests {
    private final class Answer: Sendable {
        let flags = Mutex(Int32(SS_DISABLE))
        let isDone = DispatchSemaphore(value: 0)

        func look() {
            var stack = stack_t()
            if sigaltstack(nil, &stack) == 0 { self.flags.withLock { $0 = stack.ss_flags } }
            self.isDone.signal()
        }
    }

    @Test(
        "a thread has a stack for handlers, so that one can run after an overflow",
        arguments: [true, false])
    func handlers(isOfDispatch: Bool) {
        let answer = Answer()
        if isOfDispatch {
            DispatchQueue(label: "stack").async { answer.look() }
        } else {
            Thread.detachNewThread { answer.look() }
        }
        answer.isDone.wait()
        #expect(answer.flags.withLock { $0 } & Int32(SS_DISABLE) == 0)
    }
}
