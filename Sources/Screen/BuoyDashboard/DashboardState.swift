import BuoyRecordingFiles
import BuoyScripts
package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol
package import OrderedCollections

/// `handle(_:)` updates the state with an action and returns effects; `draw(on:)` draws it. It
/// waits for nothing and reads no clock.
///
/// The screen shows only facts: a list changes when the client reports a change, not when a key
/// requests it.
package struct DashboardState: Hashable, Sendable {
    package internal(set) var options: DashboardOptions { didSet { self.kept = KeptLayout() } }
    package var settings: DashboardSettings { didSet { self.kept = KeptLayout() } }
    package internal(set) var size: ScreenSize { didSet { self.kept = KeptLayout() } }
    package internal(set) var now = ChannelsTimestamp.zero
    package internal(set) var focus = PaneID.channels { didSet { self.kept = KeptLayout() } }
    /// The pane that was focused last, apart from the inspector.
    var companion = PaneID.channels { didSet { self.kept = KeptLayout() } }
    /// Where to return from the connection.
    var paneBefore: PaneID?
    /// Where to return from a pane that is alone on the screen.
    var paneBeforeAlone = PaneID.channels
    /// Whether the user opened it. A large screen shows it anyway.
    var isInspectorOpen = false { didSet { self.kept = KeptLayout() } }
    var isZoomed = false { didSet { self.kept = KeptLayout() } }
    var pointer = MousePointer()
    var isBehind = false
    var hasOnePaneBeside = false
    /// Set while the terminal window is not focused.
    var focusLoss: FocusLoss?

    var connection: ConnectionHeader
    var panes: PaneTable { didSet { self.kept = KeptLayout() } }
    var prompt: Prompt?
    var confirmation: Confirmation?
    var keys: KeyPage?
    var help: HelpOverlay?
    var picker: PickerOverlay?
    package var notice: Notice?
    var previewedLayout: LayoutSettings? { didSet { self.kept = KeptLayout() } }
    /// While set, the program sends its figures every second.
    package internal(set) var wantsFigures = false
    var figures: [Action.Figure] = []
    /// Nobody is asked again in this run.
    package internal(set) var hasMadeFaults = false
    /// The last fault, as typed.
    var lastFault: String?
    var recording: RecordingFigures?
    package var isRecording: Bool { self.recording != nil }
    /// The time that is shown; `nil` while that is the present.
    var playback: PlaybackStatus?
    /// The current state without the members, for a recording that starts now.
    var standing = StandingReports(keepsMembers: false)
    var result: ResultBox?
    package var resultTitle: SafeText? { self.result?.title }

    /// The latest last.
    var undoSteps: [UndoStep] = []
    var undoableSince = ChannelsTimestamp.zero
    var awaited = AwaitedAnswers()
    var keptMarks: Set<Int> = []
    var hasAskedToQuit = false

    var isWelcoming = false
    var welcomedSince: ChannelsTimestamp?

    var promptMemory: PromptMemory
    package internal(set) var eventNames: OrderedSet<EventName> = []

    /// The layout, while nothing that it depends on has changed.
    var kept = KeptLayout()

    /// Changes whenever something visible may have changed. Equal revisions need no frame.
    package var revision = 0

    static let eventNameLimit = 500

    package init(options: DashboardOptions, size: ScreenSize) {
        self.options = options
        self.settings = options.settings
        self.promptMemory = PromptMemory(options.settings.promptHistory)
        self.size = size
        self.isWelcoming = options.isDemonstration
        self.connection = ConnectionHeader(address: options.address, usesTLS: options.usesTLS)
        self.connection.canConnect = !options.isReplay && !options.isPassedOn
        self.connection.isPassedOn = options.isPassedOn
        self.connection.listeningAddress = options.listeningAddress
        self.connection.setPolicy(options.policy)
        var events = EventLogPane(limit: options.eventLimit, byteLimit: options.eventByteLimit)
        events.setSystemRows(options.settings.showsSystemRows)
        if options.isMerged { events.origins = EventOrigins(options.opened) }
        self.panes = PaneTable(
            core: [
                ChannelsPane(
                    known: options.knownChannels, unfolded: options.settings.unfoldedBranches),
                MembersPane(), events, BindingsPane(),
                Inspector(), ConnectionDetailsPane(clientEventLimit: options.clientEventLimit),
            ], options.facts, options.catalog)
        if let pane = options.firstPane, options.catalog.row(pane) != nil {
            self.focus(on: pane)
            self.isWelcoming = false
            return
        }
        if options.isMerged {
            self.focus(on: .events)
            self.isWelcoming = false
            return
        }
        if !options.subscribes, let pane = self.panes.paneWithChannels {
            self.focus(on: pane)
            return
        }
        // If only one pane is visible, the events are the most useful.
        if SizeClass(size) == .compact { self.focus(on: self.settings.layout.preset.mainPane) }
    }

    /// Events on channels, since the start.
    package var receivedTotal: Int { self.connection.incoming.total }

    /// How long the loop may wait before it sends a tick: a second, or less while a countdown shows
    /// tenths, a pattern is watched or a filter is scanning the log.
    package var tickInterval: Duration {
        // The pauses between slices leave time for keys and frames.
        if self.events.isScanning { return .milliseconds(2) }
        let isCalm = self.countdownTenths == nil && !self.panes.isWaiting
        return isCalm ? .seconds(1) : .milliseconds(100)
    }

    package mutating func handle(_ action: Action) -> [Effect] {
        let effects = self.effects(of: action)
        if case .client = action { return self.allowed(effects + self.requestsOfPanes(shown: nil)) }
        return self.allowed(effects + self.requestsOfPanes(shown: self.layout))
    }

    /// Drops what a read-only server refuses: the last word about it.
    private mutating func allowed(_ effects: [Effect]) -> [Effect] {
        guard let reason = self.options.readOnly, effects.contains(where: \.changesServer) else {
            return effects
        }
        self.show(.warning, reason.sentence)
        return effects.filter { !$0.changesServer }
    }

    private mutating func effects(of action: Action) -> [Effect] {
        switch action {
        case .client(let events): self.fold(events)
        case .standing(let events, let number): self.begin(with: events, after: number)
        case .jumped: self.endNotice()
        case .key(let key): return self.pressed(key) + self.catalog.timePassed(&self)
        case .tick(let time):
            return self.tick(time)
        case .resized(let size):
            self.revision &+= 1
            self.size = size
        case .effectFailed(let effect, let reason): self.failed(effect, reason)
        case .notice(let level, let text): self.show(level, text)
        case .policyChanged(let name): self.policyChanged(name)
        case .exportProgress(let written, let count): self.showProgress(written, of: count)
        case .fileExists(let effect, let path): self.fileExists(effect, path: path)
        case .themeShown(_, let glyphs): self.use(glyphs)
        case .themesDescribed(let variants): self.options.themeVariants = variants
        case .mouseSwitched(let isOn):
            self.mouseSwitched(isOn)
            return [.file(.saveSettings(self.settings))]
        case .configured(let settings, let keymap): self.configure(settings, keymap)
        case .memoryShared(let memory, let share): self.share(memory, share)
        case .serversListed(let servers): self.options.servers = servers
        case .figures(let figures): self.showFigures(figures)
        case .service(let report): self.handle(report)
        case .servers(let report): self.handle(report)
        case .placed(let isBehind, let isBeside): self.place(isBehind: isBehind, isBeside: isBeside)
        case .box(let title, let figures): self.showBox(title, figures)
        }
        return []
    }

    /// What leads to the state in which a replay starts.
    private mutating func begin(with events: [ClientReport], after number: Int) {
        self.fold(events)
        self.events.begin(after: number)
        self.notice = nil
    }

    private mutating func endNotice() {
        self.revision &+= 1
        self.notice = nil
    }

    private mutating func pressed(_ key: KeyPress) -> [Effect] {
        self.revision &+= 1
        let unfolded = self.channels.unfolded
        let effects = self.handle(key)
        self.remember(effects)
        guard self.channels.unfolded != unfolded else { return effects }
        self.settings.unfoldedBranches = self.channels.unfolded.map(\.text).sorted()
            .suffix(Self.mostUnfolded)
        return effects + [.file(.saveSettings(self.settings))]
    }

    private static let mostUnfolded = 200

    package mutating func ask(_ question: Confirmation) {
        self.revision &+= 1
        self.confirmation = question
    }

    package mutating func show(_ level: NoticeLevel, _ text: String) {
        self.revision &+= 1
        self.notice = Notice(level: level, text: text, since: self.now, isAnswer: true)
    }
}

