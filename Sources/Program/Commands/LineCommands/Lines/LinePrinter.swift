import Channels
import ChannelsProtocol
package import Events
import FaultInjection
import Glibc
import ProgramSupport
import Scripts
package import Sessions
import Synchronization
package import TextScreen

/// Prints reports one after the other: for pipes, for terminals that cannot be drawn on, and for
/// screen readers.
package struct LinePrinter {
    /// Why printing ended without a failure.
    package enum End: Sendable {
        /// Everything that was wanted has been printed.
        case complete
        /// The time limit has passed.
        case timeIsUp
        /// The reader closed the pipe.
        case readerGone
    }

    private let session: ServerSession
    private let format: LineFormat
    private let selection: EventSelection
    private let timeLimit: Duration?
    private let writer: EventLineWriter

    /// - Parameters:
    ///   - alphabet: the characters that the output supports.
    ///   - timeLimit: how long to print; `nil` for no limit.
    package init(
        session: ServerSession, format: LineFormat, alphabet: SafeText.Alphabet,
        selection: EventSelection = EventSelection(), timeLimit: Duration? = nil
    ) {
        self.session = session
        self.format = format
        self.selection = selection
        self.timeLimit = timeLimit
        self.writer = EventLineWriter(format, alphabet: alphabet)
    }

    /// Prints until everything that is wanted was printed, the time is up, a signal arrives, the
    /// reader closes the pipe, or the server refuses or cannot be reached.
    ///
    /// - Throws: `ProgramFailure` with the exit code that distinguishes the last two.
    @discardableResult
    package func run() async throws -> End {
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let stop = SharedStopCondition(StopCondition(channels: self.session.target.channels))
        let result = await withTaskGroup(of: LineEnd?.self) { group in
            group.addTask { await self.printAll(stop) }
            group.addTask { await self.failure() }
            group.addTask { await signals.next().map(LineEnd.signal) }
            if self.format == .sentences { group.addTask { await self.tellCounts() } }
            group.addTask { await self.watchReader() }
            group.addTask { await self.tellFaults() }
            if let timeLimit { group.addTask { await Self.wait(timeLimit, stop) } }
            var end: LineEnd?
            while end == nil, let next = await group.next() { end = next }
            // First, so that no line tells of the end.
            group.cancelAll()
            // Do not wait for a line that a slow reader has not taken yet.
            if case .signal(let number) = end {
                await self.session.stop()
                await self.session.recorder.ended()
                exit(128 + number)
            }
            await self.writer.finish()
            await self.session.stop()
            return end
        }
        switch result {
        case .failed(let failure): throw failure
        case .ended(let end): return end
        case .signal, nil: return .complete
        }
    }

    /// Why printing ended.
    private enum LineEnd: Sendable {
        case signal(Int32)
        case ended(End)
        case failed(ProgramFailure)

        init(_ failure: Console.Failure) {
            switch failure {
            case .readerGone: self = .ended(.readerGone)
            case .refused(let reason): self = .failed(.noOutput(reason))
            }
        }
    }

    private func printAll(_ stop: SharedStopCondition) async -> LineEnd? {
        var selection = self.selection
        for await batch in self.session.events {
            // Before the lines are taken, which may be after the time is up.
            let failure = Self.failure(in: batch, stop)
            await self.writer.tell(selection.take(batch))
            guard
                let end: LineEnd = selection.isComplete
                    ? .ended(.complete) : failure.map(LineEnd.failed)
            else { continue }
            await self.writer.finish()
            return end
        }
        await self.writer.finish()
        return nil
    }

    /// The first reason to stop in a batch.
    private static func failure(
        in batch: [ClientReport], _ stop: SharedStopCondition
    ) -> ProgramFailure? {
        for index in batch.indices where !batch[index].isReceived {
            if let failure = stop.failure(after: batch[index].kind) { return failure }
        }
        return nil
    }

    /// Waits until lines cannot be printed.
    private func failure() async -> LineEnd? {
        for await failure in self.writer.failures { return LineEnd(failure) }
        return nil
    }

    private static func wait(_ time: Duration, _ stop: SharedStopCondition) async -> LineEnd? {
        guard (try? await Task.sleep(for: time)) != nil else { return nil }
        return stop.failureWhenTimeIsUp().map(LineEnd.failed) ?? .ended(.timeIsUp)
    }

    /// Prints, once per second, how many events were not printed.
    private func tellCounts() async -> LineEnd? {
        let time = SystemTime()
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            await self.writer.flush(at: time.now())
        }
        return nil
    }

    /// Tells on standard error what is made to go wrong.
    private func tellFaults() async -> LineEnd? {
        for await report in self.session.faults.injector.reports {
            await self.session.recorder.note(report)
            for change in report.changes { Console.errorLine("buoy: fault \(change.sentence)") }
        }
        return nil
    }

    /// Checks once per second whether the pipe is still open, because there may be nothing to
    /// print.
    private func watchReader() async -> LineEnd? {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if Console.hasLostReader { return .ended(.readerGone) }
        }
        return nil
    }
}

/// The condition that the reports and the time limit ask.
private final class SharedStopCondition: Sendable {
    private let condition: Mutex<StopCondition>

    init(_ condition: StopCondition) { self.condition = Mutex(condition) }

    func failure(after kind: ClientReport.Kind) -> ProgramFailure? {
        self.condition.withLock { $0.failure(after: kind) }
    }

    func failureWhenTimeIsUp() -> ProgramFailure? {
        self.condition.withLock { $0.failureWhenTimeIsUp() }
    }
}
