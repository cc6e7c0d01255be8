import ChannelsProtocol
import OrderedCollections
import TextScreen

/// The channels that are wanted, as the client reports them.
struct ChannelsPane: Hashable, Sendable {
    /// One channel.
    struct Row: Hashable, Sendable {
        let name: ChannelName
        var state: SubscriptionState
        var rate = RateCounter()
        /// Members, or subscribed connections, when the server tells them.
        var population: Int?
        /// When it got into its state.
        var since: Timestamp
        /// Whether the answer that it waits for takes longer than usual.
        var isStuck = false
    }

    private(set) var rows: OrderedDictionary<ChannelName, Row> = [:]
    private(set) var selected: ChannelName?
    private var scroll = ListScroll()
    /// Channels that were ever seen, for completion.
    private(set) var known: OrderedSet<ChannelName> = []

    /// How many names are remembered for completion.
    private static let knownLimit = 500

    init(known: [String]) {
        self.known = OrderedSet(known.map { ChannelName(wire: $0) })
    }

    /// The selected channel.
    var selectedRow: Row? { self.selected.flatMap { self.rows[$0] } }

    mutating func handle(_ event: ClientEvent) {
        switch event.kind {
        case .received(let received):
            guard let name = received.channel, let index = self.rows.index(forKey: name) else {
                return
            }
            self.rows.values[index].rate.record(second: event.time.second)
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
        default:
            break
        }
    }

    private mutating func changed(
        _ name: ChannelName, to state: SubscriptionState, at time: Timestamp
    ) {
        if self.known.count < Self.knownLimit { self.known.append(name) }
        guard state != .unsubscribed else {
            self.remove(name)
            return
        }
        if self.rows[name] == nil {
            self.rows[name] = Row(name: name, state: state, since: time)
        } else {
            self.rows[name]?.state = state
            self.rows[name]?.since = time
            self.rows[name]?.isStuck = false
        }
        self.selected = self.selected ?? name
    }

    private mutating func remove(_ name: ChannelName) {
        guard let index = self.rows.index(forKey: name) else { return }
        self.rows.remove(at: index)
        guard self.selected == name else { return }
        let neighbour = min(index, self.rows.count - 1)
        self.selected = neighbour < 0 ? nil : self.rows.keys[neighbour]
    }

    private mutating func changePopulation(of name: ChannelName, by change: Int) {
        guard let population = self.rows[name]?.population else { return }
        self.rows[name]?.population = max(population &+ change, 0)
    }

    private var selectedIndex: Int {
        self.selected.flatMap { self.rows.index(forKey: $0) } ?? 0
    }

    mutating func move(_ movement: Movement, height: Int) {
        guard !self.rows.isEmpty else { return }
        let target = movement.target(
            from: self.selectedIndex, count: self.rows.count, height: height)
        self.selected = self.rows.keys[target]
        self.scroll.settle(
            selected: target, count: self.rows.count, height: Self.listHeight(of: height))
    }

    /// The rows that channels may take; the last one may be needed to say how many more there are.
    private static func listHeight(of height: Int) -> Int { max(height - 1, 1) }
}

// MARK: - Drawing

extension ChannelsPane {
    /// Where the columns of a row begin, counted from the end where they stand at the right.
    ///
    /// ```
    /// ▸● prs presence-lobby           0.4 ▁▁▅▁▁▂   18
    /// ```
    private struct Columns {
        let name = 7
        let hasState: Bool
        let populationEnd: Int
        let graph: Int
        let rateEnd: Int
        let stateStart: Int
        let nameEnd: Int

        static let graphWidth = 6
        static let populationWidth = 5
        static let stateWidth = 12

        init(width: Int) {
            self.populationEnd = width - 1
            self.graph = self.populationEnd - Self.populationWidth - Self.graphWidth
            self.rateEnd = self.graph - 1
            self.hasState = width >= 56
            self.stateStart = self.rateEnd - 5 - Self.stateWidth
            self.nameEnd = self.hasState ? self.stateStart - 1 : self.rateEnd - 6
        }
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, isConnected: Bool) {
        var facts = StyledLine("\(self.rows.count)", .muted)
        if !isConnected && !self.rows.isEmpty {
            facts.append("  waiting for a connection", .muted)
        }
        let content = canvas.drawTitle(frame, facts: facts)
        if !self.rows.isEmpty {
            let columns = Columns(width: canvas.width)
            canvas.putHeading(" /s ", endX: columns.rateEnd + 1, frame)
            canvas.putHeading(" n ", endX: columns.populationEnd + 1, frame)
        }
        canvas.draw(in: content) { self.drawRows(on: &$0, frame, isConnected: isConnected) }
    }

