import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Why the connection is in its state, every step that led there, what each loss cost, and whether
/// the server answers. The facts are those of the `ConnectionRecord` that the header shows too; the
/// subscriptions are the pane's own.
struct ConnectionDetailsPane: Hashable, Sendable {
    enum View: String, CaseIterable, Hashable, Sendable {
        case why
        case timeline
        case gaps
        case liveness
        case subscriptions
        case log
    }

    private(set) var view = View.why
    /// Sequence numbers, newest first, as in `gaps` and `ledgerRows`.
    private(set) var steps = ListCursor<Int>()
    private(set) var gaps = ListCursor<Int>()
    private(set) var ledgerRows = ListCursor<Int>()
    private(set) var ledger = SubscriptionLedger()
    var log = ConnectionLog()
    /// Streams of the client that somebody reads; `nil` before the program has said.
    private(set) var streamCount: Int?
    private(set) var lossFrames = LossFrames()
    private(set) var top = 0
    private(set) var bindings: Set<BindingID> = []
    private var requestedGap = 0
    private var loggedPattern: LossPattern.Kind?
    /// Whether this program lost events itself since the connection before, so that counts are
    /// wrong.
    private var hasSkipped = false

    let clientEventLimit: Int?

    init(clientEventLimit: Int?) { self.clientEventLimit = clientEventLimit }

    mutating func show(_ view: View) {
        guard view != self.view else { return }
        self.view = view
        self.top = 0
    }

    mutating func turn(by step: Int) -> Bool {
        guard let index = View.allCases.firstIndex(of: self.view),
            View.allCases.indices.contains(index + step)
        else { return false }
        self.show(View.allCases[index + step])
        return true
    }

    private var list: WritableKeyPath<ConnectionDetailsPane, ListCursor<Int>>? {
        switch self.view {
        case .timeline: \.steps
        case .gaps: \.gaps
        case .subscriptions: \.ledgerRows
        case .why, .liveness, .log: nil
        }
    }

    private var selectedEntry: SubscriptionLedger.Entry? {
        let rows = self.ledgerRows
        guard self.view == .subscriptions, rows.order.indices.contains(rows.index) else {
            return nil
        }
        return self.ledger[rows.order[rows.index]]
    }

    func selectedGap(_ record: ConnectionRecord) -> GapRecord? {
        guard self.view == .gaps, self.gaps.order.indices.contains(self.gaps.index) else {
            return nil
        }
        return record.gaps[self.gaps.order[self.gaps.index]]
    }

    func selectedStep(_ record: ConnectionRecord) -> ConnectionStep? {
        guard self.view == .timeline, self.steps.order.indices.contains(self.steps.index) else {
            return nil
        }
        return record.steps[self.steps.order[self.steps.index]]
    }
}

extension ConnectionDetailsPane: ServicePane, FollowingPane, SidewaysPane {
    static let profile = PaneProfile(.connection, .records)

    static let hints: [CommandName] = [
        "connection-view", "ping", "inspect", "faults", "wrap",
    ]

    mutating func handle(_ event: ClientReport) {
        self.ledger.handle(event)
        self.log.handle(event)
        switch event.kind {
        case .bindingChanged(let binding): self.bindings.insert(binding.id)
        case .bindingRemoved(let id): self.bindings.remove(id)
        case .skipped: self.hasSkipped = true
        default: break
        }
    }

    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        switch report {
        case .streams(let count): self.streamCount = count
        case .notes(let notes): for note in notes { self.log.append(note) }
        case .frames(let frames):
            let loss = context.connection.record.gaps.latest?.lossNoticed
            self.lossFrames.add(frames, loss: loss)
        case .marks, .faults, .serverFault, .missedEvents, .feature, .recording, .playback:
            break
        }
    }

    mutating func arrange(_ context: PaneContext) {
        let entries = self.ledger.numbers
        if self.ledgerRows.order.first != entries.last
            || self.ledgerRows.order.count != entries.count
        {
            self.ledgerRows.arrange(entries.reversed())
        }
        let record = context.connection.record
        let steps = record.steps.sequence
        if self.steps.order.first != steps.last || self.steps.order.count != steps.count {
            self.steps.arrange(steps.reversed())
        }
        let newest = record.gaps.latest?.number
        if self.gaps.order.first != newest {
            self.gaps.arrange(record.gaps.newestFirst.map(\.number))
        }
    }

    /// Asks what was missed, once for each gap that is over. It also looks for a pattern of losses.
    static let asks = PaneRequests.afterReports

    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] {
        let record = context.connection.record
        self.logPattern(record.losses)
        guard let gap = record.gaps.latest, !gap.isOpen, gap.number > self.requestedGap else {
            return []
        }
        self.requestedGap = gap.number
        defer { self.hasSkipped = false }
        guard !self.hasSkipped, let lost = gap.socketID, let next = record.socketID else {
            return []
        }
        var received: [ChannelName: Int] = [:]
        for channel in gap.channels where channel.subscribedAgain != nil {
            received[channel.name] = context.channels.rows[channel.name]?.receivedBefore
        }
        guard !received.isEmpty else { return [] }
        return [
            .missedEvents(
                MissedEventsQuestion(gap: gap.number, lost: lost, next: next, received: received))
        ]
    }

    private mutating func logPattern(_ losses: LossLedger) {
        guard let pattern = losses.pattern, let time = losses.concluded,
            pattern.kind != self.loggedPattern
        else { return }
        self.loggedPattern = pattern.kind
        self.log.append(LogNote(at: time, "pattern", .warning, text: pattern.sentence))
    }

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {
        let height = self.listHeight(place)
        if let list = self.list {
            self[keyPath: list].move(movement, height: height)
            return
        }
        guard self.view != .log else {
            self.log.rows.move(movement, height: height)
            return
        }
        let count = self.texts(width: place.size.columns, context).count
        let last = Self.lastTop(count: count, height: height)
        self.top = min(
            movement.target(from: min(self.top, last), count: count, height: height), last)
    }

    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        self.turn(by: step)
    }

    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? {
        guard self.view != .log else {
            return self.log.click(row: row, size: place.size, context.times)
        }
        guard let list = self.list else { return nil }
        let height = self.listHeight(place)
        return self[keyPath: list].select(line: row - (place.size.rows - height), height: height)
    }

    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        guard self.view == .log else {
            self.move(.rows(rows), place, context)
            return
        }
        self.log.rows.scroll(rows: rows, height: place.size.rows)
    }

    mutating func hold(_ place: PanePlace) {
        if self.view == .log { self.log.rows.hold(height: place.height) }
    }

    /// While the log follows, its newest row would change the inspector with every report.
    func followed(_ context: PaneContext) -> PaneSelection? {
        self.view == .log && !self.log.rows.isHeld ? nil : self.selection(context)
    }

    private func listHeight(_ place: PanePlace) -> Int {
        max(place.height - self.sentenceRows(height: place.height), 1)
    }

    func selection(_ context: PaneContext) -> PaneSelection? {
        guard self.view != .log else { return self.log.selection }
        if let entry = self.selectedEntry { return .note(self.note(of: entry, context)) }
        if let step = self.selectedStep(context.connection.record) { return step.selection }
        return self.selectedGap(context.connection.record).map { .note(context.note(of: $0)) }
    }

    func inspectReason(_ context: PaneContext) -> String? {
        if self.list == nil, self.view != .log {
            return "nothing to inspect; v shows the timeline"
        }
        return self.selection(context) == nil ? "nothing to inspect yet" : nil
    }
}
