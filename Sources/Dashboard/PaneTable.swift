import ChannelsProtocol
import DashboardPanes
package import DashboardSetup
import ScreenParts

/// All panes. A new pane needs a property and a row here, and nothing elsewhere.
struct PaneTable: Hashable, Sendable {
    var channels: ChannelsPane
    var members = MembersPane()
    var events: EventLogPane
    var bindings = BindingsPane()
    var inspector = Inspector()
    var log = LogPane()
    var rates = RatesPane()
    var occupied: OccupiedPane
    var push: PushPane
    var details: ConnectionDetailsPane
    var stage = StagePane()
    var lab = LabPane()
    var clients: ClientsPane
    var frames = FramesPane()

    /// All bindings, for checking whether an event matches one.
    private var register = BindingRegister()

    /// The panes in the order of their numbers.
    static let rows: [PaneRow] = [
        PaneRow(\.channels), PaneRow(\.members), PaneRow(\.events), PaneRow(\.bindings),
        PaneRow(\.inspector), PaneRow(\.log), PaneRow(\.rates),
        PaneRow(\.occupied), PaneRow(\.push), PaneRow(\.details),
        PaneRow(\.stage), PaneRow(\.lab), PaneRow(\.clients), PaneRow(\.frames),
    ]

    /// The properties of the panes for layouts.
    static let profiles = Self.rows.map(\.profile)

    /// The panes that may share the screen with others.
    static let besideOthers = Self.profiles.filter { $0.home != .alone }.map(\.id)

    init(
        channels: ChannelsPane, events: EventLogPane, occupied: OccupiedPane, push: PushPane,
        details: ConnectionDetailsPane, clients: ClientsPane
    ) {
        self.channels = channels
        self.events = events
        self.occupied = occupied
        self.push = push
        self.details = details
        self.clients = clients
    }
}

extension PaneID: CaseIterable {
    /// All panes, in the order of their numbers.
    package static let allCases: [PaneID] = PaneTable.rows.map(\.id)
}

/// A row of the table: access to one pane.
struct PaneRow: Sendable {
    typealias Path<P> = any WritableKeyPath<PaneTable, P> & Sendable

    let profile: PaneProfile
    let hints: [CommandName]
    let inspectedPane: PaneID
    let hasOrders: Bool
    /// Reads the pane.
    let read: @Sendable (PaneTable) -> any Pane

    fileprivate let fold: @Sendable (inout PaneTable, ReportBatch) -> Void
    fileprivate let arrange: @Sendable (inout PaneTable, PaneContext) -> Void
    fileprivate let handle: @Sendable (inout PaneTable, ServiceReport, PaneContext) -> Void
    fileprivate let requests: @Sendable (inout PaneTable, PaneContext, Bool) -> [Effect]
    fileprivate let move: @Sendable (inout PaneTable, Movement, PanePlace, PaneContext) -> Void
    fileprivate let moveSideways: @Sendable (inout PaneTable, Int, PanePlace, PaneContext) -> Bool
    fileprivate let scroll: @Sendable (inout PaneTable, Int, PanePlace, PaneContext) -> Void
    fileprivate let point: @Sendable (inout PaneTable, Int, PanePlace, PaneContext) -> Bool?
    fileprivate let hold: @Sendable (inout PaneTable, PanePlace) -> Void
    let changeOrder: @Sendable (inout DashboardSettings, String?) -> String?

    var id: PaneID { self.profile.id }

    init<P: Pane>(_ path: Path<P>) {
        self.profile = P.profile
        self.hints = P.hints
        self.inspectedPane = P.inspectedPane
        var settings = DashboardSettings()
        self.hasOrders = P.changeOrder(&settings, to: nil) != nil
        self.read = { $0[keyPath: path] }
        self.fold = { $0[keyPath: path].fold($1) }
        self.arrange = { $0[keyPath: path].arrange($1) }
        self.handle = { $0[keyPath: path].handle($1, $2) }
        self.requests = { $0[keyPath: path].requests($1, isShown: $2) }
        self.move = { $0[keyPath: path].move($1, $2, $3) }
        self.moveSideways = { $0[keyPath: path].moveSideways($1, $2, $3) }
        self.scroll = { $0[keyPath: path].scroll(rows: $1, $2, $3) }
        self.point = { $0[keyPath: path].point(at: $1, $2, $3) }
        self.hold = { $0[keyPath: path].hold($1) }
        self.changeOrder = { P.changeOrder(&$0, to: $1) }
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

// MARK: - Reports

extension PaneTable {
    /// The row of a pane.
    static func row(_ id: PaneID) -> PaneRow? { Self.rows.first { $0.id == id } }

    /// The pane with this id.
    subscript(id: PaneID) -> (any Pane)? { Self.row(id)?.read(self) }

    /// Passes reports of the client to every pane.
    mutating func fold(_ events: [ClientEvent]) -> ReportBatch {
        let batch = self.register.batch(of: events)
        for row in Self.rows { row.fold(&self, batch) }
        return batch
    }

    /// Passes a report of a service to every pane.
    mutating func handle(_ report: ServiceReport, _ context: PaneContext) {
        for row in Self.rows { row.handle(&self, report, context) }
    }

    /// What the panes request now.
    mutating func requests(_ context: PaneContext, isShown: (PaneID) -> Bool) -> [Effect] {
        Self.rows.flatMap { $0.requests(&self, context, isShown($0.id)) }
    }

    /// Lets every pane sort its rows.
    mutating func arrange(_ context: PaneContext) {
        for row in Self.rows { row.arrange(&self, context) }
    }

    mutating func move(
        _ movement: Movement, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) {
        Self.row(id)?.move(&self, movement, place, context)
    }

    /// - Returns: whether the pane used it.
    mutating func moveSideways(
        _ step: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) -> Bool {
        Self.row(id)?.moveSideways(&self, step, place, context) ?? false
    }

    mutating func scroll(
        rows: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) {
        Self.row(id)?.scroll(&self, rows, place, context)
    }

    /// - Returns: whether the target was selected before; `nil` if there is none.
    mutating func point(
        at row: Int, in id: PaneID, _ place: PanePlace, _ context: PaneContext
    ) -> Bool? {
        Self.row(id)?.point(&self, row, place, context)
    }

    mutating func hold(_ id: PaneID, _ place: PanePlace) { Self.row(id)?.hold(&self, place) }
}
