import ArgumentParser
import BuoyProgramSupport
import BuoyProtocolCases
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import Glibc
import Synchronization

extension ConformArguments {
    /// Runs the cases, prints the report, and saves recordings of what failed.
    func report(
        _ kind: String, _ subject: String, _ software: String, _ cases: [ConformCase],
        _ run: CaseRun
    ) async throws -> ConformReport {
        guard !cases.isEmpty else { throw ValidationError("--only matches no case.") }
        let results = try await self.results(cases, run)
        let report = ConformReport(
            kind, subject: subject, software: software,
            date: String(UTCTime.text(of: SystemTime().now()).prefix(10)), program: Version.text,
            cases, results)
        let recordings = try CaseRecordings.save(report, results, in: self.recordings)
        if self.printsJSON {
            var writer = SafeJSONWriter()
            writer.json(report.json.compactText.utf8)
            try Console.print(String(decoding: writer.bytes, as: UTF8.self))
        } else if self.markdown {
            try Console.print(report.markdown(cases).joined(separator: "\n"))
        } else {
            try Console.print(
                report.lines(cases, recordings: recordings).joined(separator: "\n"))
        }
        return report
    }

    /// A signal ends the clients that were started, too.
    private func results(_ cases: [ConformCase], _ run: CaseRun) async throws -> [CaseResult] {
        let showsProgress = isatty(STDERR_FILENO) == 1
        let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])
        let work = Task {
            let done = Counter()
            return await run.run(cases) { result in
                guard showsProgress else { return }
                Console.progress("\(done.next()) of \(cases.count) cases")
            }
        }
        let watch = Task {
            let signal = await signals.next()
            work.cancel()
            return signal
        }
        let results = await work.value
        if showsProgress { Console.progress("") }
        if work.isCancelled, let signal = await watch.value { throw ExitCode(128 + signal) }
        watch.cancel()
        return results
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { self.count.add(1, ordering: .relaxed).newValue }
}
