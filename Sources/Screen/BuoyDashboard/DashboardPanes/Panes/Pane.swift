package import BuoyTextScreen
package import ChannelsProtocol

/// A part of the screen that can have the focus.
///
/// A pane derives what it needs from the reports of the client, has its own selection, and draws
/// itself. It reads other state through a `PaneContext`, and only its own commands use its
/// contents. A new pane is a type that conforms to this protocol, in the list of the core
/// (`PaneTable.core`) or of a feature.
package protocol Pane: Hashable, Sendable {
    /// Its name, and its properties for layouts.
    static var profile: PaneProfile { get }
    /// The first commands in the hints while it has the focus.
    static var hints: [CommandName] { get }
    /// The pane whose selection Enter inspects: this one, unless it has no details.
    static var inspectedPane: PaneID { get }
    /// Which reports of the client it hears: all, unless it has no use for them. A pane that hears
    /// none costs nothing while thousands arrive.
    static var hears: ClientReports { get }
    /// When it may have something to request.
    static var asks: PaneRequests { get }
    /// Its own search; `nil` for a pane whose search key searches the event log.
    static var search: PaneSearch? { get }
    /// The orders of its rows, as words of the command line; empty if they have one order only.
    static var orders: [String] { get }

    // MARK: Reports

    /// Handles a report of the client, other than an event of a channel.
    mutating func handle(_ event: ClientReport)
    /// Handles an event of a channel, of which there may be thousands per second. The pane copies
    /// what it needs from the batch.
    mutating func received(_ index: Int, of batch: ReportBatch)
    /// Time has passed, or reports were handled: sorts rows, and removes what is over.
    mutating func arrange(_ context: PaneContext)
    /// A service besides the client has answered.
    mutating func handle(_ report: ServiceReport, _ context: PaneContext)
    /// Returns what the pane requests now, and remembers that it did. Called when `asks` says.
    /// - Parameter isShown: whether the pane has rows on the screen; `false` after reports of the
    ///   client, where it is not looked up.
    mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect]
    /// An effect that a pane asked for has failed.
    mutating func failed(_ effect: Effect)
    /// Takes over what stays after a jump in a recording.
    mutating func resume(_ before: Self)
    /// Sorts the rows in another order.
    /// - Parameter word: the order, as in the settings; `nil` for the next one.
    /// - Returns: a description of the order for a message; `nil` for a pane without orders.
    static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String?

    // MARK: For the rest of the dashboard

    /// What a command of the core does while this pane has the focus; `nil` for what it does
    /// elsewhere.
    func answer(_ command: CommandName, _ context: PaneContext) -> PaneAnswer?
    /// The channels that it knows by name, which prompts complete.
    var knownChannels: [ChannelName] { get }
    /// Whether a report is about something that the pane does all the time, so that no notice tells
    /// it.
    func isRoutine(_ event: ClientReport) -> Bool
    /// A box over the panes, as long as it has one; `nil` for none.
    var box: ResultBox? { get }
    /// The program whose connection is passed on, as soon as the pane knows it; `nil` for a
    /// connection of this one.
    var peer: ShownPeer? { get }
    /// What it has found out since the last call. Called after every action.
    mutating func takeFindings() -> [PaneFinding]

    /// Whether it waits for something due in less than a second.
    var isWaiting: Bool { get }

    // MARK: Search

    /// The text that its rows must contain; `nil` if all are shown.
    var searchText: String? { get }
    /// Shows only rows that contain a string; all for an empty one.
    /// - Returns: the message without one.
    mutating func narrow(to text: String) -> PaneSearch.Miss?

    // MARK: Keys and the mouse

    /// Moves the selection, or scrolls if nothing can be selected.
    mutating func move(_ movement: Movement, _ place: PanePlace, _ context: PaneContext)
    /// Scrolls or folds sideways.
    /// - Parameter step: 1 for the right, -1 for the left.
    /// - Returns: `false` if the pane does not use it, so that the pane beside it gets the focus.
    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext) -> Bool
    /// Scrolls the contents under the mouse; the same as a movement by default.
    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext)
    /// Selects what is on a row, counted from the first below the title.
    /// - Returns: whether it was selected before; `nil` if nothing can be selected there.
    mutating func click(row: Int, _ place: PanePlace, _ context: PaneContext) -> Bool?
    /// Keeps the selected row in its place, because it will be read.
    mutating func hold(_ place: PanePlace)

    // MARK: Drawing

    /// Draws the pane, with its title.
    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext)
    /// The button at the end of the title.
    func titleButton(_ frame: PaneFrame, width: Int, _ context: PaneContext) -> PaneButton?
    /// The size that it could use; `nil` if it can use any.
    func contents(_ context: PaneContext) -> PaneContents?
    /// The number of rows, for the tabs; `nil` if it is of no interest.
    func count(_ context: PaneContext) -> Int?

    // MARK: Selection

    /// The selection, which Enter inspects and which can be copied.
    func selection(_ context: PaneContext) -> PaneSelection?
    /// What an open inspector shows when the selection moves; `nil` for no change.
    func followed(_ context: PaneContext) -> PaneSelection?
    /// The channel of the selection; `nil` for the one that is selected in Channels.
    func currentChannel(_ context: PaneContext) -> ChannelName?
    /// Why Enter cannot inspect anything; `nil` if it can.
    func inspectReason(_ context: PaneContext) -> String?
    /// Why there is nothing to sort, in a pane with orders; `nil` if there is.
    func orderReason() -> String?
    /// Why it has nothing to show in this program; `nil` if it has.
    func showReason(_ context: PaneContext) -> String?
    /// The presence channel that is selected when the pane is entered at a place.
    /// - Parameter isAgain: whether the pane has the focus already, and its digit was pressed
    ///   again.
    func rosterEntered(_ place: PanePlace, isAgain: Bool, _ context: PaneContext) -> ChannelName?
}

