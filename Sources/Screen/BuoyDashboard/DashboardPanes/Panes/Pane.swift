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
    static var profile: PaneProfile { get }
    static var hints: [CommandName] { get }
    static var asks: PaneRequests { get }

    // MARK: Reports, of which there may be thousands per second

    mutating func handle(_ event: ClientReport)
    /// Handles an event of a channel. The pane copies what it needs from the batch.
    mutating func received(_ index: Int, of batch: ReportBatch)
    mutating func arrange(_ context: PaneContext)
    /// Called when `asks` says.
    /// - Parameter isShown: whether the pane has rows on the screen; `false` after reports of the
    ///   client.
    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect]

    // MARK: Keys and the mouse

    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext)
    /// - Returns: whether it was selected before; `nil` if nothing can be selected there.
    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool?

    // MARK: Drawing and the selection

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext)
    func selection(_ context: PaneContext) -> PaneSelection?
    func followed(_ context: PaneContext) -> PaneSelection?
    func currentChannel(_ context: PaneContext) -> ChannelName?
    func inspectReason(_ context: PaneContext) -> String?
}

package enum PaneRequests: Hashable, Sendable {
    case nothing
    case whenUsed
    case afterReports
}

extension Pane {
    package static var asks: PaneRequests { .nothing }

    package mutating func handle(_ event: ClientReport) {}

    package mutating func received(_ index: Int, of batch: ReportBatch) {}

    package mutating func arrange(_ context: PaneContext) {}

    package mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] { [] }

    package func followed(_ context: PaneContext) -> PaneSelection? { self.selection(context) }

    package func currentChannel(_ context: PaneContext) -> ChannelName? { nil }
}
