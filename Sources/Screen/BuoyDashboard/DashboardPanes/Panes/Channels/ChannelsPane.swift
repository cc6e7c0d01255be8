package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol
package import OrderedCollections

/// The wanted channels, as the client reports them.
package struct ChannelsPane: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        let name: ChannelName
        package var state: SubscriptionState
        /// What is known of its events; empty before the first one, because most of many channels
        /// are silent.
        private var activity: [Activity] = []
        /// The number of members or subscribed connections, if the server reports it.
        var population: Int?
        /// When the current state started.
        package var since: Timestamp
        /// Whether the answer it is waiting for is overdue.
        var isStuck = false

        fileprivate init(name: ChannelName, state: SubscriptionState, since: Timestamp) {
            self.name = name
            self.state = state
            self.since = since
        }

        private struct Activity: Hashable, Sendable {
            var rate = RateCounter()
            var counts = EventCounts()
            var unbound = 0
            var receivedBefore = 0
            var totalBefore = 0
            var repeats = 0
        }

        var rate: RateCounter { self.activity.first?.rate ?? RateCounter() }
        var counts: EventCounts { self.activity.first?.counts ?? EventCounts() }
        /// The number of events that no binding matched.
        var unbound: Int { self.activity.first?.unbound ?? 0 }
        /// The number of deliveries that came again.
        var repeats: Int { self.activity.first?.repeats ?? 0 }
        /// How many events arrived on the subscription before the current one.
        var receivedBefore: Int { self.activity.first?.receivedBefore ?? 0 }

        /// An event arrived.
        fileprivate mutating func record(
            _ event: ChannelsEvent, isUnbound: Bool, at time: Timestamp
        ) {
            if self.activity.isEmpty { self.activity = [Activity()] }
            self.activity[0].rate.record(second: time.second)
            self.activity[0].counts.record(event, at: time)
            if isUnbound { self.activity[0].unbound &+= 1 }
        }

        /// A delivery came again, or earlier ones were no repeats after all.
        fileprivate mutating func record(_ finding: RepeatFinding) {
            guard !self.activity.isEmpty else { return }
            switch finding {
            case .again: self.activity[0].repeats &+= 1
            case .withdrawn(let numbers):
                self.activity[0].repeats = max(self.activity[0].repeats - numbers.count, 0)
            }
        }

        /// The server confirmed the subscription.
        fileprivate mutating func subscribed() {
            guard !self.activity.isEmpty else { return }
            let total = self.rate.total
            self.activity[0].receivedBefore = total - self.activity[0].totalBefore
            self.activity[0].totalBefore = total
        }

        /// When the newest event arrived.
        package var lastEvent: Timestamp? { self.counts.last }
    }

    /// The number of channels that the server has confirmed; zero without a connection.
    func subscribedCount(isConnected: Bool) -> Int {
        isConnected ? self.rows.values.count { $0.state == .subscribed } : 0
    }

    /// Why channels are not subscribed, and will not be without another request.
    var failures: [SubscriptionFailure] {
        self.rows.values.compactMap {
            if case .failed(let failure) = $0.state { failure } else { nil }
        }
    }

    /// The channels in the order of subscription.
    package private(set) var rows: OrderedDictionary<ChannelName, Row> = [:]
    /// The channels marked for a common command.
    package private(set) var marked: Set<ChannelName> = []
    /// The listed channels.
    private(set) var cursor = ListCursor<ChannelName>()
    /// All channels ever seen, for completion.
    package private(set) var known: OrderedSet<ChannelName> = []
    private(set) var order = ChannelOrder.added
    /// The colours of the names, here and in all other panes.
    package private(set) var colors = IdentityColors()
    /// The width of the longest name ever listed, in cells.
    private(set) var nameWidth = 0
    /// The bindings that exist.
    private var bindings: Set<BindingID> = []
    /// Whether something is bound, so that an event may match no binding.
    var hasBindings: Bool { !self.bindings.isEmpty }
    /// Counts the changes of the list.
    private(set) var generation = 0
    private var arrangedGeneration = 0
    /// The second in which it was last sorted.
    private var arrangedIn: Int64?

    /// The maximum number of names remembered for completion.
    private static let knownLimit = 500

    /// Creates a list without channels.
    /// - Parameter known: names to complete before any was seen.
    init(known: [String]) {
        self.known = OrderedSet(known.map { ChannelName(wire: $0) })
    }

    /// The selected channel; `nil` while nothing is listed.
    package var selected: ChannelName? { self.cursor.selected }

    /// The listed presence channels.
    var rosters: [ChannelName] { self.cursor.order.filter(\.kind.hasMembers) }

    /// The presence channel whose members are shown: the selected one, or the first.
    package var roster: ChannelName? {
        if let selected = self.selected, selected.kind.hasMembers { return selected }
        return self.cursor.order.first { $0.kind.hasMembers }
    }

    /// The presence channel after the one whose members are shown; `nil` if there is no other.
    package var nextRoster: ChannelName? {
        let rosters = self.rosters
        guard rosters.count > 1,
            let index = self.roster.flatMap({ rosters.firstIndex(of: $0) })
        else { return nil }
        return rosters[(index + 1) % rosters.count]
    }

    var selectedRow: Row? { self.selected.flatMap { self.rows[$0] } }

    // MARK: Events

    package mutating func received(_ index: Int, of batch: ReportBatch) {
        guard case .received(let event) = batch.events[index].kind else { return }
        guard let name = event.channel, let place = self.rows.index(forKey: name) else { return }
        self.rows.values[place].record(
            event, isUnbound: batch.areUnbound[index], at: batch.events[index].time)
        if let finding = batch.finding(at: index) { self.rows.values[place].record(finding) }
    }

    package mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .subscriptionChanged(let name, let state):
            self.changed(name, to: state, at: event.time)
        case .subscriptionStuck(let name, _):
            self.rows[name]?.isStuck = true
        case .membersReplaced(let name, let members, _):
            self.rows[name]?.population = members.count
        case .memberAdded(let name, _):
            self.changePopulation(of: name, by: 1)
        case .memberRemoved(let name, _):
            self.changePopulation(of: name, by: -1)
        case .subscriptionCount(let name, let count):
            if !name.kind.hasMembers { self.rows[name]?.population = count }
        case .bindingChanged(let binding): self.bindings.insert(binding.id)
        case .bindingRemoved(let id): self.bindings.remove(id)
        default:
            break
        }
    }

    private mutating func changed(
        _ name: ChannelName, to state: SubscriptionState, at time: Timestamp
    ) {
        if self.known.count < Self.knownLimit { self.known.append(name) }
        guard state != .unsubscribed else {
            self.marked.remove(name)
            if self.rows.removeValue(forKey: name) != nil {
                self.generation &+= 1
                self.colors.remove(name.text)
            }
            return
        }
        if self.rows[name] == nil {
            self.rows[name] = Row(name: name, state: state, since: time)
            self.colors.add(name.text)
            self.nameWidth = max(
                self.nameWidth, SafeText(sanitizing: name.text, limit: 800).width)
            self.generation &+= 1
        } else {
            self.rows[name]?.state = state
            self.rows[name]?.since = time
            self.rows[name]?.isStuck = false
        }
        if state == .subscribed { self.rows[name]?.subscribed() }
    }

    private mutating func changePopulation(of name: ChannelName, by change: Int) {
        guard let population = self.rows[name]?.population else { return }
        self.rows[name]?.population = max(population &+ change, 0)
    }

    // MARK: Selecting

    mutating func move(_ movement: Movement, height: Int) {
        self.cursor.move(movement, height: height)
    }

    /// Selects a channel in the list, and scrolls to it.
    mutating func select(_ name: ChannelName) {
        guard let index = self.cursor.order.firstIndex(of: name) else { return }
        self.cursor.select(index, height: self.cursor.order.count)
    }

    /// Selects the channel on a row of the screen, and returns whether it was selected before.
    mutating func click(row y: Int, height: Int) -> Bool? {
        self.cursor.select(line: y, height: height)
    }

    /// Marks or unmarks the selected channel, and moves to the next one.
    mutating func toggleMark(height: Int) {
        guard let name = self.selected else { return }
        if self.marked.remove(name) == nil { self.marked.insert(name) }
        self.move(.rows(1), height: height)
    }

    /// Removes all marks.
    /// - Returns: the channels that were marked.
    mutating func clearMarks() -> Set<ChannelName> {
        defer { self.marked = [] }
        return self.marked
    }

    /// Marks channels again, if they are still listed.
    mutating func restoreMarks(_ names: Set<ChannelName>) {
        self.marked.formUnion(names.filter { self.rows[$0] != nil })
    }

    /// The channels that a command applies to: the marked ones in the order of the list, or the
    /// selected one.
    var targets: [Row] {
        guard !self.marked.isEmpty else { return self.selectedRow.map { [$0] } ?? [] }
        return self.cursor.order.filter(self.marked.contains).compactMap { self.rows[$0] }
    }
}

