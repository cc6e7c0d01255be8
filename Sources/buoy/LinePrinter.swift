internal import Channels
internal import ChannelsProtocol
internal import Dashboard
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Prints one line per event, for pipes and for terminals that cannot be drawn on.
struct LinePrinter {
    let session: Session

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
            var end: LineEnd?
            while end == nil, let next = await group.next() { end = next }
            await self.session.stop()
            group.cancelAll()
            return end
        }
        switch end {
        case .signal(let number): exit(128 + number)
        case .failed(let failure): throw failure
        case .readerGone, nil: return
        }
    }

    /// Why the printing ended.
    private enum LineEnd: Sendable {
        case signal(Int32)
        case readerGone
        case failed(ProgramFailure)
    }

    private func printAll() async -> LineEnd? {
        var course = ConnectionCourse()
        for await batch in self.session.events {
            let lines = batch.filter(Self.isWorthALine).map { EventText.line(for: $0) }
            guard lines.isEmpty || Console.print(lines.joined(separator: "\n")) else {
                return .readerGone
            }
            for event in batch {
                if let failure = course.failure(after: event.kind) { return .failed(failure) }
            }
        }
        return nil
    }

    /// Counters are for a screen; as lines they would be noise.
    private static func isWorthALine(_ event: ClientEvent) -> Bool {
        switch event.kind {
        case .bindingsHit, .pingSent, .pongReceived: false
        default: true
        }
    }
}