extension DashboardState {
    var channels: ChannelsPane {
        get { self.panes.channels }
        _modify { yield &self.panes.channels }
    }
    var members: MembersPane {
        get { self.panes.members }
        _modify { yield &self.panes.members }
    }
    package var events: EventLogPane {
        get { self.panes.events }
        _modify { yield &self.panes.events }
    }
    var bindings: BindingsPane {
        get { self.panes.bindings }
        _modify { yield &self.panes.bindings }
    }
    var log: ConnectionLog {
        get { self.panes.details.log }
        _modify { yield &self.panes.details.log }
    }
    package var inspector: InspectorPane? {
        get { self.panes.inspector.opened }
        _modify { yield &self.panes.inspector.opened }
    }
}

extension DashboardState {
    private mutating func fold(_ events: [ClientReport]) {
        guard !events.isEmpty else { return }
        self.revision &+= 1
        var message = self.notice
        var hasReports = false
        let batch = self.panes.fold(events)
        for name in batch.eventNames { self.remember(name) }
        var reports = batch.reports[...]
        for index in events.indices {
            guard reports.first == index else {
                self.connection.received(events[index])
                continue
            }
            reports.removeFirst()
            hasReports = true
            self.fold(events[index], of: batch, &message)
        }
        if let last = events.last {
            self.standing.noteNumber(last.number)
            if last.time > self.now { self.now = last.time }
        }
        self.notice = message
        self.arrangeLists()
        // So that the next key, such as u or b, is about the channel just added.
        if let channel = self.awaited.takeNewChannel() { self.channels.select(channel) }
        self.scan()
        if hasReports { self.refreshInspected() }
    }

