package import ChannelsProtocol
package import DashboardSetup
import Dialogs
import EventLog
import EventWords
import Formatting
import OrderedCollections
package import TextScreen

/// All that the dashboard shows. A fold over actions: `handle(_:)` answers what is to be done, and
/// `draw(on:)` shows what is known. It waits for nothing and reads no clock.
///
/// The screen never shows what it hopes: a list changes when the client's events say that something
/// changed, not when a key asked for it.
package struct DashboardState: Hashable, Sendable {
    /// What the program was started with.
    package internal(set) var options: DashboardOptions
    /// What the user has set up; kept for the next time when it changes.
    package internal(set) var settings: DashboardSettings
    /// The size of the screen.
    package internal(set) var size: ScreenSize
    /// The newest time that came in.
    package internal(set) var now = Timestamp.zero
    /// The pane that has the keys.
    package internal(set) var focus = PaneID.channels
    /// The pane that had them last, apart from the inspector.
    var companion = PaneID.channels
    var isZoomed = false
    /// What the mouse is doing.
    var pointer = MousePointer()
    /// Since the terminal window lost the focus; `nil` while it has it.
    var focusLoss: FocusLoss?

    var connection: ConnectionPane
    var panes: PaneTable
    var prompt: Prompt?
    /// A question that waits for y or another key.
    var confirmation: Confirmation?
    var help: HelpOverlay?
    var picker: PickerOverlay?
    var notice: Notice?
    /// The arrangement that is selected in the list of layouts, and not chosen yet.
    var previewedLayout: LayoutSettings?
    /// Whether figures of the program are shown; while they are, it sends some each second.
    package internal(set) var wantsFigures = false
    var figures: [Action.Figure] = []

    /// What can be taken back, the last thing at the end.
    var undoSteps: [UndoStep] = []
    /// Whether all events of channels that the log had were written into a file.
    var hasExported = false
    /// Whether leaving unsaved events behind was asked about; once is enough.
    var hasAskedToQuit = false

    /// Whether the line for newcomers is shown, and since when.
    var isWelcoming = false
    var welcomedSince: Timestamp?

    var promptMemory: PromptMemory
    /// Names of events that were seen, for completion.
    var eventNames: OrderedSet<EventName> = []
    /// The cells of the longest of them.
    var eventNameWidth = 0

    /// Changes whenever something that can be seen may have changed. Equal revisions need no frame.
    package internal(set) var revision = 0

    static let eventNameLimit = 500

    /// A dashboard that has heard nothing yet.
    package init(options: DashboardOptions, size: ScreenSize) {
        self.options = options
        self.settings = options.settings
        self.promptMemory = PromptMemory(options.settings.promptHistory)
        self.size = size
        self.isWelcoming = options.isDemonstration
        self.connection = ConnectionPane(address: options.address, usesTLS: options.usesTLS)
        var events = EventLogPane(limit: options.eventLimit, byteLimit: options.eventByteLimit)
        events.setSystemRows(options.settings.showsSystemRows)
        self.panes = PaneTable(
            channels: ChannelsPane(known: options.knownChannels), events: events)
        // Where only one pane is seen, the one that shows what happens is worth most.
        if SizeClass(size) == .compact { self.focus(on: self.settings.layout.preset.mainPane) }
    }

    /// How long the loop may wait before it sends a tick: a second, less while a countdown shows
    /// tenths or a filter still looks through the log.
    package var tickInterval: Duration {
        // Pauses between slices that leave time for keys and frames.
        if self.events.isScanning { return .milliseconds(2) }
        if self.countdownTenths != nil { return .milliseconds(100) }
        return .seconds(1)
    }

    /// Takes in what happened.
    /// - Returns: what is to be done, in order.
    package mutating func handle(_ action: Action) -> [Effect] {
        switch action {
        case .client(let events): self.fold(events)
        case .key(let key):
            self.revision &+= 1
            let effects = self.handle(key)
            self.remember(effects)
            return effects
        case .tick(let time): self.tick(time)
        case .resized(let size):
            self.revision &+= 1
            self.size = size
        case .effectFailed(let effect, let reason):
            if case .file(.export) = effect { self.hasExported = false }
            self.show(.failure, "\(effect.words): \(reason)")
        case .notice(let level, let text): self.show(level, text)
        case .exportProgress(let written, let count): self.showProgress(written, of: count)
        case .fileExists(let effect, let path): self.fileExists(effect, path: path)
        case .themeShown(_, let glyphs):
            self.revision &+= 1
            self.options.glyphs = glyphs
        case .mouseSwitched(let isOn):
            self.mouseSwitched(isOn)
            return [.file(.saveSettings(self.settings))]
        case .configured(let settings, let keymap): self.configure(settings, keymap)
        case .figures(let figures):
            self.revision &+= 1
            self.figures = self.wantsFigures ? figures : []
        }
        return []
    }

    mutating func show(_ level: NoticeLevel, _ text: String) {
        self.revision &+= 1
        self.notice = Notice(level: level, text: text, since: self.now)
    }

    /// The places of everything.
    package var layout: DashboardLayout {
        var request = LayoutRequest(size: self.size, panes: PaneTable.profiles)
        request.focus = self.previewedLayout.map { self.focus(in: $0) } ?? self.focus
        request.companion = self.companion
        request.isInspectorOpen = self.inspector != nil
        request.isZoomed = self.isZoomed
        request.settings = self.previewedLayout ?? self.settings.layout
        request.causeRows = self.connection.causeRows(self.size)
        let context = self.paneContext
        for row in PaneTable.rows {
            request.contents[row.id] = row.read(self.panes).contents(context)
        }
        request.rosters = self.rosterChannels.count
        request.roster = self.rosterIndex
        return DashboardLayout(request)
    }
}