/// The program whose connection is shown, if it is not this one.
package struct ShownPeer: Hashable, Sendable {
    /// Its name, for the header and the title of the window.
    let name: String
    /// Its address.
    let address: String

    package init(name: String, address: String) {
        self.name = name
        self.address = address
    }
}

/// The search of a pane that shows only the rows with a string.
package struct PaneSearch: Hashable, Sendable {
    /// The name of the history of the prompt, also in the state file.
    let historyName: String
    /// What the prompt says while nothing is typed.
    let placeholder: SafeText
    /// Whether the key that filters the event log opens it too.
    let isFilter: Bool

    package init(historyName: String, placeholder: SafeText, isFilter: Bool) {
        self.historyName = historyName
        self.placeholder = placeholder
        self.isFilter = isFilter
    }

    /// The message if no row contains the text.
    package enum Miss: Hashable, Sendable {
        /// There may be one later.
        case notYet(String)
        /// There is none.
        case hopeless(String)
    }
}

/// When a pane may have something to request. Others are not asked.
package enum PaneRequests: Hashable, Sendable {
    case nothing
    /// After keys, ticks, and reports of services.
    case whenUsed
    /// Also after reports of the client.
    case afterReports
}

/// Which reports of the client a pane hears.
package enum ClientReports: Hashable, Sendable {
    case nothing, all
}

// Defaults.
extension Pane {
    package static var hears: ClientReports { .all }

    package static var asks: PaneRequests { .nothing }

    package static var search: PaneSearch? { nil }

    package static var orders: [String] { [] }

    package func answer(_ command: CommandName, _ context: PaneContext) -> PaneAnswer? { nil }

    package var knownChannels: [ChannelName] { [] }

    package func isRoutine(_ event: ClientReport) -> Bool { false }

    package var box: ResultBox? { nil }

    package var peer: ShownPeer? { nil }

    package mutating func takeFindings() -> [PaneFinding] { [] }

    package var searchText: String? { nil }

    package mutating func narrow(to text: String) -> PaneSearch.Miss? { nil }

    package var isWaiting: Bool { false }

    package mutating func failed(_ effect: Effect) {}

    package mutating func resume(_ before: Self) {}

    package static var inspectedPane: PaneID { Self.profile.id }

    package mutating func handle(_ event: ClientReport) {}

    package mutating func received(_ index: Int, of batch: ReportBatch) {}

    package mutating func arrange(_ context: PaneContext) {}

    package mutating func handle(_ report: ServiceReport, _ context: PaneContext) {}

    package mutating func requests(_ context: PaneContext, isShown: Bool) -> [Effect] { [] }

    package static func changeOrder(_ settings: inout DashboardSettings, to word: String?)
        -> String?
    {
        nil
    }

    package mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext)
        -> Bool
    {
        false
    }

    package mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext) {
        self.move(.rows(rows), place, context)
    }

    package mutating func hold(_ place: PanePlace) {}

    package func titleButton(_ frame: PaneFrame, width: Int, _ context: PaneContext) -> PaneButton?
    { nil }

    package func contents(_ context: PaneContext) -> PaneContents? { nil }

    package func count(_ context: PaneContext) -> Int? { nil }

    package func followed(_ context: PaneContext) -> PaneSelection? { self.selection(context) }

    package func currentChannel(_ context: PaneContext) -> ChannelName? { nil }

    func inspectReason(_ context: PaneContext) -> String? {
        self.selection(context) == nil ? "nothing to inspect" : nil
    }

    package func orderReason() -> String? { nil }

    package func showReason(_ context: PaneContext) -> String? { nil }

    package func rosterEntered(
        _ place: PanePlace, isAgain: Bool, _ context: PaneContext
    ) -> ChannelName? { nil }
}