    private mutating func fold(
        _ event: ClientReport, of batch: ReportBatch, _ message: inout Notice?
    ) {
        self.connection.handle(event)
        if case .stateChanged(let change) = event.kind, change.previous == .connected,
            self.result?.endsWithConnection == true
        {
            self.result = nil
        }
        self.standing.note(event)
        self.awaited.note(event)
        let removed = batch.removed[event.number]
        let notice = self.awaited.notice(
            for: event, self.channels, removed: removed, authorizes: self.options.authorizes)
        if message?.isOutdated(by: event) == true { message = nil }
        if let notice, message?.outranks(notice) != true, !self.panes.isRoutine(event) {
            message = notice
        }
    }

    mutating func remember(_ name: EventName) {
        guard self.eventNames.count < Self.eventNameLimit, name.mayBeRemembered else { return }
        self.eventNames.append(name)
    }

    private mutating func tick(_ time: ChannelsTimestamp) -> [Effect] {
        let before = self.clockwork
        let wasScanning = self.events.isScanning
        if time > self.now { self.now = time }
        self.arrangeLists()
        self.boundUndo()
        self.boundWelcome()
        self.refreshInspected()
        if let notice = self.notice, notice.isOver(at: self.now, isSmall: !self.layout.tabs.isEmpty)
        {
            self.notice = nil
            self.revision &+= 1
        }
        self.scan()
        let effects = self.catalog.timePassed(&self)
        if self.clockwork != before || wasScanning || !effects.isEmpty {
            self.revision &+= 1
        }
        return effects
    }

    /// Until the next attempt; `nil` while no tenths are shown.
    private var countdownTenths: Int64? {
        guard let waiting = self.connection.waiting, self.connection.state != .connected else {
            return nil
        }
        let left = waiting.due.duration(since: self.now)
        guard left > .zero, left < .seconds(6) else { return nil }
        return left.clampedNanoseconds / 100_000_000
    }

    private var clockwork: Clockwork {
        Clockwork(
            second: self.now.second, tenths: self.countdownTenths,
            isWaiting: self.panes.isWaiting)
    }

    private struct Clockwork: Equatable {
        let second: Int64
        let tenths: Int64?
        let isWaiting: Bool
    }

    mutating func scan() {
        guard self.events.isScanning else { return }
        switch self.events.scan(height: self.eventRows) {
        case .found(_, isWrapped: true):
            self.show(.info, "the search wrapped around")
        case .notFound:
            let text = self.events.search?.needle.text ?? ""
            self.show(
                .warning,
                self.events.view.filter == nil
                    ? "no event contains \"\(text)\""
                    : "no event that matches the filter contains \"\(text)\"; f edits the filter")
        case .found, .unfinished, nil: break
        }
        self.refreshInspector()
    }

    var eventRows: Int { self.rows(of: .events) }
}
