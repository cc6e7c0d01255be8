package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol
package import OrderedCollections

package struct ChannelsPane: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        let name: ChannelName
        package var state: SubscriptionState
        /// Empty before the first event, because most of many channels are silent.
        private var activity: [Activity] = []
        /// Members or subscribed connections, if the server reports them.
        var population: Int?
        package var since: ChannelsTimestamp
        var isStuck = false

        fileprivate init(name: ChannelName, state: SubscriptionState, since: ChannelsTimestamp) {
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
        var unbound: Int { self.activity.first?.unbound ?? 0 }
        var repeats: Int { self.activity.first?.repeats ?? 0 }
        /// On the subscription before the current one.
        var receivedBefore: Int { self.activity.first?.receivedBefore ?? 0 }

        fileprivate mutating func record(
            _ event: ChannelsEvent, isUnbound: Bool, at time: ChannelsTimestamp
        ) {
            if self.activity.isEmpty { self.activity = [Activity()] }
            self.activity[0].rate.record(second: time.second)
            self.activity[0].counts.record(event, at: time)
            if isUnbound { self.activity[0].unbound &+= 1 }
        }

        fileprivate mutating func record(_ finding: RepeatFinding) {
            guard !self.activity.isEmpty else { return }
            switch finding {
            case .again: self.activity[0].repeats &+= 1
            case .withdrawn(let numbers):
                self.activity[0].repeats = max(self.activity[0].repeats - numbers.count, 0)
            }
        }

        fileprivate mutating func subscribed() {
            guard !self.activity.isEmpty else { return }
            let total = self.rate.total
            self.activity[0].receivedBefore = total - self.activity[0].totalBefore
            self.activity[0].totalBefore = total
        }

        package var lastEvent: ChannelsTimestamp? { self.counts.last }
    }

    func subscribedCount(isConnected: Bool) -> Int {
        isConnected ? self.rows.values.count { $0.state == .subscribed } : 0
    }

    var failures: [SubscriptionFailure] {
        self.refused.compactMap {
            if case .failed(let failure)? = self.rows[$0]?.state { failure } else { nil }
        }
    }

    /// In the order of subscription.
    package private(set) var rows: OrderedDictionary<ChannelName, Row> = [:]
    package private(set) var marked: Set<ChannelName> = []
    private(set) var cursor = ListCursor<ChannelTree.Item>()
    private(set) var tree = ChannelTree()
    /// All channels in their order, whether their branch is folded or not.
    private var sorted: [ChannelName] = []
    /// Remembered for branches that are gone.
    private(set) var unfolded: Set<ChannelName> = []
    private(set) var needle: Needle?
    private var mostFlat = Int.max
    /// In tenths of an event per second, while they are the order.
    private var rates: [ChannelName: Int64] = [:]
    package private(set) var known: OrderedSet<ChannelName> = []
    private(set) var order = ChannelOrder.added
    /// Used by all other panes too.
    package private(set) var colors = IdentityColors()
    private(set) var nameWidth = 0
    private var bindings: Set<BindingID> = []
    var hasBindings: Bool { !self.bindings.isEmpty }
    /// Refused and not retried since, in the order of the refusals.
    private(set) var refused: OrderedSet<ChannelName> = []
    /// Of the newest event of any channel.
    private(set) var lastEvent: ChannelsTimestamp?
    private(set) var generation = 0
    private var arrangedGeneration = 0
    private var arrangedIn: Int64?

    private static let knownLimit = 500

    init(known: [String], unfolded: [String] = []) {
        self.known = OrderedSet(known.map { ChannelName(wire: $0) })
        self.unfolded = Set(unfolded.map { ChannelName(wire: $0) })
    }

    package var selected: ChannelName? {
        if case .channel(let name)? = self.cursor.selected { name } else { nil }
    }

    var rosters: [ChannelName] { self.sorted.filter(\.kind.hasMembers) }

    package var roster: ChannelName? {
        if let selected = self.selected, selected.kind.hasMembers { return selected }
        return self.sorted.first { $0.kind.hasMembers }
    }

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
        self.lastEvent = batch.events[index].time
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
        _ name: ChannelName, to state: SubscriptionState, at time: ChannelsTimestamp
    ) {
        if self.known.count < Self.knownLimit { self.known.append(name) }
        if case .failed = state { self.refused.append(name) } else { self.refused.remove(name) }
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

    /// Unfolds the branches around it.
    mutating func select(_ name: ChannelName) {
        while !self.tree.order.contains(.channel(name)), let branch = self.tree.branch(of: name),
            self.unfolded.insert(branch).inserted
        {
            self.buildTree()
        }
        self.select(.channel(name))
    }

    private mutating func select(_ item: ChannelTree.Item) {
        guard let index = self.cursor.order.firstIndex(of: item) else { return }
        self.cursor.select(index, height: self.cursor.order.count)
    }

    mutating func setFolded(_ isFolded: Bool, _ branch: ChannelName) {
        if isFolded { self.unfolded.remove(branch) } else { self.unfolded.insert(branch) }
        self.buildTree()
        self.select(.branch(branch))
    }

    mutating func setSearch(_ text: String) {
        self.needle = text.isEmpty ? nil : Needle(text)
        self.buildTree()
    }

    /// What matches a search is not folded.
    private mutating func buildTree() {
        let selected = self.selected
        if let needle = self.needle {
            self.tree = ChannelTree(flat: self.sorted.filter { needle.occurs(in: $0.text) })
        } else if self.sorted.count > self.mostFlat {
            self.tree = ChannelTree(
                self.sorted, unfolded: self.unfolded,
                weights: self.order == .rate ? self.rates : nil)
        } else {
            self.tree = ChannelTree(flat: self.sorted)
        }
        self.cursor.arrange(self.tree.order)
        if let selected, self.selected != selected, let branch = self.tree.branch(of: selected) {
            self.select(.branch(branch))
        }
        if self.cursor.selected == nil { self.cursor.select(0, height: 1) }
    }

    mutating func click(row y: Int, height: Int) -> Bool? {
        self.cursor.select(line: y, height: height)
    }

    mutating func toggleMark(height: Int) {
        if let name = self.selected {
            if self.marked.remove(name) == nil { self.marked.insert(name) }
        } else if let names = self.selectedBranch.flatMap({ self.tree.branches[$0] }) {
            let isMarked = self.marked.isSuperset(of: names)
            if isMarked { self.marked.subtract(names) } else { self.marked.formUnion(names) }
        }
        self.move(.rows(1), height: height)
    }

    mutating func clearMarks() -> Set<ChannelName> {
        defer { self.marked = [] }
        return self.marked
    }

    mutating func restoreMarks(_ names: Set<ChannelName>) {
        self.marked.formUnion(names.filter { self.rows[$0] != nil })
    }

    /// The marked channels in the order of the list, or else the selected one, or those of the
    /// selected branch.
    var targets: [Row] {
        guard !self.marked.isEmpty else {
            let branch = self.selectedBranch.flatMap { self.tree.branches[$0] } ?? []
            return self.selectedRow.map { [$0] } ?? branch.compactMap { self.rows[$0] }
        }
        return self.sorted.filter(self.marked.contains).compactMap { self.rows[$0] }
    }
}

