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
    var clock = PlaybackClock()
    package private(set) var state: DashboardState
    private var shownRevision: Int?
    /// The events received when the last frame was drawn.
    private var drawnTotal = 0
    var film: Film?
    private var pause: (interval: Duration, task: Task<Void, any Error>)?
    private let drawing = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var keys = KeyQueue()
    /// Some keys still wait.
    let moreKeys = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let errands = AsyncStream.makeStream(of: Errand.self)
    /// If several are waiting, the newest includes them all.
    private let settings = AsyncStream.makeStream(
        of: DashboardSettings.self, bufferingPolicy: .bufferingNewest(1))
    private let ends = AsyncStream.makeStream(of: LoopEnd.self)
    private var lastLook = ChannelsTimestamp.zero
    private var looks = 0
    private var knownStreams = 0
    /// Not answered by all channels yet.
    var nameChange: (change: NameChange, start: ChannelsTimestamp)?
    weak var group: DashboardGroup?

    init(_ parts: DashboardEnvironment, options: DashboardOptions) {
        self.parts = parts
        self.pacing = FramePacing(framesPerSecond: options.framesPerSecond)
        self.state = DashboardState(options: options, size: parts.terminal.size)
    }

    package var now: ChannelsTimestamp { self.time.now() }

    private var source: any DashboardSource { self.parts.source }
    var terminal: Terminal { self.parts.terminal }

    /// Runs until the user quits, a signal arrives or the terminal goes away; then disconnects.
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
            group.addTask { await self.pressKeysInTurns() }
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
        // Does nothing if everything is saved.
        for loop in [self] + others { await loop.keepAtEnd() }
        await self.writeFilmAtEnd()
        return end
    }

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

    private func runWithoutTerminal() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.source.feed(self) }
            group.addTask { await self.takeTime() }
            group.addTask { await self.runErrands() }
            group.addTask { await self.keepSettings() }
        }
    }

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

    /// For a jump in a recording.
    func startAgain() {
        self.state = self.state.emptied()
        self.drawing.continuation.yield()
    }

    func restart() {
        var options = self.state.options
        options.settings = self.state.settings
        self.state = DashboardState(options: options, size: self.state.size)
        self.handle(.tick(self.time.now()))
    }

    func keepSoon(_ settings: DashboardSettings) { self.settings.continuation.yield(settings) }

    package func inOrder(_ work: @escaping Errand.Work) {
        self.errands.continuation.yield(.inOrder(work))
    }

    package func inParallel(_ work: @escaping Errand.Work) {
        self.errands.continuation.yield(.parallel(work))
    }

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

    var screen: Canvas { self.group?.screen ?? self.state.screen() }

    private func takeInput() async {
        for await event in self.terminal.events {
            switch event {
            case .keys(let keys):
                self.keys.append(keys)
                self.pressWaitingKeys()
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
            case .interrupted: break
            case .hungUp:
                self.ends.continuation.yield(.hungUp)
            }
        }
    }

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

    /// Once per second, regardless of the ticks; the crash report less often.
    private func lookAtProgram(at now: ChannelsTimestamp) {
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

    func noteForCrash() {
        let texts = (self.group?.loops ?? [self]).map { Diagnosis.text(of: $0.state) }
        self.terminal.setCrashNotes(Array(texts.joined(separator: "\n\n").utf8))
    }

    private static let looksPerNotes = 5

    private func drawFrames() async {
        for await _ in self.drawing.stream {
            self.draw()
            let now = self.time.now().duration(since: .zero)
            let total = self.state.receivedTotal
            let isAllNew = total - self.drawnTotal >= self.terminal.size.rows
            self.drawnTotal = total
            let wait = self.pacing.drew(at: now, isAllNew: isAllNew)
            if wait > .zero { try? await Task.sleep(for: wait) }
        }
    }

    /// Without waiting: a frame that the terminal does not accept now is tried again later.
    func draw() {
        let revision = self.group?.revision ?? self.state.revision
        guard self.shownRevision != revision else { return }
        guard self.terminal.canTakeFrame else {
            self.drawing.continuation.yield()
            return
        }
        var canvas = Canvas(size: self.terminal.size, glyphs: self.state.options.glyphs)
        if let group { group.draw(on: &canvas) } else { self.draw(on: &canvas) }
        self.terminal.show(canvas)
        self.film(canvas)
        self.terminal.setTitle(self.group?.board.title ?? self.state.title)
        self.shownRevision = revision
    }

    func draw(on canvas: inout Canvas) {
        self.state.prepareFrame()
        self.state.draw(on: &canvas)
    }

    /// Not before the first frames: it takes longer than they do.
    private func describeThemes() async {
        try? await Task.sleep(for: .seconds(1))
        guard !Task.isCancelled else { return }
        self.handle(.themesDescribed(await Self.variants(self.parts.loader.themes)))
    }

    @concurrent
    private static func variants(_ search: ThemeSearch) async -> [String: String] {
        var variants: [String: String] = [:]
        for theme in search.available() { variants[theme.id] = theme.variant?.rawValue }
        return variants
    }

    /// In the order in which they were set, so that an older file does not replace a newer one.
    private func keepSettings() async {
        for await settings in self.settings.stream { await self.keep(settings) }
    }

    /// In order; those that take time run in parallel.
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

package enum LoopEnd: Sendable {
    case quit
    case signal(Int32)
    /// For instance because an SSH session was cut.
    case hungUp
    case scriptFailed(KeyScriptError)

    /// That of SIGHUP if the terminal went away without a signal.
    var exitCode: Int32 {
        switch self {
        case .quit: 0
        case .signal(let number): 128 + number
        case .hungUp: 129
        case .scriptFailed: 1
        }
    }
}
