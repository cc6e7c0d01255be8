import BuoyTextScreen
import ChannelsProtocol

/// All panes: those of the core by name, those of features by their types. A new pane of the core
/// needs a property and a row here.
struct PaneTable: Hashable, Sendable {
    var channels: ChannelsPane
    var members = MembersPane()
    var events: EventLogPane
    var bindings = BindingsPane()
    var inspector = Inspector()
    var details: ConnectionDetailsPane
    /// The panes of features.
    var features: FeaturePanes

    /// What the dashboard is put together from.
    let catalog: Catalog

    /// All bindings, for checking whether an event matches one.
    private var register = BindingRegister()
    /// Finds deliveries that come again.
    private var repeats = RepeatFinder()

    /// The panes of the core.
    static let coreRows: [PaneRow] = [
        PaneRow(\.channels), PaneRow(\.members), PaneRow(\.events), PaneRow(\.bindings),
        PaneRow(\.inspector), PaneRow(\.details),
    ]

    init(
        channels: ChannelsPane, events: EventLogPane,
        details: ConnectionDetailsPane, features: FeaturePanes,
        catalog: Catalog
    ) {
        self.catalog = catalog
        self.features = features
        self.channels = channels
        self.events = events
        self.details = details
    }
}

/// A row of the table: access to one pane.
struct PaneRow: Sendable {
    typealias Path<P> = any WritableKeyPath<PaneTable, P> & Sendable

    let profile: PaneProfile
    private(set) var hints: [CommandName]
    let inspectedPane: PaneID
    let orders: [String]
    let search: PaneSearch?
    /// Reads the pane.
    let read: @Sendable (PaneTable) -> any Pane

    /// Passes reports of the client on; `nil` for a pane that hears none.
    fileprivate let fold: (@Sendable (inout PaneTable, ReportBatch) -> Void)?
    fileprivate let arrange: @Sendable (inout PaneTable, PaneContext) -> Void
    fileprivate let handle: @Sendable (inout PaneTable, ServiceReport, PaneContext) -> Void
    fileprivate let asks: PaneRequests
    fileprivate let requests: @Sendable (inout PaneTable, PaneContext, Bool) -> [Effect]
    fileprivate let move: @Sendable (inout PaneTable, Movement, PanePlace, PaneContext) -> Void
    fileprivate let moveSideways: @Sendable (inout PaneTable, Int, PanePlace, PaneContext) -> Bool
    fileprivate let scroll: @Sendable (inout PaneTable, Int, PanePlace, PaneContext) -> Void
    fileprivate let click: @Sendable (inout PaneTable, Int, PanePlace, PaneContext) -> Bool?
    fileprivate let hold: @Sendable (inout PaneTable, PanePlace) -> Void
    fileprivate let narrow: @Sendable (inout PaneTable, String) -> PaneSearch.Miss?
    fileprivate let failed: @Sendable (inout PaneTable, Effect) -> Void
    fileprivate let resume: @Sendable (inout PaneTable, PaneTable) -> Void
    let changeOrder: @Sendable (inout DashboardSettings, String?) -> String?

    var id: PaneID { self.profile.id }
    var hasOrders: Bool { !self.orders.isEmpty }

    init<P: Pane>(_ path: Path<P>) {
        self.profile = P.profile
        self.hints = P.hints
        self.search = P.search
        self.asks = P.asks
        self.inspectedPane = P.inspectedPane
        self.orders = P.orders
        self.read = { $0[keyPath: path] }
        self.fold = Self.hearing(P.self) { $0[keyPath: path].fold($1) }
        self.arrange = { $0[keyPath: path].arrange($1) }
        self.handle = { $0[keyPath: path].handle($1, $2) }
        self.requests = { $0[keyPath: path].requests($1, isShown: $2) }
        self.move = { $0[keyPath: path].move($1, $2, $3) }
        self.moveSideways = { $0[keyPath: path].moveSideways($1, $2, $3) }
        self.scroll = { $0[keyPath: path].scroll(rows: $1, $2, $3) }
        self.click = { $0[keyPath: path].click(row: $1, $2, $3) }
        self.hold = { $0[keyPath: path].hold($1) }
        self.narrow = { $0[keyPath: path].narrow(to: $1) }
        self.failed = { $0[keyPath: path].failed($1) }
        self.resume = { $0[keyPath: path].resume($1[keyPath: path]) }
        self.changeOrder = { P.changeOrder(&$0, to: $1) }
    }

    private typealias Fold = @Sendable (inout PaneTable, ReportBatch) -> Void

    private static func hearing<P: Pane>(_ type: P.Type, _ fold: @escaping Fold) -> Fold? {
        P.hears == .nothing ? nil : fold
    }

