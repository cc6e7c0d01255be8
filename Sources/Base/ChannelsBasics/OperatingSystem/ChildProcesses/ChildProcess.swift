import Dispatch
internal import Dispatch
import Glibc

/// Runs another program, gives it a string, and waits for its end.
///
/// A program inherits no open files, and no secret of the environment (`SecretVariable`).
package enum ChildProcess {
    /// How a program is tied to buoy.
    package enum Manner: Hashable, Sendable {
        /// Runs in the background, in its own process group. The run lasts until every process in
        /// the group has ended. Output beyond the limit is discarded.
        case errand
        /// Its output is the answer to a question. It stays in buoy's process group, so that it may
        /// use the terminal. Anything it leaves running, such as an agent, is left alone.
        case question
        /// The same, with buoy's standard input and standard error.
        case conversation
    }

    /// What went wrong.
    package enum Problem: Error, Hashable, Sendable {
        /// It could not be started, for this reason given by the system.
        case notRun(String)
        /// It ended with this exit status, as a shell counts it.
        case refused(status: Int32)
        /// It succeeded without reading all of the text.
        case unread
        /// It did not end in time and was killed.
        case noAnswer
        /// It printed more than `outputLimit` and was killed.
        case tooMuchOutput
        /// It was killed because its caller was cancelled.
        case cancelled
    }

    /// How much of a program's output is kept, in bytes.
    package static let outputLimit = 65_536

    /// How long a program may keep running after its caller was cancelled, so that a short one can
    /// finish.
    private static let parting = Duration.milliseconds(300)

    /// Runs a program away from the caller's actor. If the task is cancelled, this returns within
    /// about half a second.
    ///
    /// - Parameters:
    ///   - words: the program, looked up in `PATH`, and its arguments. No shell reads them.
    ///   - input: what it gets on standard input.
    ///   - limit: how long it may run. Then SIGTERM ends it, and SIGKILL soon after.
    /// - Returns: its standard output, at most `outputLimit`. Its standard error is discarded.
    @concurrent
    package static func run(
        _ words: [String], input: [UInt8], limit: Duration, manner: Manner = .errand
    ) async -> Result<[UInt8], Problem> {
        let deadline = Deadline(limit)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread that may block; those of the concurrency runtime must not.
                DispatchQueue.global().async {
                    let result = Self.run(words, input: input, before: deadline, manner: manner)
                    continuation.resume(returning: result)
                }
            }
        } onCancel: {
            deadline.cancel(within: Self.parting)
        }
    }

    /// The same, but blocks the caller's thread. For use at startup, before anything else runs.
    ///
    /// - Parameter limit: `nil` for no limit.
    package static func runWaiting(
        _ words: [String], input: [UInt8], limit: Duration?, manner: Manner
    ) -> Result<[UInt8], Problem> {
        Self.run(words, input: input, before: Deadline(limit), manner: manner)
    }

    private static func run(
        _ words: [String], input: [UInt8], before deadline: Deadline, manner: Manner
    ) -> Result<[UInt8], Problem> {
        do throws(Problem) {
            var run = try ChildRun(words, input: input, manner: manner)
            return .success(try run.finish(before: deadline))
        } catch {
            return .failure(error)
        }
    }
}

extension ChildProcess.Problem: CustomStringConvertible {
    /// A few words for a sentence about it.
    package var description: String {
        switch self {
        case .notRun(let reason): reason
        case .refused(let status): "exit status \(status)"
        case .unread: "it did not read all its input"
        case .noAnswer: "it did not finish in time"
        case .tooMuchOutput: "it printed more than \(ChildProcess.outputLimit >> 10) KiB"
        case .cancelled: "it was stopped"
        }
    }
}