// MARK: Sorting

extension ChannelsPane {
    /// Orders that change all the time are updated at most once a second, to stay readable.
    /// - Parameter mostFlat: how many channels are shown without branches.
    mutating func arrange(by order: ChannelOrder, second: Int64, mostFlat: Int = .max) {
        let isLate = order.isRestless && self.arrangedIn != second
        let hasChanged = self.generation != self.arrangedGeneration
        guard hasChanged || order != self.order || isLate || mostFlat != self.mostFlat else {
            return
        }
        self.mostFlat = mostFlat
        self.arrangedGeneration = self.generation
        self.order = order
        self.arrangedIn = second
        self.rates =
            order == .rate
            ? Dictionary(
                uniqueKeysWithValues: self.rows.map { ($0, Self.tenths($1, second)) }) : [:]
        self.sorted = self.names(by: order, second: second)
        self.buildTree()
    }

    /// Exactly as displayed, so that equal-looking values keep their order.
    private static func tenths(_ row: Row, _ second: Int64) -> Int64 {
        Int64((row.rate.perSecond(at: second) * 10).rounded())
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
        case .rate: self.names { Self.tenths($0, second) }
        case .last: self.names { $0.lastEvent?.second ?? .min }
        }
    }

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
    fileprivate var isRestless: Bool { self == .rate || self == .last }
}

extension ChannelKind {
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
