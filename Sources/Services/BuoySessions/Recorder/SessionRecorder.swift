package import BuoyRecordingFiles
package import BuoyScripts
package import Channels
import ChannelsDiagnostics
package import ChannelsProtocol

/// Records what a client reports. Reads the client's stream on its own, so that a slow screen
/// does not delay a recording, nor a slow disk the screen.
package actor SessionRecorder {
    package struct Options: Hashable, Sendable {
        package var path: String
        var rules: RecordingRules
        var hasFrames: Bool

        package init(
            path: String, rules: RecordingRules = RecordingRules(), hasFrames: Bool = false
        ) {
            self.path = path
            self.rules = rules
            self.hasFrames = hasFrames
        }
    }

    /// The state when recording starts.
    package struct Standing: Sendable {
        var reports: StandingReports
        var faults: [FaultSchedule.InForce]

        package init(_ reports: StandingReports, faults: [FaultSchedule.InForce]) {
            self.reports = reports
            self.faults = faults
        }
    }

    /// The standing reports in effect after the report with this number, or after a later one.
    package typealias StandingSource = @Sendable (_ number: Int) async -> Standing

    package nonisolated let reports: AsyncStream<RecordingReport>
    private let report: AsyncStream<RecordingReport>.Continuation
    private let client: ChannelsClient
    private let header: RecordingHeader
    private let secrets: SecretMask
    private let time: any TimeSource
    private let jobs = AsyncStream.makeStream(of: Job.self)
    private let end = AsyncStream.makeStream(of: Never.self)
    private var isRunning = false

    private var writer: RecordingWriter?
    /// How many of the signatures that the client has sent the writer knows.
    private var knownSignatures = 0
    private var job: Job?
    private var lastFigures = RecordingFigures()
    private var lastPaths: [String] = []

    private struct Job: Sendable {
        let path: String
        let session: String
        let events: ClientStream<[ClientReport]>
        let frames: Frames?
        let standing: StandingSource?
        let end: AsyncStream<Never>
        let ending: AsyncStream<Never>.Continuation
    }

    private let limits: ListenerLimits

    /// - Parameter limits: how much may wait to be written, and whether the server waits then.
    package init(
        _ client: ChannelsClient, header: RecordingHeader, secrets: SecretMask,
        limits: ListenerLimits = .recorded, time: any TimeSource = SystemTime()
    ) {
        self.limits = limits
        self.client = client
        self.header = header
        self.secrets = secrets
        self.time = time
        (self.reports, self.report) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(256))
    }

    /// Ends a recording that is running.
    ///
    /// - Parameter standing: what is in effect; `nil` if the client has reported nothing yet.
    /// - Returns: the file, which has another name if a recording with the chosen one is running.
    @discardableResult
    package func start(
        _ options: Options, standing: StandingSource? = nil
    ) async throws(RecordingFileError) -> String {
        self.stop()
        // Nothing that is reported from here on is missed.
        let events = self.client.reportBatches(limits: self.limits)
        let now = self.time.now()
        var header = self.header
        header.time = now
        header.session = "\(now.wallMicroseconds)"
        header.hasFrames = options.hasFrames
        self.writer = try RecordingWriter(
            options.path, header, rules: options.rules, secrets: self.secrets)
        let path = self.writer?.path ?? options.path
        let (end, ending) = AsyncStream<Never>.makeStream()
        let job = Job(
            path: path, session: header.session, events: events,
            frames: options.hasFrames ? self.client.frames : nil, standing: standing, end: end,
            ending: ending)
        self.job = job
        self.knownSignatures = 0
        self.lastFigures = RecordingFigures()
        self.report.yield(
            .started(path: path, chosen: path == options.path ? nil : options.path))
        self.jobs.continuation.yield(job)
        if let standing { self.begin(await standing(0), job) }
        return path
    }

    package func stop() {
        guard let job = self.job else { return }
        self.job = nil
        self.writer?.finish()
        let figures = self.writer?.figures ?? RecordingFigures()
        self.lastFigures = figures
        self.lastPaths = self.writer?.paths ?? []
        self.writer = nil
        job.ending.finish()
        self.report.yield(.stopped(path: job.path, figures))
    }

    package func run() async {
        self.isRunning = true
        await withDiscardingTaskGroup { group in
            for await job in self.jobs.stream { group.addTask { await self.record(job) } }
        }
        self.stop()
        self.report.finish()
        self.end.continuation.finish()
    }

    /// Makes `run()` return once the client has stopped and everything it reported is written.
    package func finish() { self.jobs.continuation.finish() }

    /// Waits until `run()` has returned; not at all before it was called.
    package func ended() async {
        guard self.isRunning else { return }
        for await _ in self.end.stream {}
    }

    package func note(_ report: FaultReport) {
        guard let answer = self.writer?.append(report, at: self.time.now()) else { return }
        self.tell(answer)
    }

    package var figures: RecordingFigures { self.writer?.figures ?? self.lastFigures }

    package var history: RecordingHistory {
        RecordingHistory(paths: self.writer?.paths ?? self.lastPaths)
    }

    // MARK: Recording

    private func record(_ job: Job) async {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.recordEvents(job)
                return true
            }
            if let frames = job.frames {
                group.addTask {
                    await self.record(frames, job)
                    return false
                }
            }
            group.addTask {
                await self.reportFigures(job)
                return false
            }
            group.addTask {
                for await _ in job.end {}
                return true
            }
            // Ends with the client, or with the recording.
            while let isOver = await group.next(), !isOver {}
            group.cancelAll()
        }
    }

    private func recordEvents(_ job: Job) async {
        var skipsTo = 0
        var isFirst = true
        for await batch in job.events {
            if isFirst, let standing = job.standing, let first = batch.first {
                let present = await standing(first.number - 1)
                skipsTo = present.reports.lastNumber
                if skipsTo >= first.number || skipsTo > 0 { self.begin(present, job) }
            }
            isFirst = false
            // The skipped reports are covered by the standing ones.
            let rest = skipsTo > 0 ? batch.filter { $0.number > skipsTo } : batch
            if let last = rest.last, last.number > skipsTo { skipsTo = 0 }
            self.append(rest, job)
        }
    }

    private func begin(_ standing: Standing, _ job: Job) {
        guard self.job?.session == job.session else { return }
        self.addSignatures()
        let answer = self.writer?.begin(
            with: standing.reports, faults: standing.faults, at: self.time.now())
        if let answer { self.tell(answer) }
    }

    private func append(_ events: [ClientReport], _ job: Job) {
        guard self.job?.session == job.session, !events.isEmpty else { return }
        self.addSignatures()
        if let answer = self.writer?.append(events, at: self.time.now()) { self.tell(answer) }
    }

    private func record(_ frames: Frames, _ job: Job) async {
        for await batch in frames {
            guard self.job?.session == job.session else { return }
            self.addSignatures()
            let frames = batch.map(RecordedFrame.init)
            if let answer = self.writer?.append(frames, at: self.time.now()) { self.tell(answer) }
        }
    }

    /// Hides signatures sent since the last call. A server repeats one only after it was sent.
    private func addSignatures() {
        let (auths, count) = self.client.sentSignatures.after(self.knownSignatures)
        self.knownSignatures = count
        for auth in auths { self.writer?.add(auth: auth) }
    }

    private func tell(_ answer: RecordingWriter.WriteOutcome) {
        switch answer {
        case .nothing: break
        case .failed(let reason): self.report.yield(.failed(reason))
        case .resumed(let lost): self.report.yield(.resumed(lost: lost))
        }
    }

    /// Once a second, if they have changed, until the task is cancelled.
    private func reportFigures(_ job: Job) async {
        while true {
            let next = self.time.now().advanced(by: .seconds(1))
            guard (try? await self.time.sleep(until: next)) != nil,
                self.job?.session == job.session, let figures = self.writer?.figures
            else { return }
            if figures != self.lastFigures {
                self.lastFigures = figures
                self.report.yield(.figures(figures))
            }
        }
    }
}
