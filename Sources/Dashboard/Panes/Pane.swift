import ChannelsProtocol
import DashboardSetup
import ScreenParts
import TextScreen

/// A part of the screen that can have the keys: a closed room with a few doors.
///
/// A pane folds what it needs from the reports of the client, keeps its own selection, and draws
/// itself. Of the rest it sees a `PaneContext`, and nothing else sees into it but the commands that are
/// about it. A new pane is a type that conforms to this protocol, and a row in `PaneTable`.
protocol Pane: Hashable, Sendable {
    /// Its name, and what layouts know of it.
    static var profile: PaneProfile { get }
    /// The commands that are hinted at first while it has the keys.
    static var hints: [CommandName] { get }
    /// The pane whose selection Enter inspects: this one, unless it has nothing to inspect.
    static var inspectedPane: PaneID { get }

    // MARK: What happens

    /// Takes in a report of the client, other than an event of a channel.
    mutating func handle(_ event: ClientEvent)
    /// Takes in an event of a channel, of which there are thousands a second. It is in the batch: a
    /// pane copies of it what it needs.
    mutating func received(_ index: Int, of batch: ReportBatch)
    /// Time has passed, or reports were taken in: puts rows in order, forgets what is over.
    mutating func arrange(_ context: PaneContext)
    /// Lists the rows by another order.
    /// - Parameter word: the order as settings write it; `nil` for the one that follows.
    /// - Returns: what they are listed by now, for a message; `nil` for a pane without orders.
    static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String?

    // MARK: Keys and the mouse

    /// Moves the selection, or the text where nothing can be selected.
    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext)
    /// Scrolls or folds sideways.
    /// - Parameter step: 1 for the right, -1 for the left.
    /// - Returns: `false` when the pane has no use for it, and the keys go to the pane beside it.
    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext) -> Bool
    /// Scrolls what is under the mouse; the same as a movement, unless the pane has a better way.
    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext)
    /// Selects what is on a row, counted from the first below the title.
    /// - Returns: whether it was selected before; `nil` when nothing can be selected there.
    mutating func point(at row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool?
    /// Keeps the selected row in its place, because it is going to be read.
    mutating func hold(_ place: PanePlace)

    // MARK: What it shows

    /// Draws the pane, with its title.
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext)
    /// What can be pressed at the end of the title.
    func titleButton(_ frame: PaneFrame, width: Int, _ context: PaneContext) -> PaneButton?
    /// The room that it could use; `nil` when it can use any.
    func contents(_ context: PaneContext) -> PaneContents?
    /// How many rows there are, for the tabs; `nil` when the number says nothing.
    func count(_ context: PaneContext) -> Int?

    // MARK: What is selected

    /// What is selected: what Enter inspects and what is copied.
    func selection(_ context: PaneContext) -> PaneSelection?
    /// What an open inspector goes on to when the selection moves; `nil` to stay where it is.
    func followed(_ context: PaneContext) -> PaneSelection?
    /// The channel that is looked at here; `nil` when it is the one that is selected in Channels.
    func regardedChannel(_ context: PaneContext) -> ChannelName?
    /// Why Enter can inspect nothing; `nil` when it can.
    func inspectReason(_ context: PaneContext) -> String?
    /// Why there is nothing to put in order, in a pane with orders; `nil` when there is.
    func orderReason() -> String?
    /// The presence channel that becomes the selected one when the pane is entered at a place.
    /// - Parameter isAgain: whether the pane has the keys already, and its digit was pressed again.
    func rosterEntered(_ place: PanePlace, isAgain: Bool, _ context: PaneContext) -> ChannelName?
}

// What holds for a pane that does not say otherwise.
extension Pane {
    static var inspectedPane: PaneID { Self.profile.id }

    mutating func handle(_ event: ClientEvent) {}

    mutating func received(_ index: Int, of batch: ReportBatch) {}

    mutating func arrange(_ context: PaneContext) {}

    static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String? {
        nil
    }

    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext) -> Bool {
        false
    }

    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.move(.rows(rows), place, context)
    }

    mutating func hold(_ place: PanePlace) {}

    func titleButton(_ frame: PaneFrame, width: Int, _ context: PaneContext) -> PaneButton? { nil }

    func contents(_ context: PaneContext) -> PaneContents? { nil }

    func count(_ context: PaneContext) -> Int? { nil }

    func followed(_ context: PaneContext) -> PaneSelection? { self.selection(context) }

    func regardedChannel(_ context: PaneContext) -> ChannelName? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        self.selection(context) == nil ? "there is nothing to inspect" : nil
    }

    func orderReason() -> String? { nil }

    func rosterEntered(
        _ place: PanePlace, isAgain: Bool, _ context: PaneContext
    ) -> ChannelName? { nil }
}
