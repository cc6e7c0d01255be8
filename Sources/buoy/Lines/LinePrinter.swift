internal import Channels
internal import ChannelsProtocol
internal import Dispatch
internal import FaultInjection
internal import FaultScripts
internal import Glibc
internal import ProgramSupport
internal import SessionRecording
internal import TextScreen

/// Prints one line per event: for pipes, for terminals that cannot be drawn on, and for screen
/// readers.
struct LinePrinter {
    let session: Session
    /// Whether to write sentences instead of rows.
    let narrates: Bool
    private let writer: EventLineWriter

    /// - Parameter alphabet: the characters that the output supports.
    init(session: Session, narrates: Bool, alphabet: SafeText.Alphabet) {
        self.session = session
        self.narrates = narrates
        self.writer = EventLineWriter(narrates: narrates, alphabet: alphabet)
    }

    /// Prints until a signal arrives, the reader closes the pipe, or the server refuses or cannot
    /// be reached.
    ///
    /// - Throws: `ProgramFailure` with the exit code that distinguishes the last two.
    func run() async throws {
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let end = await withTaskGroup(of: LineEnd?.self) { group in
            group.addTask { await self.printAll() }
            group.addTask { await self.failure() }
            group.addTask { await signals.next().map(LineEnd.signal) }
            if self.narrates { group.addTask { await self.tellCounts() } }
            group.addTask { await self.watchReader() }
            group.addTask { await self.tellFaults() }
            var end: LineEnd?
            while end == nil, let next = await group.next() { end = next }
            await self.session.stop()
            // Do not wait for a line that a slow reader has not taken yet.
            if case .signal(let number) = end { exit(128 + number) }
            group.cancelAll()
            return end
        }
        if case .failed(let failure) = end { throw failure }
    }

    /// Why printing ended.
    private enum LineEnd: Sendable {
        case signal(Int32)
        case readerGone
        case failed(ProgramFailure)

        init(_ failure: Console.Failure) {
            switch failure {
            case .readerGone: self = .readerGone
            case .refused(let reason): self = .failed(.noOutput(reason))
            }
        }
    }

    private func printAll() async -> LineEnd? {
        var stop = StopCondition(channels: self.session.initialChannels)
        for await batch in self.session.events {
            await self.writer.tell(batch)
            for event in batch {
                guard let failure = stop.failure(after: event.kind) else { continue }
                await self.writer.finish()
                return .failed(failure)
            }
        }
        await self.writer.finish()
        return nil
    }

    /// Waits until lines cannot be printed.
    private func failure() async -> LineEnd? {
        for await failure in self.writer.failures { return LineEnd(failure) }
        return nil
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
            if Console.hasLostReader { return .readerGone }
        }
        return nil
    }
}
