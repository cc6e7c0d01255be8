package import BuoyTextScreen
package import ChannelsProtocol

/// A part of the screen that can have the focus.
///
/// A pane derives what it needs from the reports of the client, has its own selection, and draws
/// itself. It reads other state through a `PaneContext`, and only its own commands use its
/// contents. A new pane is a type that conforms to this protocol, in the list of the core
/// (`PaneTable.core`) or of a feature. What only some panes do is in the protocols of
/// `PaneAbilities`.
package protocol Pane: Hashable, Sendable {
    /// Its name, and its properties for layouts.
    static var profile: PaneProfile { get }
    /// The first commands in the hints while it has the focus.
    static var hints: [CommandName] { get }
    /// When it may have something to request.
    static var asks: PaneRequests { get }

    // MARK: Reports, of which there may be thousands per second

    /// Handles a report of the client, other than an event of a channel.
    mutating func handle(_ event: ClientReport)
    /// Handles an event of a channel. The pane copies what it needs from the batch.
    mutating func received(_ index: Int, of batch: ReportBatch)
    /// Time has passed, or reports were handled: sorts rows, and removes what is over.
    mutating func arrange(_ context: PaneContext)
    /// Returns what the pane requests now, and remembers that it did. Called when `asks` says.
    /// - Parameter isShown: whether the pane has rows on the screen; `false` after reports of the
    ///   client, where it is not looked up.
    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect]

    // MARK: Keys and the mouse

    /// Moves the selection, or scrolls if nothing can be selected.
    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext)
    /// Selects what is on a row, counted from the first below the title.
    /// - Returns: whether it was selected before; `nil` if nothing can be selected there.
    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool?

    // MARK: Drawing and the selection

    /// Draws the pane, with its title.
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext)
    /// The selection, which Enter inspects and which can be copied.
    func selection(_ context: PaneContext) -> PaneSelection?
    /// What an open inspector shows when the selection moves; `nil` for no change.
    func followed(_ context: PaneContext) -> PaneSelection?
    /// The channel of the selection; `nil` for the one that is selected in Channels.
    func currentChannel(_ context: PaneContext) -> ChannelName?
    /// Why Enter cannot inspect anything; `nil` if it can.
    func inspectReason(_ context: PaneContext) -> String?
}

/// When a pane may have something to request. Others are not asked.
package enum PaneRequests: Hashable, Sendable {
    case nothing
    /// After keys, ticks, and reports of services.
    case whenUsed
    /// Also after reports of the client.
    case afterReports
}

// Defaults.
extension Pane {
    package static var asks: PaneRequests { .nothing }

    package mutating func handle(_ event: ClientReport) {}

    package mutating func received(_ index: Int, of batch: ReportBatch) {}

    package mutating func arrange(_ context: PaneContext) {}

    package mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] { [] }

    package func followed(_ context: PaneContext) -> PaneSelection? { self.selection(context) }

    package func currentChannel(_ context: PaneContext) -> ChannelName? { nil }
}
