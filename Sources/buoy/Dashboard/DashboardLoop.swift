internal import AppInspection
internal import Channels
internal import ChannelsProtocol
internal import Configuration
internal import CursesTerminal
internal import Dashboard
internal import DashboardPanes
internal import DashboardSetup
internal import EventWords
internal import FaultInjection
internal import FaultScripts
internal import Playback
internal import PushNotifications
internal import Replay
internal import SessionRecording
internal import TextScreen

/// Runs a dashboard: reports of the client, keys and time go in as actions; frames and calls of the
/// client come out.
///
/// ```
/// client ──batches──▶ ┐                   ┌──▶ frames, limited per second
/// terminal ───keys──▶ ├─ DashboardState ──┤
/// clock ─────ticks──▶ ┘                   └──▶ effects ──▶ client
/// ```
@MainActor
final class DashboardLoop {
    let parts: DashboardParts
    private let frameInterval: Duration
    let time = SystemTime()
    /// The time that is shown.
    var clock = PlaybackClock()
    /// Ends the reports of frames.
    var framesEnd: AsyncStream<Never>.Continuation?
    /// Whether it was told that the recording has lines that cannot be read.
    var hasToldTrouble = false
    private(set) var state: DashboardState
    /// The revision of the state that the terminal shows.
    private var shownRevision: Int?
    /// The wait for the next tick.
    private var pause: (interval: Duration, task: Task<Void, any Error>)?
    private let drawing = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let errands = AsyncStream.makeStream(of: Errand.self)
    /// Settings to save; if several are waiting, the newest includes them all.
    private let settings = AsyncStream.makeStream(
        of: DashboardSettings.self, bufferingPolicy: .bufferingNewest(1))
    private let ends = AsyncStream.makeStream(of: LoopEnd.self)
    /// The last update of the program's statistics, and the number of updates.
    private var lastLook = Timestamp.zero
    private var looks = 0

    init(_ parts: DashboardParts, options: DashboardOptions) {
        self.parts = parts
        self.frameInterval = .seconds(1) / max(1, options.framesPerSecond)
        self.state = DashboardState(options: options, size: parts.terminal.size)
    }

    /// The connection; `nil` for a replay.
    private var session: Session? { self.parts.session }
    private var terminal: Terminal { self.parts.terminal }