// MARK: - The panes

extension DashboardState {
    // The panes that commands are about.
    var channels: ChannelsPane {
        get { self.panes.channels }
        _modify { yield &self.panes.channels }
    }
    var members: MembersPane {
        get { self.panes.members }
        _modify { yield &self.panes.members }
    }
    var events: EventLogPane {
        get { self.panes.events }
        _modify { yield &self.panes.events }
    }
    var bindings: BindingsPane {
        get { self.panes.bindings }
        _modify { yield &self.panes.bindings }
    }
    var log: LogPane {
        get { self.panes.log }
        _modify { yield &self.panes.log }
    }
    var rates: RatesPane {
        get { self.panes.rates }
        _modify { yield &self.panes.rates }
    }

    /// What is inspected; `nil` while the inspector is closed.
    var inspector: InspectorPane? {
        get { self.panes.inspector.opened }
        _modify { yield &self.panes.inspector.opened }
    }
}

// MARK: - Time and events

extension DashboardState {
    private mutating func fold(_ events: [ClientEvent]) {
        guard !events.isEmpty else { return }
        self.revision &+= 1
        var message = self.notice
        var hasReports = false
        let batch = self.panes.fold(events)
        for name in batch.eventNames { self.remember(name) }
        var reports = batch.reports[...]
        for index in events.indices {
            guard reports.first == index else {
                self.connection.received(at: events[index].time)
                continue
            }
            reports.removeFirst()
            let event = events[index]
            self.connection.handle(event)
            hasReports = true
            let notice = Notice(event, self.channels, removed: batch.removed[event.number])
            if let notice, message?.outranks(notice) != true { message = notice }
        }
        if let time = events.last?.time, time > self.now { self.now = time }
        self.notice = message
        self.arrangeLists()
        self.scan()
        if hasReports { self.refreshInspected() }
    }

    private mutating func remember(_ name: EventName) {
        guard self.eventNames.count < Self.eventNameLimit, name.mayBeRemembered else { return }
        guard self.eventNames.append(name).inserted else { return }
        let width = SafeText(sanitizing: name.text, limit: 256).width
        self.eventNameWidth = max(self.eventNameWidth, width)
    }

    private mutating func tick(_ time: Timestamp) {
        let before = (self.now.second, self.countdownTenths)
        let wasScanning = self.events.isScanning
        if time > self.now { self.now = time }
        self.arrangeLists()
        self.boundUndo()
        self.boundWelcome()
        self.refreshInspected()
        if let notice = self.notice, notice.isOver(at: self.now) {
            self.notice = nil
            self.revision &+= 1
        }
        self.scan()
        if (self.now.second, self.countdownTenths) != before || wasScanning {
            self.revision &+= 1
        }
    }

    /// Tenths of a second until the next attempt, while they are shown.
    private var countdownTenths: Int64? {
        guard let waiting = self.connection.waiting, self.connection.state != .connected else {
            return nil
        }
        let left = waiting.due.duration(since: self.now)
        guard left > .zero, left < .seconds(6) else { return nil }
        return left.clampedNanoseconds / 100_000_000
    }

    /// Lets filter and search look at a slice of the log.
    mutating func scan() {
        guard self.events.isScanning else { return }
        switch self.events.scan(height: self.eventRows) {
        case .found(_, isWrapped: true):
            self.show(.info, "the search went round the end of the log")
        case .notFound:
            let text = self.events.search?.needle.text ?? ""
            self.show(.warning, "no event has \"\(text)\"")
        case .found, .goOn, nil: break
        }
        self.refreshInspector()
    }

    /// Rows of the event log on the screen; what a page is while it is not shown.
    var eventRows: Int { self.rows(of: .events) }
}
