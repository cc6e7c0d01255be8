import ArgumentParser
import BuoyDashboard
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsEventWords
import ChannelsProtocol
import Glibc

/// Prints the reports of one server or several, one after the other: for pipes, for terminals that
/// cannot be drawn on, and for screen readers.
package struct LinePrinter {
    package enum End: Sendable {
        /// Everything wanted has been printed, or nothing more can come.
        case complete
        case timeIsUp
        case readerGone
    }

    private let sessions: [PrintedSession]
    private let format: LineFormat
    private let selection: SharedValue<EventSelection>
    private let timeLimit: Duration?
    private let retryInterval: Duration?
    private let writer: EventLineWriter
    /// What reads the sessions, in their order.
    private let printers: [Work]

    private struct Work: Sendable {
        private let stream: AsyncStream<Never>
        private let continuation: AsyncStream<Never>.Continuation

        init() { (self.stream, self.continuation) = AsyncStream.makeStream() }

        func end() { self.continuation.finish() }

        func ended() async { for await _ in self.stream {} }
    }

    /// - Parameter retryInterval: how often to try again what was refused permanently; `nil` to
    ///   leave such a server.
    init(
        _ sessions: [PrintedSession], format: LineFormat, alphabet: SafeText.Alphabet,
        selection: EventSelection = EventSelection(), timeLimit: Duration? = nil,
        retryInterval: Duration? = nil
    ) {
        self.retryInterval = retryInterval
        self.sessions = sessions
        self.format = format
        self.selection = SharedValue(selection)
        self.timeLimit = timeLimit
        self.writer = EventLineWriter(
            format, servers: sessions.map(\.name), alphabet: alphabet,
            backlog: min(selection.remaining ?? 0, 10_000))
        self.printers = sessions.map { _ in Work() }
    }

    /// Prints until everything wanted was printed, the time is up, a signal arrives, the reader
    /// closes the pipe, or every server has refused or cannot be reached.
    ///
    /// - Throws: `ProgramFailure` with the exit code that distinguishes the last two; with several
    ///   servers, `ExitCode` with the highest of their codes, after each has reported its reason.
    @discardableResult
    func run() async throws -> End {
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        // By the place of the server.
        var ended: [Int: ProgramFailure?] = [:]
        let end = await withTaskGroup(of: Ending?.self) { group in
            group.addTask { await signals.next().map(Ending.signal) }
            self.addTasks(to: &group)
            var end: Ending?
            while end == nil, let next = await group.next() {
                guard case .session(let index, let failure) = next else {
                    end = next
                    continue
                }
                ended.updateValue(failure, forKey: index)
                if let failure { self.sessions[index].tell(failure) }
                await self.sessions[index].disconnect()
                if ended.count == self.sessions.count { end = .ended(.complete) }
            }
            end = await self.drain(&group, after: end)
            group.cancelAll()
            await self.stop(after: end)
            return end
        }
        if case .failed(let failure) = end { throw failure }
        guard case .ended(let end) = end else { return .complete }
        var failures = ended.values.compactMap(\.self)
        if end == .timeIsUp { failures += self.failuresWhenTimeIsUp(besides: Set(ended.keys)) }
        if case let left = await self.writer.left, left > 0 {
            let lines = Figures.counted(left, "line")
            throw ProgramFailure(.failed, "The reader did not take \(lines).")
        }
        try self.leave(with: failures)
        return end
    }

    private enum Ending: Sendable {
        case signal(Int32)
        case ended(End)
        case failed(ProgramFailure)
        case session(Int, ProgramFailure?)
        case drained

        init(_ failure: Console.Failure) {
            switch failure {
            case .readerGone: self = .ended(.readerGone)
            case .refused(let reason): self = .failed(.noOutput(reason))
            }
        }
    }

    private func addTasks(to group: inout TaskGroup<Ending?>) {
        for (index, session) in self.sessions.enumerated() {
            group.addTask { await self.printAll(session, index) }
            group.addTask { await Self.tellFaults(of: session) }
            if let retryInterval {
                group.addTask {
                    await session.session.client.retryRefused(every: retryInterval)
                    return nil
                }
            }
            if !session.services.isEmpty {
                group.addTask { await self.tellTime(to: session, index) }
            }
        }
        group.addTask { await self.failure() }
        if self.format == .sentences { group.addTask { await self.tellCounts() } }
        group.addTask { await self.watchReader() }
        if let timeLimit {
            group.addTask {
                (try? await Task.sleep(for: timeLimit)) == nil ? nil : .ended(.timeIsUp)
            }
        }
    }

    // MARK: Ends

    /// Prints what had happened by now, until the reader, a signal or a second ends it.
    private func drain(
        _ group: inout TaskGroup<Ending?>, after end: Ending?
    ) async -> Ending? {
        guard case .ended(let reason) = end, reason != .readerGone else { return end }
        // No line reports the end.
        self.selection.withLock { $0.end = SystemTime().now() }
        group.addTask {
            for session in self.sessions { await session.disconnect() }
            return nil
        }
        group.addTask {
            await self.writer.finishSoon(isPatient: reason == .complete)
            return nil
        }
        group.addTask {
            for printer in self.printers { await printer.ended() }
            await self.writer.finish()
            return .drained
        }
        while let next = await group.next() {
            switch next {
            case .drained: return end
            case .signal, .failed, .ended(.readerGone): return next
            case .session, .ended, nil: continue
            }
        }
        return end
    }

    /// Ends everything; after a signal, the program too.
    private func stop(after end: Ending?) async {
        guard case .signal(let number) = end else {
            return await self.stop(isHasty: false)
        }
        // Do not wait for a line that a slow reader has not taken yet.
        await self.stop(isHasty: true)
        for session in self.sessions { await session.session.recorder.ended() }
        exit(128 + number)
    }

    private func stop(isHasty: Bool) async {
        await withDiscardingTaskGroup { group in
            for session in self.sessions {
                group.addTask { await session.stop(isHasty: isHasty) }
            }
        }
    }

    private func failuresWhenTimeIsUp(besides ended: Set<Int>) -> [ProgramFailure] {
        self.sessions.indices.filter { !ended.contains($0) }.compactMap { index in
            let failure = self.sessions[index].failureWhenTimeIsUp()
            if let failure { self.sessions[index].tell(failure) }
            return failure
        }
    }

    /// Ends with the highest code of what failed.
    private func leave(with failures: [ProgramFailure]) throws {
        guard let worst = failures.max(by: { $0.code.rawValue < $1.code.rawValue }) else { return }
        guard self.sessions.count > 1 else { throw worst }
        throw ExitCode(worst.code.rawValue)
    }

    // MARK: Tasks

    private func printAll(_ session: PrintedSession, _ index: Int) async -> Ending? {
        defer { self.printers[index].end() }
        for await batch in session.session.events {
            // Before the lines are taken, which may be after the time is up.
            let failure = session.failure(in: batch)
            let (lines, isComplete) = self.selection.withLock { ($0.take(batch), $0.isComplete) }
            var notes: [LineNote] = []
            for service in session.services { notes += await service.received(batch) }
            await self.tell(lines, notes, from: index)
            if isComplete { return .ended(.complete) }
            guard let failure else { continue }
            guard self.retryInterval != nil else { return .session(index, failure) }
            session.tellStanding(failure)
        }
        return Task.isCancelled ? nil : .session(index, nil)
    }

    private func tell(_ lines: [ClientReport], _ notes: [LineNote], from index: Int) async {
        let notes = notes.isEmpty ? [] : self.selection.withLock { $0.take(notes) }
        await self.writer.tell(lines, notes: notes, from: index)
    }

    private func tellTime(to session: PrintedSession, _ index: Int) async -> Ending? {
        let time = SystemTime()
        while (try? await Task.sleep(for: Self.tick)) != nil {
            var notes: [LineNote] = []
            for service in session.services { notes += await service.timePassed(time.now()) }
            guard !notes.isEmpty else { continue }
            await self.tell([], notes, from: index)
            guard self.selection.withLock({ $0.isComplete }) else { continue }
            return .ended(.complete)
        }
        return nil
    }

    private static let tick = Duration.milliseconds(250)

    private func failure() async -> Ending? {
        for await failure in self.writer.failures { return Ending(failure) }
        return nil
    }

    private func tellCounts() async -> Ending? {
        let time = SystemTime()
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            await self.writer.flush(at: time.now())
        }
        return nil
    }

    private static func tellFaults(of session: PrintedSession) async -> Ending? {
        for await report in session.session.faults.injector.reports {
            await session.session.recorder.note(report)
            for change in report.changes { session.tell("fault \(change.sentence)") }
        }
        return nil
    }

    /// Checks once per second whether the pipe is still open, because there may be nothing to
    /// print.
    private func watchReader() async -> Ending? {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if Console.hasLostReader { return .ended(.readerGone) }
        }
        return nil
    }
}
