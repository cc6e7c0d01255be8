internal import Channels
internal import ChannelsProtocol
internal import Dashboard
internal import Dispatch
internal import Glibc

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
    }

    private func printAll() async -> LineEnd? {
        var course = ConnectionCourse(channels: self.session.initialChannels)
        let offset = LocalTime.utcOffsetSeconds
        for await batch in self.session.events {
            let lines = batch.filter(Self.isWorthALine).map {
                EventText.line(for: $0, utcOffsetSeconds: offset)
            }
            guard await Self.print(lines) else { return .readerGone }
            for event in batch {
                if let failure = course.failure(after: event.kind) { return .failed(failure) }
            }
        }
        return nil
    }

    /// Prints on a thread of its own: the reader may take its time, and neither pings nor signals
    /// may wait for it.
    ///
    /// - Returns: whether the reader is still there.
    private static func print(_ lines: [String]) async -> Bool {
        guard !lines.isEmpty else { return true }
        let text = lines.joined(separator: "\n")
        return await withCheckedContinuation { continuation in
            Self.printing.async { continuation.resume(returning: Console.print(text)) }
        }
    }

    private static let printing = DispatchQueue(label: "lines")

    /// Counters and the user's wishes are for a screen; as lines they would be noise. What came of an
    /// authorization is told by the subscription that needed it.
    private static func isWorthALine(_ event: ClientEvent) -> Bool {
        switch event.kind {
        case .bindingsHit, .pingSent, .pongReceived, .intentChanged, .authorizationAnswered: false
        default: true
        }
    }
}