    /// The row of a pane that the dashboard does not know.
    init<P: Pane>(feature pane: P, slot: Int) {
        self.profile = P.profile
        self.hints = P.hints
        self.search = P.search
        self.asks = P.asks
        self.inspectedPane = P.inspectedPane
        self.orders = P.orders
        self.read = { $0.features[slot: slot] }
        self.fold = Self.hearing(P.self) { $0.features[slot: slot].fold($1) }
        self.arrange = { $0.features[slot: slot].arrange($1) }
        self.handle = { $0.features[slot: slot].handle($1, $2) }
        self.requests = { $0.features[slot: slot].requests($1, isShown: $2) }
        self.move = { $0.features[slot: slot].move($1, $2, $3) }
        self.moveSideways = { $0.features[slot: slot].moveSideways($1, $2, $3) }
        self.scroll = { $0.features[slot: slot].scroll(rows: $1, $2, $3) }
        self.click = { $0.features[slot: slot].click(row: $1, $2, $3) }
        self.hold = { $0.features[slot: slot].hold($1) }
        self.narrow = { $0.features[slot: slot].narrow(to: $1) }
        self.failed = { $0.features[slot: slot].failed($1) }
        self.resume = { $0.features[slot: slot].resume(from: $1.features[slot: slot]) }
        self.changeOrder = { P.changeOrder(&$0, to: $1) }
    }
}

extension PaneRow {
    /// The same with hints of features.
    func adding(_ added: [AddedHint]) -> PaneRow {
        var row = self
        for hint in added where hint.pane == self.id {
            let index = hint.next.flatMap { row.hints.firstIndex(of: $0) }
            row.hints.insert(hint.command, at: index ?? row.hints.endIndex)
        }
        return row
    }
}

extension Pane {
    fileprivate mutating func resume(from before: any Pane) {
        if let before = before as? Self { self.resume(before) }
    }

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

// MARK: Reports

extension PaneTable {
    /// The pane with this id.
    subscript(id: PaneID) -> (any Pane)? { self.catalog.row(id)?.read(self) }

    /// Passes reports of the client to every pane.
    mutating func fold(_ events: [ClientReport]) -> ReportBatch {
        let batch = self.register.batch(of: events, &self.repeats)
        for row in self.catalog.rows { row.fold?(&self, batch) }
        return batch
    }

    /// Passes a report of a service to every pane.
    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        for row in self.catalog.rows { row.handle(&self, report, context) }
    }

    /// What the panes request now.
    ///
    /// - Parameter isShown: whether a pane has rows on the screen; `nil` after reports of the
    ///   client, where it is of no interest.
    mutating func requests(_ context: PaneContext, isShown: ((PaneID) -> Bool)?) -> [Effect] {
        var effects: [Effect] = []
        for row in self.catalog.rows {
            switch row.asks {
            case .nothing: continue
            case .whenUsed where isShown == nil: continue
            case .whenUsed, .afterReports:
                effects += row.requests(&self, context, isShown?(row.id) ?? false)
            }
        }
        return effects
    }

    /// What the panes wait for in less than a second.
    func waits(at now: Timestamp, focus: PaneID) -> [PaneWait] {
        self.catalog.rows.compactMap { row in
            row.read(self).wait(at: now, isFocused: row.id == focus)
        }
    }

    /// Shows only the rows of a pane that contain a string.
    mutating func narrow(_ id: PaneID, to text: String) -> PaneSearch.Miss? {
        self.catalog.row(id)?.narrow(&self, text)
    }

    /// Tells every pane that an effect has failed.
    mutating func failed(_ effect: Effect) {
        for row in self.catalog.rows { row.failed(&self, effect) }
    }

    /// Takes over what stays after a jump in a recording.
    mutating func resume(_ before: PaneTable) {
        for row in self.catalog.rows { row.resume(&self, before) }
    }

    /// Lets every pane sort its rows.
    mutating func arrange(_ context: PaneContext) {
        for row in self.catalog.rows { row.arrange(&self, context) }
    }

    mutating func move(
        _ movement: Movement, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) {
        self.catalog.row(id)?.move(&self, movement, place, context)
    }

    /// - Returns: whether the pane used it.
    mutating func moveSideways(
        _ step: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) -> Bool {
        self.catalog.row(id)?.moveSideways(&self, step, place, context) ?? false
    }

    mutating func scroll(
        rows: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) {
        self.catalog.row(id)?.scroll(&self, rows, place, context)
    }

    /// - Returns: whether the target was selected before; `nil` if there isn't one.
    mutating func click(
        at row: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) -> Bool? {
        self.catalog.row(id)?.click(&self, row, place, context)
    }

    mutating func hold(_ id: PaneID, _ place: PanePlace) {
        self.catalog.row(id)?.hold(&self, place)
    }
}
