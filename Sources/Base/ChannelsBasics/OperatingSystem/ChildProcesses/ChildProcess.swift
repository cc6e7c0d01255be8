import Dispatch
internal import Dispatch

/// Runs another program with an input string. It inherits no open files, and none of the
/// secrets in the environment (`SecretVariable`).
package enum ChildProcess {
    package enum Manner: Hashable, Sendable {
        /// In the background, in its own process group. Lasts until every process of the group has
        /// ended; output beyond the limit is discarded.
        case errand
        /// Its output is the answer. It stays in buoy's process group, so that it may use the
        /// terminal; anything it leaves running, such as an agent, is left alone.
        case question
        /// A question with buoy's standard input and standard error.
        case conversation
    }

    package enum Problem: Error, Hashable, Sendable {
        case notRun(String)
        /// The exit status as a shell counts it.
        case refused(status: Int32)
        case unread
        case noAnswer
        case tooMuchOutput
        case cancelled
    }

    package static let outputLimit = 65_536

    /// How long a program may keep running after a cancellation, so that a short one can finish.
    private static let parting = Duration.milliseconds(300)

    /// Runs off the caller's actor; returns within about half a second of a cancellation.
    /// - Parameters:
    ///   - words: the program, looked up in `PATH`, and its arguments; no shell.
    ///   - limit: then SIGTERM ends it, and SIGKILL soon after.
    /// - Returns: standard output, at most `outputLimit`. Standard error is discarded.
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

    /// Blocks the calling thread; for startup, before anything else runs.
    /// - Parameter limit: `nil` for none.
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
