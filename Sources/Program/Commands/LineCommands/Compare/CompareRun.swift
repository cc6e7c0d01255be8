import ArgumentParser
import Channels
import ChannelsProtocol
import DashboardRuntime
import Events
import Glibc
import ProgramSupport
import Sessions
import TextScreen

/// Connects to two servers, and prints how they differ until the time is up.
struct CompareRun {
    let connections: [ConnectionArguments]
    let names: [String]
    let timeLimit: Duration
    let window: Duration
    let printsJSON: Bool
    let ascii: Bool

    /// - Throws: `ProgramFailure` if a server refuses or is not reached, `ExitCode` if they differ.
    func run() async throws {
        try FileDescriptors.require()
        var sessions: [PrintedSession] = []
        for (connection, name) in zip(self.connections, self.names) {
            sessions.append(try await Self.session(connection, name))
        }
        let printer = DifferencePrinter(
            names: self.names, window: self.window, printsJSON: self.printsJSON,
            alphabet: await OutputTerminal.alphabet(ascii: self.ascii))
        async let running: Void = Self.run(sessions)
        let end = await self.end(of: sessions, printer)
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

    private static func session(
        _ connection: ConnectionArguments, _ name: String
    ) async throws -> PrintedSession {
        do {
            let target = try await ServerTarget.chosen(
                by: connection, environment: Environment.current)
            let session = PrintedSession(
                try ServerSession(
                    target, limits: .lossless, secrets: try connection.fieldSecrets),
                name: name)
            for warning in target.allWarnings { session.tell("warning: \(warning)") }
            return session
        } catch {
            let code = (error as? ProgramFailure)?.code ?? .usage
            throw ProgramFailure(code, "\(name): \(ProgramFailure.reason(of: error))")
        }
    }

    private static func run(_ sessions: [PrintedSession]) async {
        await withDiscardingTaskGroup { group in
            for session in sessions { group.addTask { await session.session.run() } }
        }
    }

    /// Why it ends.
    private enum Ending: Sendable {
        /// The time is up, or Ctrl-C was pressed.
        case over
        case readerGone
        case failed(ProgramFailure)
    }

    private func end(of sessions: [PrintedSession], _ printer: DifferencePrinter) async -> Ending {
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        return await withTaskGroup(of: Ending?.self) { group in
            for (index, session) in sessions.enumerated() {
                group.addTask { await Self.compare(session, index, printer) }
            }
            group.addTask { await Self.tellTime(to: printer) }
            group.addTask { await signals.next() == nil ? nil : .over }
            group.addTask { await self.wait(for: sessions) }
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

    /// Prints what is found, ten times per second.
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

    private func wait(for sessions: [PrintedSession]) async -> Ending? {
        guard (try? await Task.sleep(for: self.timeLimit)) != nil else { return nil }
        for session in sessions {
            if let failure = session.failureWhenTimeIsUp() {
                return .failed(Self.named(failure, session))
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
