import ArgumentParser
import BuoyDashboard
import BuoyProgramSupport
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsProtocol
import Glibc

struct CompareRun {
    let servers: [LineRun.Server]
    let options: ComparingArguments

    /// - Throws: `ProgramFailure` if a server refuses or is not reached, `ExitCode` if they differ.
    func run() async throws {
        try FileDescriptors.require()
        var sessions: [PrintedSession] = []
        for server in self.servers {
            let session = try await server.naming { try await server.session(limits: .lossless) }
            sessions.append(PrintedSession(session, name: server.name))
            sessions.last?.tellWarnings()
        }
        let timeLimit = try self.options.timeLimit()
        let channels = Set(sessions.flatMap(\.session.target.channels))
        let printer = DifferencePrinter(
            ComparisonFeed(of: channels, window: try self.options.window()),
            names: self.servers.map { $0.name ?? "" }, self.options,
            alphabet: await OutputTerminal.alphabet(ascii: self.options.ascii))
        async let running: Void = sessions.run()
        let end = await Self.end(of: sessions, printer, after: timeLimit)
        let now = SystemTime().now()
        for session in sessions { await session.disconnect() }
        await running
        switch end {
        case .failed(let failure): throw failure
        case .readerGone: return
        case .over: break
        }
        guard try await printer.finish(at: now) else {
            throw ExitCode(ProgramExit.different.rawValue)
        }
    }

    private enum Ending: Sendable {
        /// The time is up, or Ctrl-C was pressed.
        case over
        case readerGone
        case failed(ProgramFailure)
    }

    private static func end(
        of sessions: [PrintedSession], _ printer: DifferencePrinter, after timeLimit: Duration
    ) async -> Ending {
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        return await withTaskGroup(of: Ending?.self) { group in
            for (index, session) in sessions.enumerated() {
                group.addTask { await self.compare(session, index, printer) }
            }
            group.addTask { await self.tellTime(to: printer) }
            group.addTask { await signals.next() == nil ? nil : .over }
            group.addTask { await self.wait(timeLimit, for: sessions) }
            var end: Ending?
            while end == nil, let next = await group.next() { end = next }
            group.cancelAll()
            return end ?? .over
        }
    }

    private static func compare(
        _ session: PrintedSession, _ index: Int, _ printer: DifferencePrinter
    ) async -> Ending? {
        for await batch in session.session.events {
            if let failure = session.failure(in: batch) {
                return .failed(self.named(failure, session))
            }
            await printer.received(batch, from: index)
        }
        return nil
    }

    /// Ten times per second.
    private static func tellTime(to printer: DifferencePrinter) async -> Ending? {
        let time = SystemTime()
        while (try? await Task.sleep(for: .milliseconds(100))) != nil {
            do throws(Console.Failure) {
                try await printer.passed(to: time.now())
            } catch {
                guard case .refused(let reason) = error else { return .readerGone }
                return .failed(.noOutput(reason))
            }
        }
        return nil
    }

    private static func wait(
        _ timeLimit: Duration, for sessions: [PrintedSession]
    ) async -> Ending? {
        guard (try? await Task.sleep(for: timeLimit)) != nil else { return nil }
        for session in sessions {
            if let failure = session.failureWhenTimeIsUp() {
                return .failed(self.named(failure, session))
            }
        }
        return .over
    }

    private static func named(
        _ failure: ProgramFailure, _ session: PrintedSession
    ) -> ProgramFailure {
        ProgramFailure(failure.code, "\(session.name ?? ""): \(failure.message)")
    }
}
