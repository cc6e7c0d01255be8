import BuoyTextScreen
import ChannelsProtocol

struct PaneTable: Hashable, Sendable {
    /// Makes panes of different types comparable.
    private struct Box: Hashable, Sendable {
        var pane: any Pane

        static func == (one: Self, other: Self) -> Bool { one.pane.equals(other.pane) }

        func hash(into hasher: inout Hasher) { self.pane.hash(into: &hasher) }
    }

    let catalog: Catalog
    private var boxes: [Box]
    private var register = BindingRegister()
    private var repeats = RepeatFinder()

    init(core: [any Pane], _ facts: FeatureFacts, _ catalog: Catalog) {
        self.catalog = catalog
        let panes = core + catalog.featurePanes(facts)
        self.boxes = catalog.rows.compactMap { row in
            panes.first { type(of: $0).profile.id == row.id }.map(Box.init)
        }
    }

    static let core: [any Pane.Type] = [
        ChannelsPane.self, MembersPane.self, EventLogPane.self, BindingsPane.self, Inspector.self,
        ConnectionDetailsPane.self,
    ]
}

// MARK: Single panes

extension PaneTable {
    subscript(id: PaneID) -> (any Pane)? { self.slot(of: id).map { self.boxes[$0].pane } }

    subscript<P: Pane>(type: P.Type) -> P? {
        get { self.slot(of: P.profile.id).flatMap { self.boxes[$0].pane as? P } }
        _modify {
            let slot = self.slot(of: P.profile.id)
            var pane: P? = self.take(slot)
            defer { self.put(pane, slot) }
            yield &pane
        }
    }

    private subscript<P: Pane>(else none: @autoclosure () -> P) -> P {
        get { self[P.self] ?? none() }
        _modify {
            let slot = self.slot(of: P.profile.id)
            var pane = self.take(slot) ?? none()
            defer { self.put(pane, slot) }
            yield &pane
        }
    }

    var channels: ChannelsPane {
        get { self[else: ChannelsPane(known: [])] }
        _modify { yield &self[else: ChannelsPane(known: [])] }
    }
    var members: MembersPane {
        get { self[else: MembersPane()] }
        _modify { yield &self[else: MembersPane()] }
    }
    var events: EventLogPane {
        get { self[else: EventLogPane(limit: 1, byteLimit: 1)] }
        _modify { yield &self[else: EventLogPane(limit: 1, byteLimit: 1)] }
    }
    var bindings: BindingsPane {
        get { self[else: BindingsPane()] }
        _modify { yield &self[else: BindingsPane()] }
    }
    var inspector: Inspector {
        get { self[else: Inspector()] }
        _modify { yield &self[else: Inspector()] }
    }
    var details: ConnectionDetailsPane {
        get { self[else: ConnectionDetailsPane(clientEventLimit: nil)] }
        _modify { yield &self[else: ConnectionDetailsPane(clientEventLimit: nil)] }
    }

    private func slot(of id: PaneID) -> Int? { self.catalog.rows.firstIndex { $0.id == id } }

    /// Takes a pane out of its box, so that what it contains is changed in place and not copied.
    private mutating func take<P: Pane>(_ slot: Int?) -> P? {
        guard let slot, let pane = self.boxes[slot].pane as? P else { return nil }
        self.boxes[slot].pane = Absent()
        return pane
    }

    private mutating func put(_ pane: (some Pane)?, _ slot: Int?) {
        if let pane, let slot { self.boxes[slot].pane = pane }
    }
}

/// Takes the place of a pane in its box while the pane is being changed.
private struct Absent: Pane {
    static let profile = PaneProfile(.channels, .alone)
    static let hints: [CommandName] = []

    func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext) {}

    func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool? { nil }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {}

    func selection(_ context: PaneContext) -> PaneSelection? { nil }

    func inspectReason(_ context: PaneContext) -> String? { nil }
}

// MARK: Every pane

extension PaneTable {
    mutating func fold(_ events: [ClientReport]) -> ReportBatch {
        let batch = self.register.batch(of: events, &self.repeats)
        for slot in self.boxes.indices { self.boxes[slot].pane.fold(batch) }
        return batch
    }

