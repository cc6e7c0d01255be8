import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol
import ChannelsTransport

/// Runs a dashboard: reports of the client, keys and time go in as actions; frames and calls of the
/// client come out.
///
/// ```
/// client ──batches──▶ ┐                   ┌──▶ frames, limited per second
/// terminal ───keys──▶ ├─ DashboardState ──┤
/// clock ─────ticks──▶ ┘                   └──▶ effects ──▶ client
/// ```
@MainActor
package final class DashboardLoop {
    let parts: DashboardEnvironment
    private var pacing: FramePacing
    private let time = SystemTime()
    /// The time that is shown.
    var clock = PlaybackClock()
    package private(set) var state: DashboardState
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
    /// The number of streams that the dashboard knows.
    private var knownStreams = 0
    /// A change of the user's name that the channels have not all answered, and when it started.
    var nameChange: (change: NameChange, start: Timestamp)?
    /// The dashboards on the same terminal, if there are several.
    weak var group: DashboardGroup?

    /// Creates the loop. It starts with `run`.
    init(_ parts: DashboardEnvironment, options: DashboardOptions) {
        self.parts = parts
        self.pacing = FramePacing(framesPerSecond: options.framesPerSecond)
        self.state = DashboardState(options: options, size: parts.terminal.size)
    }

    /// The current time.
    package var now: Timestamp { self.time.now() }

    private var source: any DashboardSource { self.parts.source }
    private var terminal: Terminal { self.parts.terminal }

    /// Runs until the user quits, a signal arrives or the terminal goes away; then the client is
    /// disconnected.
    func run() async -> LoopEnd {
        let others = self.group?.others(besides: self) ?? []
        for loop in [self] + others { await loop.source.prepare(loop) }
        self.begin()
        let end = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.runWithoutTerminal() }
            for other in others {
                other.begin()
                group.addTask { await other.runWithoutTerminal() }
            }
            group.addTask { await self.playKeys() }
            group.addTask { await self.takeInput() }
            group.addTask { await self.drawFrames() }
            group.addTask { await self.describeThemes() }
            group.addTask { await self.tellShortages() }
            group.addTask { await ProcessMemory.giveBackStartMemory() }
            var end = LoopEnd.quit
            for await first in self.ends.stream {
                end = first
                break
            }
            for loop in [self] + others { await loop.source.end() }
            group.cancelAll()
            return end
        }
        // Saves the latest changes; does nothing if everything is saved.
        for loop in [self] + others { await loop.keepAtEnd() }
        return end
    }

    /// Shows the warnings of the start.
    private func begin() {
        self.handle(.tick(self.time.now()))
        self.configureServices()
        // As one notice, and of a level that those of the first subscriptions do not replace.
        let warnings =
            (self.terminal.notice.map { [$0] } ?? []) + self.parts.loaded.warnings
            + self.source.warnings
        if !warnings.isEmpty {
            self.handle(.notice(.warning, warnings.joined(separator: " ")))
        }
        self.noteForCrash()
    }

    /// Tells when a server of this program, such as the proxy, accepts no more clients.
    private func tellShortages() async {
        let (shortages, shortage) = AsyncStream.makeStream(
            of: DescriptorShortage.self, bufferingPolicy: .bufferingNewest(1))
        Descriptors.shared.onShortage { shortage.yield($0) }
        for await shortage in shortages {
            self.handle(.notice(.warning, shortage.sentence))
            let note = LogNote(at: self.now, "descriptors", .warning, text: shortage.sentence)
            self.handle(.service(.notes([note])))
        }
    }

    /// Everything that each of several dashboards does.
    private func runWithoutTerminal() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.source.feed(self) }
            group.addTask { await self.takeTime() }
            group.addTask { await self.runErrands() }
            group.addTask { await self.keepSettings() }
        }
    }

    /// Passes an action to the state, and carries out its effects.
    package func handle(_ action: Action) {
        var action = action
        if case .tick(let now) = action { action = .tick(self.clock.shown(at: now)) }
        for effect in self.state.handle(action) { self.start(effect) }
        self.group?.happened(action, to: self)
        (self.group?.lead ?? self).drawing.continuation.yield()
        // A countdown or a search may have started, so the next tick is due earlier.
        if let pause, self.state.tickInterval < pause.interval { pause.task.cancel() }
    }

    func start(_ effect: Effect) {
        switch effect {
        case .terminal(let effect): self.start(effect)
        case .file(let effect): self.start(effect)
        case .client, .fault, .missedEvents, .request, .rename, .server,
            .recording, .playback:
            self.source.start(effect, self)
        case .servers(let request): self.group?.perform(request, for: self)
        case .quit: (self.group?.lead ?? self).ends.continuation.yield(.quit)
        }
    }

    /// Shows another state, with the size and the settings of this one.
    ///
    /// - Parameter keepsSettings: whether the other state gets the settings; otherwise it has its
    ///   own.
    /// - Returns: the state that was shown.
    @discardableResult
    package func exchange(for other: DashboardState, keepsSettings: Bool = true) -> DashboardState {
        let before = self.state
        self.state = other
        self.shownRevision = nil
        self.handle(.tick(self.time.now()))
        self.handle(.resized(before.size))
        if keepsSettings {
            self.handle(.configured(before.settings, before.options.keymap))
        }
        return before
    }

    /// Forgets everything that was reported, for a jump in a recording.
    func startAgain() {
        self.state = self.state.emptied()
        self.drawing.continuation.yield()
    }

    /// Starts again, with the size, the settings and the keys of before.
    func restart() {
        var options = self.state.options
        options.settings = self.state.settings
        self.state = DashboardState(options: options, size: self.state.size)
        self.handle(.tick(self.time.now()))
    }

    /// Saves the settings for the next run, soon.
    func keepSoon(_ settings: DashboardSettings) { self.settings.continuation.yield(settings) }

    /// Does something after everything requested before.
    package func inOrder(_ work: @escaping Errand.Work) {
        self.errands.continuation.yield(.inOrder(work))
    }

    /// Does something that takes time, in parallel.
    package func inParallel(_ work: @escaping Errand.Work) {
        self.errands.continuation.yield(.parallel(work))
    }

    /// Plays the script of keys, if there is one.
    private func playKeys() async {
        guard let script = self.parts.keyScript else { return }
        var player = KeyScriptPlayer(script)
        while !Task.isCancelled {
            let rows = player.readsScreen ? self.screen.textRows : []
            switch player.next(rows, at: self.time.now()) {
            case .press(let keys): for key in keys { self.press(key) }
            case .wait: try? await Task.sleep(for: .milliseconds(20))
            case .finished: return
            case .failed(let error):
                self.ends.continuation.yield(.scriptFailed(error))
                return
            }
        }
    }

    /// What the terminal shows, or will show with the next frame.
    var screen: Canvas { self.group?.screen ?? self.state.screen() }

    private func press(_ key: KeyPress) {
        if let group { group.press(key) } else { self.handle(.key(key)) }
    }

    private func takeInput() async {
        for await event in self.terminal.events {
            switch event {
            case .keys(let keys):
                for key in keys { self.press(key) }
                self.draw()
            case .resized(let size):
                if let group { group.resized(size) } else { self.handle(.resized(size)) }
            case .resumed:
                self.handle(.tick(self.time.now()))
                self.shownRevision = nil
                self.draw()
            case .reload:
                for loop in self.group?.loops ?? [self] { loop.start(.file(.reload)) }
            case .background(let isLight):
                self.inOrder { await self.useBackground(isLight: isLight) }
            case .remark(let text):
                (self.group?.focused ?? self).handle(.notice(.warning, text))
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
            self.tellServices(self.clock.shown(at: now))
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
        self.tellLateName(at: now)
        if let streams = self.source.streamCount, streams != self.knownStreams {
            self.knownStreams = streams
            self.handle(.service(.streams(streams)))
        }
        guard self.looks % Self.looksPerNotes == 1 else { return }
        self.noteForCrash()
    }

    /// Updates the diagnosis for crash reports, which contains no names and no secrets.
    func noteForCrash() {
        let texts = (self.group?.loops ?? [self]).map { Diagnosis.text(of: $0.state) }
        self.terminal.setCrashNotes(Array(texts.joined(separator: "\n\n").utf8))
    }

    private static let looksPerNotes = 5

    /// Draws when something has changed, as often as frames may be drawn.
    private func drawFrames() async {
        for await _ in self.drawing.stream {
            self.draw()
            let now = self.time.now().duration(since: .zero)
            let wait = self.pacing.drew(at: now)
            if wait > .zero { try? await Task.sleep(for: wait) }
        }
    }

    /// Shows the state, unless it is on the screen already. If the terminal accepts no output at
    /// the moment, the frame is tried again later without waiting.
    private func draw() {
        let revision = self.group?.revision ?? self.state.revision
        guard self.shownRevision != revision else { return }
        guard self.terminal.canTakeFrame else {
            self.drawing.continuation.yield()
            return
        }
        var canvas = Canvas(size: self.terminal.size, glyphs: self.state.options.glyphs)
        if let group { group.draw(on: &canvas) } else { self.draw(on: &canvas) }
        self.terminal.show(canvas)
        self.terminal.setTitle(self.group?.board.title ?? self.state.title)
        self.shownRevision = revision
    }

    func draw(on canvas: inout Canvas) {
        self.state.keepLayout()
        self.state.draw(on: &canvas)
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
                case .parallel(let work): group.addTask { await work() }
                }
            }
        }
    }
}

/// Why the dashboard ended.
package enum LoopEnd: Sendable {
    /// The user quit.
    case quit
    /// The signal that arrived.
    case signal(Int32)
    /// The terminal went away, for instance because an SSH session was cut.
    case hungUp
    /// What a script of keys waited for did not happen.
    case scriptFailed(KeyScriptError)

    /// The exit code: that of SIGHUP if the terminal went away without one.
    var exitCode: Int32 {
        switch self {
        case .quit: 0
        case .signal(let number): 128 + number
        case .hungUp: 129
        case .scriptFailed: 1
        }
    }
}