    /// Runs until the user quits, a signal arrives or the terminal goes away; then the client is
    /// disconnected.
    func run() async -> LoopEnd {
        if let replay = self.parts.replay { self.clock = await replay.clock() }
        self.handle(.tick(self.time.now()))
        // As one notice, and of a level that those of the first subscriptions do not replace.
        let warnings =
            (self.terminal.notice.map { [$0] } ?? []) + self.parts.loaded.warnings
            + (self.session?.warnings ?? [])
        if !warnings.isEmpty {
            self.handle(.notice(.warning, warnings.joined(separator: " ")))
        }
        self.noteForCrash()
        let end = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.takeReports() }
            group.addTask { await self.takeInput() }
            group.addTask { await self.takeTime() }
            group.addTask { await self.drawFrames() }
            group.addTask { await self.runErrands() }
            group.addTask { await self.keepSettings() }
            group.addTask { await self.describeThemes() }
            group.addTask { await self.takeWebhooks() }
            group.addTask { await self.takeFaults() }
            group.addTask { await self.takePush() }
            group.addTask { await self.takeRecording() }
            group.addTask { await self.takeReplay() }
            var end = LoopEnd.quit
            for await first in self.ends.stream {
                end = first
                break
            }
            await self.session?.client.stop()
            await self.session?.push.client?.stop()
            group.cancelAll()
            return end
        }
        // Saves the latest changes; does nothing if everything is saved.
        await self.keep(self.state.settings)
        return end
    }

    /// Passes an action to the state, and carries out its effects.
    func handle(_ action: Action) {
        var action = action
        if case .tick(let now) = action { action = .tick(self.clock.shown(at: now)) }
        for effect in self.state.handle(action) { self.start(effect) }
        self.drawing.continuation.yield()
        // A countdown or a search may have begun, so the next tick is due earlier.
        if let pause, self.state.tickInterval < pause.interval { pause.task.cancel() }
    }

    /// Forgets everything that was reported, for a jump in a recording.
    func startAgain() {
        self.state = self.state.emptied()
        self.drawing.continuation.yield()
    }

    private func start(_ effect: Effect) {
        switch effect {
        case .client, .fault, .api, .push, .missedEvents:
            guard let session = self.session else {
                self.handle(.effectFailed(effect, "this is a recording, without a connection"))
                return
            }
            self.start(effect, session)
        case .terminal(let effect): self.start(effect)
        case .file(let effect): self.start(effect)
        case .recording(.read(let question, let condition)):
            self.beside { await self.run(.read(question, condition)) }
        case .recording(let request): self.inOrder { await self.run(request) }
        case .playback(let request): self.inOrder { await self.run(request) }
        case .showFrames(let isOn): self.showFrames(isOn)
        case .quit: self.ends.continuation.yield(.quit)
        }
    }

    /// Starts what needs a connection.
    private func start(_ effect: Effect, _ session: Session) {
        switch effect {
        case .client(let effect): self.inOrder { await self.run(effect, session) }
        case .api(let request): self.beside { await self.run(request, session) }
        case .fault(.ofServer(let json)): self.beside { await self.askServer(session, for: json) }
        case .fault(let order):
            self.inOrder { await session.faults.injector.perform(order) }
        case .missedEvents(let question): self.beside { await self.ask(session, question) }
        case .push(let request): self.inOrder { await self.run(request, session) }
        case .terminal, .file, .recording, .playback, .showFrames, .quit: break
        }
    }

    private func run(_ effect: ClientEffect, _ session: Session) async {
        let runner = EffectRunner(client: session.client)
        if let action = await runner.run(effect) { self.handle(action) }
    }

    private func run(_ request: APIRequest, _ session: Session) async {
        let report = await APIRunner(session.api.client).run(request)
        self.handle(.tick(report.answered))
        self.handle(.service(.api(report)))
    }

    private func run(_ request: PushRequest, _ session: Session) async {
        if let action = await session.push.run(request) { self.handle(action) }
    }

    /// Runs the push client, if there is one, and reports its status.
    private func takePush() async {
        guard let client = self.session?.push.client else { return }
        async let running: Void = client.run()
        for await status in await client.statuses() {
            self.handle(.tick(self.time.now()))
            self.handle(.service(.push(status)))
        }
        await running
    }

    /// Saves the settings for the next run, soon.
    func keepSoon(_ settings: DashboardSettings) { self.settings.continuation.yield(settings) }

    /// Does something after everything requested before.
    func inOrder(_ work: @escaping Errand.Work) { self.errands.continuation.yield(.inOrder(work)) }

    /// Does something that takes time, in parallel.
    func beside(_ work: @escaping Errand.Work) { self.errands.continuation.yield(.beside(work)) }

    /// Handles the client's reports. More batches than frames would only cost more hops, so a flood
    /// is handled in a few large batches per frame.
    private func takeReports() async {
        guard let session = self.session else { return }
        for await batch in session.events {
            await self.deliver(batch)
            if batch.contains(where: \.kind.isEstablishment) {
                self.noteForCrash()
                await session.client.ping()
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Handles webhooks, if they are received.
    private func takeWebhooks() async {
        guard let webhooks = self.session?.webhooks else { return }
        let start = LogNote(
            at: self.time.now(), "webhooks", .neutral,
            text: "webhooks are received at \(webhooks.url)")
        self.handle(.service(.notes([start])))
        await webhooks.run { notes in await self.handle(.service(.notes(notes))) }
    }

    /// Handles what becomes of the faults that were asked for.
    private func takeFaults() async {
        guard let session = self.session else { return }
        for await report in session.faults.injector.reports {
            await session.recorder.note(report)
            self.handle(.tick(report.time))
            self.handle(.service(.faults(report)))
        }
    }

    /// Asks the server for a fault.
    private func askServer(_ session: Session, for json: String) async {
        do throws(SandboxRequest.Failure) {
            try await session.sandboxRequest.makeFault(json)
        } catch {
            self.handle(.effectFailed(.fault(.ofServer(json)), error.description))
            return
        }
        self.handle(.tick(self.time.now()))
        let note = LogNote(
            at: self.time.now(), "fault", .warning, text: "fault of the server: \(json)")
        self.handle(.service(.notes([note])))
        self.handle(.notice(.warning, "the server makes the fault \(json)"))
    }

    /// Asks what was missed in a gap, if the server is a sandbox. It is no fault if it does not know: it
    /// may have been started again.
    private func ask(_ session: Session, _ question: MissedEventsQuestion) async {
        guard await session.client.serverProfile.kind == .sandbox,
            let missed = try? await session.sandboxRequest.missedEvents(question)
        else { return }
        self.handle(.tick(self.time.now()))
        self.handle(.service(.missedEvents(missed, gap: question.gap)))
    }

    private func takeInput() async {
        for await event in self.terminal.events {
            switch event {
            case .keys(let keys):
                for key in keys { self.handle(.key(key)) }
                self.draw()
            case .resized(let size):
                self.handle(.resized(size))
            case .resumed:
                self.handle(.tick(self.time.now()))
                self.shownRevision = nil
                self.draw()
            case .reload:
                self.start(.file(.reload))
            case .background(let isLight):
                self.inOrder { await self.useBackground(isLight: isLight) }
            case .remark(let text):
                self.handle(.notice(.warning, text))
            case .ended(let signal):
                self.ends.continuation.yield(.signal(signal))
            case .hungUp:
                self.ends.continuation.yield(.hungUp)
            }
        }
    }

    /// Updates ages and countdowns, as often as the state needs it.
    private func takeTime() async {
        while !Task.isCancelled {
            let interval = self.state.tickInterval
            let pause = Task { try await Task.sleep(for: interval) }
            self.pause = (interval, pause)
            await withTaskCancellationHandler {
                _ = await pause.result
            } onCancel: {
                pause.cancel()
            }
            let now = self.time.now()
            self.handle(.tick(now))
            self.lookAtProgram(at: now)
        }
    }

    /// Once per second, regardless of the ticks: updates the statistics and, less often, the
    /// contents of a crash report.
    private func lookAtProgram(at now: Timestamp) {
        guard now.duration(since: self.lastLook) >= .milliseconds(900) else { return }
        self.lastLook = now
        self.looks &+= 1
        self.showClock(at: now)
        if self.state.wantsFigures { self.handle(.figures(self.figures)) }
        guard self.looks % Self.looksPerNotes == 1 else { return }
        self.noteForCrash()
    }

    /// Updates the diagnosis for crash reports, which contains no names and no secrets.
    private func noteForCrash() {
        self.terminal.setCrashNotes(Array(Diagnosis.text(of: self.state).utf8))
    }

    private static let looksPerNotes = 5

    /// Draws when something has changed, at most once per frame time.
    private func drawFrames() async {
        for await _ in self.drawing.stream {
            self.draw()
            try? await Task.sleep(for: self.frameInterval)
        }
    }

    /// Shows the state, unless it is on the screen already. If the terminal accepts no output at
    /// the moment, the frame is tried again later without waiting.
    private func draw() {
        guard self.shownRevision != self.state.revision else { return }
        guard self.terminal.canTakeFrame else {
            self.drawing.continuation.yield()
            return
        }
        var canvas = Canvas(size: self.terminal.size, glyphs: self.state.options.glyphs)
        self.state.draw(on: &canvas)
        self.terminal.show(canvas)
        self.terminal.setTitle(self.state.title)
        self.shownRevision = self.state.revision
    }

    /// Reads all themes, for the list of them. Not before the first frames: it takes longer than
    /// they do.
    private func describeThemes() async {
        try? await Task.sleep(for: .seconds(1))
        guard !Task.isCancelled else { return }
        self.handle(.themesDescribed(await Self.variants(self.parts.loader.themes)))
    }

    /// Whether each theme is dark or light, found out away from the main actor.
    @concurrent
    private static func variants(_ search: ThemeSearch) async -> [String: String] {
        var variants: [String: String] = [:]
        for theme in search.available() { variants[theme.id] = theme.variant?.rawValue }
        return variants
    }

    /// Saves settings in the order in which they were set, so that an older file does not replace a
    /// newer one.
    private func keepSettings() async {
        for await settings in self.settings.stream { await self.keep(settings) }
    }

    /// Carries out effects in order; those that take time run in parallel.
    private func runErrands() async {
        await withDiscardingTaskGroup { group in
            for await errand in self.errands.stream {
                switch errand {
                case .inOrder(let work): await work()
                case .beside(let work): group.addTask { await work() }
                }
            }
        }
    }
}

/// A task that takes time.
enum Errand: Sendable {
    typealias Work = @MainActor @Sendable () async -> Void

    /// After everything requested before, and before what is requested next.
    case inOrder(Work)
    /// In parallel.
    case beside(Work)
}

/// Why the dashboard ended.
enum LoopEnd: Sendable {
    case quit
    case signal(Int32)
    /// The terminal went away, for instance because an SSH session was cut.
    case hungUp

    /// The exit code: that of SIGHUP if the terminal went away without one.
    var exitCode: Int32 {
        switch self {
        case .quit: 0
        case .signal(let number): 128 + number
        case .hungUp: 129
        }
    }
}

extension ClientEvent.Kind {
    /// Whether a connection was established, so that its round trip should be measured.
    fileprivate var isEstablishment: Bool {
        if case .stateChanged(let change) = self { change.current == .connected } else { false }
    }
}