    private func drawRows(on canvas: inout Canvas, _ frame: PaneFrame, isConnected: Bool) {
        guard !self.rows.isEmpty else {
            canvas.drawEmpty(["No channels.", "s subscribes to some."], in: canvas.bounds)
            return
        }
        let count = self.rows.count
        let columns = Columns(width: canvas.width)
        let isCut = count > canvas.height
        let height = isCut ? Self.listHeight(of: canvas.height) : canvas.height
        let top = self.scroll.top(selected: self.selectedIndex, count: count, height: height)
        for y in 0..<height where top + y < count {
            let row = self.rows.values[top + y]
            self.draw(row, columns, y: y, on: &canvas, frame, isConnected: isConnected)
            if row.name == self.selected { canvas.markSelection(y: y, frame) }
        }
        if isCut { canvas.drawMore(count - top - height, y: height) }
    }

    private func draw(
        _ row: Row, _ columns: Columns, y: Int, on canvas: inout Canvas, _ frame: PaneFrame,
        isConnected: Bool
    ) {
        let (glyph, role) = Self.mark(row, canvas.glyphs.marks, isConnected: isConnected)
        canvas.put(glyph: glyph, x: 1, y: y, role: role)
        canvas.put(
            SafeText(ours: row.name.kind.abbreviation), x: 3, y: y, role: row.name.kind.role)
        let name = SafeText(sanitizing: row.name.text, limit: 800)
        let nameRoom = max(columns.nameEnd - columns.name, 0)
        guard row.state == .subscribed else {
            self.drawPending(row, name, columns, y: y, on: &canvas, role: role)
            return
        }
        canvas.put(name, x: columns.name, y: y, maxWidth: nameRoom)
        if columns.hasState {
            let word: SafeText = isConnected ? "subscribed" : "waiting"
            canvas.put(word, x: columns.stateStart, y: y, role: .muted)
        }
        let rate = Figures.rate(row.rate.perSecond(at: frame.second))
        canvas.put(SafeText(ours: rate), endX: columns.rateEnd, y: y)
        let history = row.rate.history(Columns.graphWidth, before: frame.second)
        canvas.drawGraph(history, x: columns.graph, y: y)
        // Without a connection nobody knows who is still there.
        let population = row.population.map { Figures.count($0) + (isConnected ? "" : "?") } ?? "-"
        canvas.put(
            SafeText(ours: population), endX: columns.populationEnd, y: y,
            role: row.population == nil ? .muted : .text)
    }

    /// A channel that gives no events needs its room to say why.
    private func drawPending(
        _ row: Row, _ name: SafeText, _ columns: Columns, y: Int, on canvas: inout Canvas,
        role: Role
    ) {
        let reason = SafeText(sanitizing: row.words, limit: 400)
        let end = canvas.width - 1
        // Without a column for states it stands at the right, and leaves the name what it can.
        let atRight = max(end - reason.width, columns.name + min(name.width, 20) + 2)
        let start = columns.hasState ? columns.stateStart : atRight
        canvas.put(name, x: columns.name, y: y, maxWidth: max(start - 1 - columns.name, 0))
        canvas.put(reason, x: start, y: y, maxWidth: max(end - start, 0), role: role)
    }

    private static func mark(
        _ row: Row, _ marks: GlyphSet.Marks, isConnected: Bool
    ) -> (Unicode.Scalar, Role) {
        if row.isStuck { return (marks.warning, .flashWarn) }
        return switch row.state {
        case .subscribed where isConnected: (marks.subscribed, .stateConnected)
        case .subscribed: (marks.pending, .memberStale)
        case .requested, .authorizing, .subscribing, .unsubscribing, .unsubscribed:
            (marks.pending, .muted)
        case .failed: (marks.refused, .channelFailed)
        }
    }
}
