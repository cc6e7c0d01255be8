package import ChannelsProtocol
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
    /// Since the terminal's window was left; `nil` while it is entered.
    var absence: Absence?

    var connection: ConnectionPane
    var channels: ChannelsPane
    var members = MembersPane()
    var events: EventLogPane
    var log = LogPane()
    var bindings = BindingsPane()
    var rates = RatesPane()
    var inspector: InspectorPane?
    var prompt: Prompt?
    var help: HelpOverlay?
    var picker: PickerOverlay?
    var notice: Notice?
    /// Whether figures of the program are shown; while they are, it sends some each second.
    package internal(set) var wantsFigures = false
    var figures: [Action.Figure] = []

    var promptMemory: PromptMemory
    /// Names of events that were seen, for completion.
    var eventNames: OrderedSet<EventName> = []

    /// Changes whenever something that can be seen may have changed. Equal revisions need no frame.
    package internal(set) var revision = 0

    static let eventNameLimit = 500

    /// A dashboard that has heard nothing yet.
    package init(options: DashboardOptions, size: ScreenSize) {
        self.options = options
        self.settings = options.settings
        self.promptMemory = PromptMemory(options.settings.promptHistory)
        self.size = size
        self.connection = ConnectionPane(address: options.address, usesTLS: options.usesTLS)
        self.channels = ChannelsPane(known: options.knownChannels)
        self.events = EventLogPane(limit: options.eventLimit, byteLimit: options.eventByteLimit)
        self.events.setSystemRows(options.settings.showsSystemRows)
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
        case .client(let events):
            self.fold(events)
            return []
        case .key(let key):
            self.revision &+= 1
            return self.handle(key)
        case .tick(let time):
            self.tick(time)
            return []
        case .resized(let size):
            self.revision &+= 1
            self.size = size
            return []
        case .effectFailed(let effect, let reason):
            self.show(.failure, "\(effect.words): \(reason)")
            return []
        case .notice(let level, let text):
            self.show(level, text)
            return []
        case .exportProgress, .fileExists, .themeShown, .mouseSwitched, .configured, .figures:
            self.revision &+= 1
            return self.handleReport(action)
        }
    }

    mutating func show(_ level: NoticeLevel, _ text: String) {
        self.revision &+= 1
        self.notice = Notice(level: level, text: text, since: self.now)
    }

    /// Where everything stands.
    package var layout: DashboardLayout {
        let rosters = self.rosterChannels
        var request = LayoutRequest(size: self.size)
        request.focus = self.focus
        request.companion = self.companion
        request.isInspectorOpen = self.inspector != nil
        request.isZoomed = self.isZoomed
        request.settings = self.settings.layout
        request.rosters = rosters.count
        request.roster = self.rosterChannel.flatMap { rosters.firstIndex(of: $0) } ?? 0
        return DashboardLayout(request)
    }
}

// MARK: - Time and events

extension DashboardState {
    private mutating func fold(_ events: [ClientEvent]) {
        guard !events.isEmpty else { return }
        self.revision &+= 1
        var message = self.notice
        var hasReports = false
        for event in events {
            self.connection.handle(event)
            self.channels.handle(event, isUnbound: self.bindings.countUnbound(event))
            self.rates.handle(event)
            self.events.handle(event)
            switch event.kind {
            case .received(let received):
                self.remember(received.name)
            default:
                hasReports = true
                let removed = self.bindings.removed(by: event)
                self.members.handle(event)
                self.bindings.handle(event)
                self.log.handle(event)
                if let notice = Notice(event, self.channels, removed: removed),
                    message?.outranks(notice) != true
                {
                    message = notice
                }
            }
        }
        if let time = events.last?.time, time > self.now { self.now = time }
        self.notice = message
        self.arrangeLists()
        self.scan()
        if hasReports { self.refreshInspected() }
    }

    private mutating func remember(_ name: EventName) {
        guard self.eventNames.count < Self.eventNameLimit, name.mayBeRemembered else { return }
        self.eventNames.append(name)
    }

    private mutating func tick(_ time: Timestamp) {
        let before = (self.now.second, self.countdownTenths)
        let wasScanning = self.events.isScanning
        if time > self.now { self.now = time }
        self.arrangeLists()
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

    /// Rows of a pane on the screen; what a page is while it has none.
    func rows(of pane: PaneID) -> Int {
        let height = self.layout.content(of: pane)?.height ?? 0
        return height > 0 ? height : 10
    }
}

extension Effect {
    /// What was tried, for a message that it failed.
    fileprivate var words: String {
        switch self {
        case .subscribe(let channel): "subscribe \(channel.text)"
        case .unsubscribe(let channel): "unsubscribe \(channel.text)"
        case .resubscribe(let channel): "try \(channel.text) again"
        case .bind(let event, _): "bind \(event?.text ?? "every event")"
        case .unbind: "unbind"
        case .setBinding: "switch binding"
        case .trigger(let event): "send \(event.name.text)"
        case .connect: "connect"
        case .reconnect: "reconnect"
        case .disconnect: "disconnect"
        case .quit: "quit"
        case .suspend: "suspend"
        case .redraw: "redraw"
        case .copy(_, let subject): "copy \(subject)"
        case .export(_, let path, _): "export to \(path)"
        case .saveScreen: "save the screen"
        case .showPlain: "show plain rows"
        case .showTheme(let name): "theme \(name)"
        case .setMouse: "switch the mouse"
        case .setPolicy(let name): "policy \(name)"
        case .saveSettings: "keep the settings"
        case .reload: "reload"
        }
    }
}
