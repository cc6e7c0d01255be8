internal import Channels
internal import ChannelsProtocol
internal import Dispatch
internal import Glibc
internal import TextScreen

/// Prints what happens, a line each, for pipes, for terminals that cannot be drawn on, and for
/// listening.
struct LinePrinter {
    let session: Session
    /// Whether it tells sentences instead of rows.
    let narrates: Bool
    private let writer: EventLineWriter

    /// - Parameter alphabet: the characters that the reader can show.
    init(session: Session, narrates: Bool, alphabet: SafeText.Alphabet) {
        self.session = session
        self.narrates = narrates
        self.writer = EventLineWriter(narrates: narrates, alphabet: alphabet)
    }

    /// Prints until a signal comes, the reader goes away, or the server cannot be had.
    ///
    /// - Throws: `ProgramFailure` with the exit code that tells the last two apart.
    func run() async throws {
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let end = await withTaskGroup(of: LineEnd?.self) { group in
            group.addTask {
                await self.session.run()
                return nil
            }
            group.addTask { await self.printAll() }
            group.addTask { await signals.next().map(LineEnd.signal) }
            if self.narrates { group.addTask { await self.tellCounts() } }
            group.addTask { await self.watchReader() }
            var end: LineEnd?
            while end == nil, let next = await group.next() { end = next }
            await self.session.stop()
            // A line may still wait for a reader that takes its time: not for that one.
            if case .signal(let number) = end { exit(128 + number) }
            group.cancelAll()
            return end
        }
        if case .failed(let failure) = end { throw failure }
    }

    /// Why the printing ended.
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
            if let failure = await self.writer.tell(batch) { return LineEnd(failure) }
            for event in batch {
                if let failure = stop.failure(after: event.kind) { return .failed(failure) }
            }
        }
        return nil
    }

    /// Once a second, says how many more events there were than were told.
    private func tellCounts() async -> LineEnd? {
        let time = SystemTime()
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if let failure = await self.writer.flush(at: time.now()) { return LineEnd(failure) }
        }
        return nil
    }

    /// Looks once a second whether somebody still reads, as there may be nothing to print for long.
    private func watchReader() async -> LineEnd? {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if Console.hasLostReader { return .readerGone }
        }
        return nil
    }
}