// MARK: Sorting

extension ChannelsPane {
    /// Sorts the channels. Orders that change all the time are updated at most once a second, to
    /// stay readable.
    mutating func arrange(by order: ChannelOrder, second: Int64) {
        let isLate = order.isRestless && self.arrangedIn != second
        let hasChanged = self.generation != self.arrangedGeneration
        guard hasChanged || order != self.order || isLate else { return }
        self.arrangedGeneration = self.generation
        self.order = order
        self.arrangedIn = second
        self.cursor.arrange(self.names(by: order, second: second))
        if self.selected == nil { self.cursor.select(0, height: 1) }
    }

    private func names(by order: ChannelOrder, second: Int64) -> [ChannelName] {
        switch order {
        case .added: Array(self.rows.keys)
        case .name: self.rows.keys.sorted()
        case .kind:
            self.rows.keys.sorted { left, right in
                let ranks = (left.kind.rank, right.kind.rank)
                return ranks.0 == ranks.1 ? left < right : ranks.0 < ranks.1
            }
        // Exactly as displayed, so that equal-looking values keep their order.
        case .rate: self.names { Int64(($0.rate.perSecond(at: second) * 10).rounded()) }
        case .last: self.names { $0.lastEvent?.second ?? .min }
        }
    }

    /// The channels by a number, highest first; equal ones in the order of subscription.
    private func names(descending figure: (Row) -> Int64) -> [ChannelName] {
        let rows = self.rows.values.enumerated().map { place, row in
            (figure: figure(row), place: place, name: row.name)
        }
        return rows.sorted {
            $0.figure == $1.figure ? $0.place < $1.place : $0.figure > $1.figure
        }.map(\.name)
    }
}

extension ChannelOrder {
    /// Whether the order changes with the events.
    fileprivate var isRestless: Bool { self == .rate || self == .last }
}

extension ChannelKind {
    /// The position among the kinds.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