    /// Passes a report of a service to the panes that handle them.
    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        self.changeAll((any ServicePane).self) { $0.handle(report, context) }
    }

    /// - Parameter isShown: whether a pane is on the screen; `nil` after reports of the client,
    ///   where this does not matter.
    mutating func requests(_ context: PaneContext, isShown: ((PaneID) -> Bool)?) -> [Effect] {
        var effects: [Effect] = []
        for (slot, row) in self.catalog.rows.enumerated() {
            switch row.type.asks {
            case .nothing: continue
            case .whenUsed where isShown == nil: continue
            case .whenUsed, .afterReports:
                effects += self.boxes[slot].pane.requests(
                    context, isShown: isShown?(row.id) ?? false)
            }
        }
        return effects
    }

    var isWaiting: Bool { self.all((any WaitingPane).self).contains(where: \.isWaiting) }

    mutating func failed(_ effect: Effect) {
        self.changeAll((any FailurePane).self) { $0.failed(effect) }
    }

    mutating func resume(_ before: PaneTable) {
        for slot in self.boxes.indices {
            let earlier = before.boxes[slot].pane
            self.change(slot, as: (any ResumablePane).self) { $0.resume(from: earlier) }
        }
    }

    mutating func arrange(_ context: PaneContext) {
        for slot in self.boxes.indices { self.boxes[slot].pane.arrange(context) }
    }

    /// What the lists could use of the screen.
    func contents(_ context: PaneContext) -> [PaneID: PaneContents] {
        var contents: [PaneID: PaneContents] = [:]
        for pane in self.all((any ListPane).self) {
            contents[type(of: pane).profile.id] = pane.contents(context)
        }
        return contents
    }

    /// A pane that lists channels to subscribe to; `nil` if none can.
    var paneWithChannels: PaneID? {
        self.all((any ChannelNamingPane).self).first(where: \.listsChannels)
            .map { type(of: $0).profile.id }
    }

    var knownChannels: [ChannelName] {
        self.all((any ChannelNamingPane).self).flatMap(\.knownChannels)
    }

    func isRoutine(_ event: ClientReport) -> Bool {
        self.all((any RoutinePane).self).contains { $0.isRoutine(event) }
    }

    var box: ResultBox? { self.all((any BoxPane).self).lazy.compactMap(\.box).first }

    var peer: ShownPeer? { self.all((any PeerPane).self).lazy.compactMap(\.peer).first }

    mutating func takeFindings() -> [PaneFinding] {
        var findings: [PaneFinding] = []
        self.changeAll((any FindingPane).self) { findings += $0.takeFindings() }
        return findings
    }
}

// MARK: The panes with an ability

extension PaneTable {
    private func all<Ability>(_ ability: Ability.Type) -> [Ability] {
        self.boxes.compactMap { $0.pane as? Ability }
    }

    private mutating func changeAll<Ability>(
        _ ability: Ability.Type, _ body: (inout Ability) -> Void
    ) {
        for slot in self.boxes.indices { self.change(slot, as: ability, body) }
    }

    /// Changes a pane with an ability in place.
    /// - Returns: `nil` if it does not have it.
    @discardableResult
    private mutating func change<Ability, Result>(
        _ slot: Int, as ability: Ability.Type, _ body: (inout Ability) -> Result
    ) -> Result? {
        guard var pane = self.boxes[slot].pane as? Ability else { return nil }
        self.boxes[slot].pane = Absent()
        defer { if let pane = pane as? any Pane { self.boxes[slot].pane = pane } }
        return body(&pane)
    }
}

// MARK: The pane with an id

extension PaneTable {
    /// In place; `nil` if there is no such pane.
    private mutating func change<Result>(
        _ id: PaneID, _ body: (inout any Pane) -> Result
    ) -> Result? {
        self.slot(of: id).map { body(&self.boxes[$0].pane) }
    }

    private mutating func change<Ability, Result>(
        _ id: PaneID, as ability: Ability.Type, _ body: (inout Ability) -> Result
    ) -> Result? {
        self.slot(of: id).flatMap { self.change($0, as: ability, body) }
    }

    mutating func narrow(_ id: PaneID, to text: String) -> PaneSearch.Miss? {
        self.change(id, as: (any SearchablePane).self) { $0.narrow(to: text) } ?? nil
    }

    mutating func move(
        _ movement: Movement, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) {
        self.change(id) { $0.move(movement, place, context) }
    }

    mutating func moveSideways(
        _ step: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) -> Bool {
        self.change(id, as: (any SidewaysPane).self) {
            $0.moveSideways(step, place, context)
        } ?? false
    }

    mutating func scroll(
        rows: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) {
        let isScrolled: Void? = self.change(id, as: (any FollowingPane).self) {
            $0.scroll(rows: rows, place, context)
        }
        if isScrolled == nil { self.move(.rows(rows), in: id, place, context) }
    }

    mutating func click(
        at row: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) -> Bool? {
        self.change(id) { $0.click(row: row, place, context) } ?? nil
    }

    mutating func hold(_ id: PaneID, _ place: PanePlace) {
        _ = self.change(id, as: (any FollowingPane).self) { $0.hold(place) }
    }
}

extension ResumablePane {
    fileprivate mutating func resume(from before: any Pane) {
        if let before = before as? Self { self.resume(before) }
    }
}

extension Pane {
    fileprivate mutating func fold(_ batch: ReportBatch) {
        var reports = batch.reports[...]
        for index in batch.events.indices {
            if reports.first == index {
                reports.removeFirst()
                self.handle(batch.events[index])
            } else {
                self.received(index, of: batch)
            }
        }
    }
}

extension DashboardState {
    package subscript<P: Pane>(type: P.Type) -> P? {
        get { self.panes[type] }
        _modify { yield &self.panes[type] }
    }
}
