package import BuoyTextScreen
package import ChannelsProtocol

// What some panes do. Each conforms to the protocols of its abilities.

/// A pane that handles what services besides the client report.
package protocol ServicePane: Pane {
    mutating func handle(_ report: ServiceReport, _ context: PaneContext)
}

/// A pane that handles the failure of effects that it requested.
package protocol FailurePane: Pane {
    mutating func failed(_ effect: Effect)
}

/// A pane that keeps something across a jump in a recording.
package protocol ResumablePane: Pane {
    /// Takes over what stays.
    mutating func resume(_ before: Self)
}

/// A pane that may wait for something due in less than a second.
package protocol WaitingPane: Pane {
    var isWaiting: Bool { get }
}

// MARK: Rows

/// A pane with a number of rows for the tabs.
package protocol CountedPane: Pane {
    /// The number of rows; `nil` while it is of no interest.
    func count(_ context: PaneContext) -> Int?
}

/// A pane that takes no more of the screen than its rows need.
package protocol ListPane: CountedPane {
    /// The size that it could use.
    func contents(_ context: PaneContext) -> PaneContents
}

/// A pane whose rows can be sorted in several orders.
package protocol OrderedPane: Pane {
    /// The orders, as words of the command line.
    static var orders: [String] { get }
    /// Sorts the rows in another order.
    /// - Parameter word: the order, as in the settings; `nil` for the next one.
    /// - Returns: a description of the order for a message.
    static func changeOrder(_ settings: inout DashboardSettings, to word: String?) -> String
    /// Why there is nothing to sort; `nil` if there is.
    func orderReason() -> String?
}

/// A pane with its own search, which shows only the rows that contain a string. In other panes, the
/// search key searches Events.
package protocol SearchablePane: Pane {
    static var search: PaneSearch { get }
    /// The text that its rows must contain; `nil` if all are shown.
    var searchText: String? { get }
    /// Shows only rows that contain a string; all for an empty one.
    /// - Returns: the message if there are none.
    mutating func narrow(to text: String) -> PaneSearch.Miss?
}

/// The search of a pane that shows only the rows with a string.
package struct PaneSearch: Hashable, Sendable {
    /// The name of the history of the prompt, also in the state file.
    let historyName: String
    /// What the prompt says while nothing is typed.
    let placeholder: SafeText
    /// Whether the key that filters Events opens it too.
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

/// A pane that follows its newest row until the user reads an older one.
package protocol FollowingPane: Pane {
    /// Scrolls the contents under the mouse. In other panes, the wheel moves the selection.
    mutating func scroll(rows: Int, _ place: PanePlace, _ context: PaneContext)
    /// Keeps the selected row in its place, because it will be read.
    mutating func hold(_ place: PanePlace)
}

// MARK: Keys and the title

/// A pane that scrolls or folds sideways.
package protocol SidewaysPane: Pane {
    /// - Parameter step: 1 for the right, -1 for the left.
    /// - Returns: `false` if the pane does not use it, so that the pane beside it gets the focus.
    mutating func moveSideways(_ step: Int, _ place: PanePlace, _ context: PaneContext) -> Bool
}

/// A pane in which commands of the core do something else.
package protocol AnsweringPane: Pane {
    /// - Returns: `nil` for what the command does elsewhere.
    func answer(_ command: CommandName, _ context: PaneContext) -> PaneAnswer?
}

/// A pane with a button at the end of its title.
package protocol ButtonPane: Pane {
    func titleButton(_ frame: PaneFrame, width: Int, _ context: PaneContext) -> PaneButton?
}

/// A pane in which a presence channel can be chosen.
package protocol RosterPane: Pane {
    /// The presence channel that is selected when the pane is entered at a place.
    /// - Parameter isAgain: whether the pane has the focus already, and its digit was pressed
    ///   again.
    func rosterEntered(_ place: PanePlace, isAgain: Bool, _ context: PaneContext) -> ChannelName?
}

/// A pane that has nothing to show in some programs.
package protocol OptionalPane: Pane {
    /// Why it has nothing to show; `nil` if it has.
    func showReason(_ context: PaneContext) -> String?
}

// MARK: For the rest of the dashboard

/// A pane that knows channels by name, which prompts complete.
package protocol ChannelNamingPane: Pane {
    /// Whether it is a list of all channels that exist.
    var listsChannels: Bool { get }
    var knownChannels: [ChannelName] { get }
}

/// A pane that subscribes and unsubscribes all the time.
package protocol RoutinePane: Pane {
    /// Whether a report is about that, so that no notice tells it.
    func isRoutine(_ event: ClientReport) -> Bool
}

/// A pane that shows a box over all panes at times.
package protocol BoxPane: Pane {
    /// The box; `nil` while there is none.
    var box: ResultBox? { get }
}

/// A pane that finds something out for the user.
package protocol FindingPane: Pane {
    /// What it has found out since the last call. Called after every action.
    mutating func takeFindings() -> [PaneFinding]
}

/// A pane that knows the program whose connection is shown.
package protocol PeerPane: Pane {
    /// The program; `nil` while it is not known, and for a connection of this one.
    var peer: ShownPeer? { get }
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
