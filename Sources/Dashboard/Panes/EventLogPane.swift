import ChannelsProtocol
import TextScreen

/// The event log: the newest at the bottom, following or held still.
struct EventLogPane: Hashable, Sendable {
    /// Which rows are shown.
    enum Position: Hashable, Sendable {
        /// The newest, always.
        case following
        /// The same ones as before: the selected row, the first row on the screen, and the number
        /// that the next event had when the log was held. All are sequence numbers.
        case held(selected: Int, top: Int, since: Int)
    }

    private(set) var ring: EventRing
    private(set) var view = EventView()
    private(set) var position = Position.following
    private(set) var search: EventSearch?
    /// How many cells the data is scrolled to the left.
    private(set) var shift = 0
    /// Application events that this screen never got.
    private(set) var skipped = 0

    init(limit: Int, byteLimit: Int) {
        self.ring = EventRing(limit: limit, byteLimit: byteLimit)
    }

    var isHeld: Bool { self.position != .following }

    /// The rows that are shown, after the filter.
    var count: Int { self.view.count(in: self.ring) }

    /// Rows that came since the log was held.
    var newCount: Int {
        guard case .held(_, _, let since) = self.position else { return 0 }
        return self.count - self.view.index(atOrAfter: since, in: self.ring)
    }

    /// Whether a filter or a search has more to look at.
    var isScanning: Bool {
        self.view.remaining(in: self.ring) > 0 || self.search?.isRunning == true
    }

    // MARK: Events

    /// Keeps an event, if it is one for the log: neither a step on the way to something, nor a part
    /// of what another report tells whole. Nothing is made of it until it is drawn.
    mutating func handle(_ event: ClientEvent) {
        switch event.kind {
        case .pingSent, .pongReceived, .bindingsHit, .bindingChanged, .bindingRemoved,
            .intentChanged, .authorizationAnswered:
            return
        case .subscriptionChanged(_, .requested), .subscriptionChanged(_, .authorizing),
            .subscriptionChanged(_, .subscribing), .subscriptionChanged(_, .unsubscribing):
            return
        case .signInChanged(.requested), .signInChanged(.authenticating),
            .signInChanged(.signingIn):
            return
        case .skipped(let skipped): self.skipped &+= skipped.events
        default: break
        }
        self.ring.append(event)
    }

    /// Lets filter and search look at a slice of the log.
    mutating func scan(height: Int) -> EventSearch.OnSlice? {
        var budget = ScanBudget()
        self.view.scan(self.ring, budget: &budget)
        guard self.search?.isRunning == true else { return nil }
        let answer = self.search?.search(self.view, of: self.ring, budget: &budget)
        if case .found(let sequence, _) = answer { self.select(sequence, height: height) }
        return answer
    }

    // MARK: Moving

    /// The index of the selected row; the newest one while following.
    private var selectedIndex: Int {
        guard case .held(let selected, _, _) = self.position else { return self.count - 1 }
        return self.index(of: selected)
    }

    /// The row of a sequence number, or the nearest one before it that is shown.
    private func index(of sequence: Int) -> Int {
        let index = self.view.index(atOrAfter: sequence, in: self.ring)
        if self.view.sequence(at: index, in: self.ring) == sequence { return index }
        return max(index - 1, 0)
    }

    /// The selected event; the newest one while following.
    var selectedEvent: ClientEvent? {
        self.view.sequence(at: self.selectedIndex, in: self.ring).flatMap { self.ring[$0] }
    }

    /// Holds the log with the newest row selected.
    mutating func hold(height: Int) {
        guard !self.isHeld else { return }
        self.select(index: self.count - 1, height: height)
    }

    /// Shows the newest row, and keeps showing it.
    mutating func follow() {
        self.position = .following
        self.search?.stop()
    }

    /// Moves the selection. Going up holds the log; going down from the last row follows it.
    mutating func move(_ movement: Movement, height: Int) {
        guard self.count > 0 else { return }
        let last = self.count - 1
        let index = self.selectedIndex
        switch movement {
        case .bottom:
            self.follow()
        case .rows(-1) where !self.isHeld:
            self.hold(height: height)
        default:
            let target = movement.target(from: index, count: self.count, height: height)
            let isDown = target >= index && movement != .top
            guard isDown && index == last else {
                self.select(index: target, height: height)
                return
            }
            self.follow()
        }
    }

    /// Scrolls the data sideways.
    mutating func scroll(columns: Int) {
        self.shift = min(max(self.shift + columns, 0), SafeText.defaultLimit)
    }

    /// The first row on the screen.
    func topIndex(height: Int) -> Int {
        let furthest = max(self.count - height, 0)
        guard case .held(_, let top, _) = self.position else { return furthest }
        let selected = self.selectedIndex
        let wanted = self.view.index(atOrAfter: top, in: self.ring)
        return min(max(wanted, selected - height + 1, 0), min(max(selected, 0), furthest))
    }

    private mutating func select(_ sequence: Int, height: Int) {
        self.select(index: self.index(of: sequence), height: height)
    }

    private mutating func select(index: Int, height: Int) {
        guard let sequence = self.view.sequence(at: index, in: self.ring) else { return }
        var since = self.ring.next
        if case .held(_, _, let before) = self.position { since = before }
        let oldTop = self.topIndex(height: height)
        self.position = .held(selected: sequence, top: sequence, since: since)
        let isVisible = index >= oldTop && index < oldTop + height
        let isNear = index >= oldTop - 1 && index <= oldTop + height
        // One row beyond the edge scrolls by one; a jump puts its row in the middle.
        let centered = max(index - height / 2, 0)
        let top =
            isVisible ? oldTop : !isNear ? centered : index < oldTop ? index : index - height + 1
        let first = self.view.sequence(at: max(top, 0), in: self.ring) ?? sequence
        self.position = .held(selected: sequence, top: first, since: since)
    }
}

// MARK: - Filter and search

extension EventLogPane {
    /// Shows what a filter lets through. The selected row stays the same, or the one before it.
    mutating func setFilter(_ filter: EventFilter?) {
        self.view.setFilter(filter, of: self.ring)
        var budget = ScanBudget()
        self.view.scan(self.ring, budget: &budget)
    }

    /// Looks for a text, from the selected row upwards; an empty one ends the search.
    mutating func setSearch(_ text: String) {
        guard !text.isEmpty else {
            self.search = nil
            return
        }
        var search = EventSearch(Needle(text))
        search.start(.up, at: self.selectedSequence ?? self.ring.next)
        self.search = search
    }

    /// Looks for the next match in a direction.
    mutating func searchOn(_ direction: EventSearch.Direction) {
        let here = self.selectedSequence ?? self.ring.next
        // While following no row is selected, and the newest may itself be the match above.
        let start = direction == .down ? here + 1 : here - (self.isHeld ? 1 : 0)
        self.search?.start(direction, at: start)
    }

    /// The sequence number of the selected row; of the newest one while following.
    var selectedSequence: Int? {
        self.view.sequence(at: self.selectedIndex, in: self.ring)
    }
}
